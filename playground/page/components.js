// Components V2 and classic rows, drawn; and what a click on one of them sends.
import { colour, element, emojiOf, link } from "./dom.js";
import { markdown } from "./markdown.js";
import { openMenu } from "./menu.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };
export const SELECTS = { 3: "option", 5: "user", 6: "role", 7: "user or role", 8: "channel" };

export function drawComponents(components, scene) {
  return (components || []).map((part) => draw(part, scene));
}

/** Every component, nested ones and accessories too. */
export function* walk(components) {
  for (const part of components || []) {
    yield part;
    yield* walk(part.components);
    if (part.accessory) yield part.accessory;
  }
}

/** Something behind a veil until it is clicked. */
function veiled(made, hidden, key) {
  if (!hidden) return made;
  return element("div", { class: "veil", role: "button", tabindex: 0, "aria-label": "Spoiler", "data-key": key },
    element("b", { class: "word", "aria-hidden": "true" }, "SPOILER"), made);
}

export function picture(media, text, kind, spoiler = false) {
  const made = element("img", { class: kind, src: media.url, alt: text || "", title: text, "data-zoom": "yes", tabindex: 0 });
  return veiled(made, spoiler, media.url);
}

export function fileLink(url, name, size, spoiler = false) {
  const much = size >= 1 << 20 ? `${(size / (1 << 20)).toFixed(1)} MB` : size >= 1024 ? `${(size / 1024).toFixed(1)} KB` : `${size || 0} bytes`;
  const made = element("a", { class: "file", href: url, download: name, "aria-label": `Download ${name}` },
    element("span", { class: "sheet", "aria-hidden": "true" }, "📄"),
    element("span", { class: "words" }, element("b", {}, name), element("small", {}, much)),
    element("span", { class: "get", "aria-hidden": "true" }, "⬇"));
  return veiled(made, spoiler, url);
}

function draw(part, scene) {
  const nested = () => drawComponents(part.components, scene);
  switch (part.type) {
    case 1: return element("div", { class: "row" }, ...nested());
    case 2: return button(part);
    case 3: case 5: case 6: case 7: case 8: return select(part, scene);
    case 9: return element("div", { class: "section" }, element("div", { class: "texts" }, ...nested()), draw(part.accessory, scene));
    case 10: return markdown(part.content, scene);
    case 11: return picture(part.media, part.description, "thumbnail", part.spoiler);
    case 12: return element("div", { class: `gallery of-${Math.min(part.items.length, 5)}` },
      ...part.items.map((item) => picture(item.media, item.description, "", item.spoiler)));
    case 13: return fileLink(part.file.url, part.name || "file", part.size, part.spoiler);
    case 14: return element("div", { class: "separator" + (part.divider !== false ? " divider" : "") + (part.spacing === 2 ? " wide" : ""), role: part.divider !== false ? "separator" : null });
    case 17: {
      const made = element("div", { class: "container" }, ...nested());
      if (part.accent_color !== null && part.accent_color !== undefined) {
        made.classList.add("accented");
        made.style.borderLeftColor = colour(part.accent_color);
      }
      return veiled(made, part.spoiler, `container ${part.id}`);
    }
    default: return element("p", { class: "failed" }, `A component of type ${part.type} isn't drawn here.`);
  }
}

function button(part) {
  const emoji = part.emoji ? emojiOf(part.emoji) : null;
  const label = part.label || part.emoji?.name || "";
  if (part.style === 5) {
    return link(part.url, { class: "btn link", "data-key": part.url }, emoji, part.label);
  }
  return element("button",
    { type: "button", class: "btn " + STYLES[part.style], disabled: part.disabled, "data-custom-id": part.custom_id, "aria-label": label },
    emoji, part.label);
}

/** What can be chosen in a select: its own options, or people, roles, channels there are. */
export function optionsOf(part, { world }) {
  if (part.type === 3) return part.options || [];
  const people = [...world.people, { ...world.bot, avatar_color: "#5865f2" }].map((p) => ({ value: p.id, label: p.name, color: p.avatar_color }));
  const channels = world.channels.map((c) => ({ value: c.id, label: "# " + c.name }));
  const roles = [{ value: world.guild.id, label: "@everyone" }];
  return { 5: people, 6: roles, 7: [...people, ...roles], 8: channels }[part.type] || [];
}

/** What is chosen in a select before anybody touches it. */
export function defaultsOf(part) {
  if (part.type === 3) return (part.options || []).filter((o) => o.default).map((o) => o.value);
  return (part.default_values || []).map((value) => value.id);
}

/** What stands in a select that has these values. */
export function pickWords(part, values, scene) {
  const chosen = optionsOf(part, scene).filter((o) => values.includes(o.value));
  if (!chosen.length) return [element("span", { class: "hint" }, part.placeholder || "Make a selection")];
  return chosen.map((o) => element("span", { class: chosen.length > 1 ? "picked" : "" }, o.emoji && emojiOf(o.emoji), o.emoji && " ", o.label));
}

export function select(part, scene) {
  return element("button",
    { type: "button", class: "pick", disabled: part.disabled, "data-custom-id": part.custom_id, "aria-haspopup": "listbox", "aria-label": part.placeholder || `Select ${SELECTS[part.type]}` },
    element("span", { class: "values" }, ...pickWords(part, defaultsOf(part), scene)),
    element("span", { class: "arrow", "aria-hidden": "true" }, "⌄"));
}

/** Serve clicks on what stands in a column's messages. `scene.messages` has them by id. */
export function listen(column, scene) {
  column.addEventListener("click", (event) => {
    const veil = event.target.closest(".spoiler:not([data-open]), .veil:not([data-open])");
    if (veil) return veil.setAttribute("data-open", "yes");
    const zoomed = event.target.closest("[data-zoom]");
    if (zoomed) return scene.zoom(zoomed);
    const who = event.target.closest("[data-who]");
    if (who) return scene.apps(who, who.dataset.who);
    const inside = event.target.closest("a[data-place]");
    if (inside) {
      event.preventDefault();
      return scene.go(inside.dataset.place, inside.dataset.message);
    }
    const id = event.target.closest(".message")?.dataset.messageId;
    if (event.target.closest("[data-dismiss]")) return scene.dismiss(id);
    const control = event.target.closest("[data-custom-id]");
    const message = scene.messages.get(id);
    if (!control || !message || control.getAttribute("aria-busy")) return;
    const part = [...walk(message.components)].find((p) => p.custom_id === control.dataset.customId);
    if (!part) return;
    if (part.type === 2) return act(control, message, scene);
    const chosen = defaultsOf(part);
    const choose = (values) => {
      control.querySelector(".values").replaceChildren(...pickWords(part, values, scene));
      act(control, message, scene, values);
    };
    openMenu(control, optionsOf(part, scene), { min: part.min_values ?? 1, max: part.max_values ?? 1, chosen, label: part.placeholder, choose });
  });
  column.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    if (!event.target.matches(".spoiler, .veil, [data-zoom]")) return;
    event.preventDefault();
    event.target.click();
  });
}

async function act(control, message, scene, values) {
  const custom_id = control.dataset.customId;
  control.setAttribute("aria-busy", "true");
  scene.fail(message.id, null);
  const outcome = await scene.post("component", { message: message.id, custom_id, values });
  control.removeAttribute("aria-busy");
  if (outcome.state !== "answered") scene.fail(message.id, outcome.error || "This interaction failed");
}
