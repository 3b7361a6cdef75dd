// Making elements, and changing drawn ones into newer ones without a flicker.

/** An element. `null`, `undefined` and `false` leave an attribute or a child out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?$/;

/** A link. What leads to a place in Discord leads to that place in the page: there is no other. */
export function link(url, attributes, ...inside) {
  const [, guild, channel, message] = PLACE.exec(url) || [];
  const way = guild
    ? { href: "#", "data-place": guild === "@me" ? "dm" : channel, "data-message": message }
    : { href: url, target: "_blank", rel: "noreferrer" };
  return element("a", { ...way, ...attributes }, ...inside);
}

/** A colour of Discord's wire (an integer) as CSS writes it. */
export function colour(number) {
  return "#" + number.toString(16).padStart(6, "0");
}

// What a person did to an element, which a newer drawing must not undo.
const KEPT = new Set(["data-open", "aria-busy", "aria-expanded", "data-new"]);

function same(old, fresh) {
  if (old.nodeType !== fresh.nodeType) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  return old.tagName === fresh.tagName
    && ["data-key", "data-custom-id", "src"].every((name) => old.getAttribute(name) === fresh.getAttribute(name));
}

/**
 * Change `old` in place until it looks like `fresh`; returns what stands there afterwards.
 * Elements in it must not carry listeners of their own: they would outlive what they were for.
 */
export function morph(old, fresh) {
  if (!same(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value || KEPT.has(name)) continue;
    // The page's own policy forbids style attributes, but not styles set by script.
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((child, at) => (at < before.length ? morph(before[at], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
  return old;
}

/** An emoji: one of the application's as its picture, any other as the character it is. */
export function emojiOf({ id, name }) {
  if (!id) return element("span", { class: "emoji", "aria-hidden": "true" }, name);
  return element("img", { class: "emoji", src: `/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}
