// Notices: what called each of the people and hasn't been looked at. The playground keeps them.

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

/** A count in words. */
export function called(count) {
  return `${count} ${count === 1 ? "notice" : "notices"}`;
}

/** Do something whenever the person clicks, types or scrolls there. */
export function actsIn(root, look) {
  for (const act of ACTS) root.addEventListener(act, look, { passive: true });
}
