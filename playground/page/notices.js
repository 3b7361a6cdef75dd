// Notices: what called each of the people and hasn't been looked at. The playground keeps them.

import { element } from "./dom.js";

const ACTS = ["pointerdown", "keydown", "wheel", "touchmove"];

/** The messages that call this page's person in a place. */
export function ids({ world, person }, where) {
  return world.notices[person.id]?.[where] || [];
}

/** How many notices somebody has. */
export function total({ world }, person) {
  return Object.values(world.notices[person] || {}).reduce((sum, found) => sum + found.length, 0);
}

/** How many there are for all the others. */
export function others(scene) {
  return scene.world.people.reduce((sum, p) => sum + (p.id === scene.person.id ? 0 : total(scene, p.id)), 0);
}

/** Draw the person's phone, the newest notification first. A Components V2 message has no words. */
export function drawPhone({ world, person }, list) {
  const shown = (world.phones[person.id] || []).toReversed();
  list.replaceChildren(...shown.map(({ sender, place, words }) =>
    element("li", {}, element("b", {}, place ? `${sender} ${place}` : sender), element("span", words ? {} : { class: "none" }, words || "no words"))));
}

/** A count in words. */
export function called(count) {
  return `${count} ${count === 1 ? "notice" : "notices"}`;
}

/** Do something whenever the person clicks, types or scrolls there. */
export function actsIn(root, look) {
  for (const act of ACTS) root.addEventListener(act, look, { passive: true });
}
