// The list that opens under a select, under an autocompleted option, and at "You are".
import { element, emojiOf } from "./dom.js";
import { called } from "./notices.js";

let open = null;

/** Close the list that is open, if any. `send` is whether a choice of several counts. */
export function closeMenu(send = false) {
  if (!open) return;
  const { made, anchor, done } = open;
  open = null;
  made.remove();
  anchor.setAttribute("aria-expanded", "false");
  done(send);
}

function beside(anchor, made) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const up = below < Math.min(made.scrollHeight, 220) && above > below;
  made.style.width = `${Math.max(box.width, 180)}px`;
  made.style.maxHeight = `${Math.min(340, up ? above : below)}px`;
  made.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - Math.max(box.width, 180) - 8))}px`;
  if (up) made.style.bottom = `${window.innerHeight - box.top + 4}px`;
  else made.style.top = `${box.bottom + 4}px`;
}

function optionButton(option, chosen, many) {
  const mark = many ? (chosen ? "☑" : "☐") : chosen ? "✓" : "";
  const face = option.color && element("i", { class: "face", "aria-hidden": "true" }, option.label[0]);
  if (face) face.style.background = option.color;
  return element("button",
    { type: "button", role: "option", class: "choice", "aria-selected": String(chosen), "data-value": option.value, "data-person": option.color ? option.label : null },
    face, option.emoji ? emojiOf(option.emoji) : null,
    element("span", { class: "words" }, element("span", {}, option.label), option.description ? element("small", {}, option.description) : null),
    option.count ? element("b", { class: "count", "aria-label": called(option.count) }, String(option.count)) : null,
    element("span", { class: "mark", "aria-hidden": "true" }, mark));
}

/**
 * Open a list under `anchor`. Options are {label, value, description, emoji, color, count}.
 * With `max` 1 a click chooses at once; otherwise "Done", or a click elsewhere, ends it.
 * `choose` gets the chosen values; Escape chooses nothing.
 */
export function openMenu(anchor, options, { min = 1, max = 1, chosen = [], label = "", focus = true, choose }) {
  const again = open?.anchor === anchor;
  closeMenu(true);
  if (again && focus) return;
  const many = max > 1;
  const picked = new Set(chosen);
  const made = element("div", { class: "menu", role: "listbox", "aria-label": label || null, "aria-multiselectable": many ? "true" : null });
  const draw = () => {
    const at = [...made.querySelectorAll(".choice")].indexOf(document.activeElement);
    made.replaceChildren(...options.map((option) => optionButton(option, picked.has(option.value), many)));
    if (!options.length) made.append(element("p", { class: "none" }, "Nothing found"));
    if (many) {
      const enough = picked.size >= min && picked.size <= max;
      made.append(element("div", { class: "foot" },
        element("span", {}, min === max ? `Choose ${max}` : `Choose ${min} to ${max}`),
        element("button", { type: "button", class: "btn primary", "data-done": "yes", disabled: !enough, onclick: () => closeMenu(true) }, "Done")));
    }
    if (at >= 0) made.querySelectorAll(".choice")[at].focus();
  };
  // The anchor keeps the focus while an option is being typed.
  made.addEventListener("mousedown", (event) => event.preventDefault());
  made.addEventListener("click", (event) => {
    const value = event.target.closest(".choice")?.dataset.value;
    if (value === undefined) return;
    if (!many) {
      // A single choice that may be none is taken back by choosing it again.
      const values = min === 0 && picked.has(value) ? [] : [value];
      open = null;
      made.remove();
      anchor.setAttribute("aria-expanded", "false");
      anchor.focus();
      return choose(values);
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < max) picked.add(value);
    draw();
  });
  made.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...made.querySelectorAll(".choice")];
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length]?.focus();
  });
  const done = (send) => {
    const changed = picked.size !== chosen.length || chosen.some((value) => !picked.has(value));
    const enough = picked.size >= min && picked.size <= max;
    if (send && many && changed && enough) choose([...picked]);
  };
  draw();
  // A modal dialog makes everything outside itself inert.
  (anchor.closest("dialog") || document.body).append(made);
  open = { made, anchor, done };
  anchor.setAttribute("aria-expanded", "true");
  beside(anchor, made);
  if (focus) (made.querySelector('[aria-selected="true"]') || made.querySelector(".choice"))?.focus();
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.made.contains(event.target) && !open.anchor.contains(event.target)) closeMenu(true);
});
document.addEventListener("keydown", (event) => {
  if (!open) return;
  if (event.key === "Escape") {
    event.preventDefault();
    const { anchor } = open;
    closeMenu(false);
    anchor.focus();
  } else if (event.key === "Tab") closeMenu(true);
}, true);
window.addEventListener("resize", () => closeMenu(false));
