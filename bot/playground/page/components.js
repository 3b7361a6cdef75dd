// Components V2 and classic rows. A click is sent as Discord sends it and shown as pending.
import { element, markdown } from "./messages.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const ENTITIES = { 5: "user", 6: "role", 7: "mentionable", 8: "channel" };

export function drawComponents(components, message, context) {
  return (components || []).map((part) => draw(part, message, context)).filter(Boolean);
}

function draw(part, message, context) {
  const nested = () => drawComponents(part.components, message, context);
  switch (part.type) {
    case 1: return element("div", { class: "row" }, ...nested());
    case 2: return button(part, message, context);
    case 3: return stringSelect(part, message, context);
    case 5: case 6: case 7: case 8: return entitySelect(part, message, context);
    case 9: return element("div", { class: "section" }, element("div", {}, ...nested()), draw(part.accessory, message, context));
    case 10: return markdown(part.content, context.world);
    case 11: return element("img", { class: "thumbnail", src: part.media.url, alt: part.description || "" });
    case 12: return element("div", { class: "gallery" }, ...part.items.map((item) =>
      element("img", { src: item.media.url, alt: item.description || "", title: item.description })));
    case 13: return element("a", { class: "file", href: part.file.url, download: part.name || "" }, `📄 ${part.name || "file"} · ${part.size || 0} bytes`);
    case 14: return element("hr", { class: "separator" + (part.divider !== false ? " divider" : "") + (part.spacing === 2 ? " wide" : "") });
    case 17: {
      const made = element("div", { class: "container" }, ...nested());
      if (part.accent_color !== null && part.accent_color !== undefined) {
        made.style.borderLeftColor = "#" + part.accent_color.toString(16).padStart(6, "0");
      }
      return made;
    }
    default: return element("div", { class: "failed" }, `component ${part.type} isn't drawn here`);
  }
}

async function act(control, part, message, context, values) {
  control.classList.add("pending");
  control.setAttribute("aria-busy", "true");
  const outcome = await context.component(message, part.custom_id, values);
  control.classList.remove("pending");
  control.removeAttribute("aria-busy");
  const box = document.querySelector(`[data-message-id="${message.id}"]`);
  box?.querySelectorAll(":scope > .failed").forEach((old) => old.remove());
  if (outcome.state !== "answered") {
    box?.append(element("div", { class: "failed", role: "alert" }, outcome.error || "This interaction failed"));
  }
}

function button(part, message, context) {
  const emoji = part.emoji ? part.emoji.name + (part.label ? " " : "") : "";
  const label = emoji + (part.label || "");
  if (part.style === 5) {
    return element("a", { class: "btn link", href: part.url, target: "_blank", rel: "noreferrer" }, label);
  }
  const made = element("button", {
    type: "button", class: "btn " + STYLES[part.style], disabled: part.disabled,
    "data-custom-id": part.custom_id, "aria-label": label,
  }, label);
  made.addEventListener("click", () => act(made, part, message, context));
  return made;
}

function chooser(part, options, message, context) {
  const many = (part.max_values ?? 1) > 1;
  const made = element("select", {
    class: "pick", disabled: part.disabled, multiple: many, size: many ? Math.min(8, options.length) : null,
    "data-custom-id": part.custom_id, "aria-label": part.placeholder || "Choose",
  });
  if (!many) made.append(element("option", { value: "", disabled: true, selected: true }, part.placeholder || "Make a selection"));
  for (const option of options) {
    const emoji = option.emoji ? option.emoji.name + " " : "";
    const text = emoji + option.label + (option.description ? ` — ${option.description}` : "");
    made.append(element("option", { value: option.value, selected: option.default }, text));
  }
  const send = () => act(made, part, message, context, [...made.selectedOptions].map((o) => o.value).filter(Boolean));
  if (!many) {
    made.addEventListener("change", send);
    return made;
  }
  const done = element("button", { type: "button", class: "btn", "data-submit": part.custom_id, onclick: send }, "Choose");
  return element("div", { class: "row" }, made, done);
}

function stringSelect(part, message, context) {
  return chooser(part, part.options, message, context);
}

function entitySelect(part, message, context) {
  const { world } = context;
  const people = world.people.map((p) => ({ value: p.id, label: "@" + p.name }));
  const channels = world.channels.map((c) => ({ value: c.id, label: "#" + c.name }));
  const everyone = [{ value: world.guild.id, label: "@everyone" }];
  const kind = ENTITIES[part.type];
  const options = { user: people, role: everyone, mentionable: [...people, ...everyone], channel: channels }[kind];
  const chosen = new Set((part.default_values || []).map((v) => v.id));
  return chooser(part, options.map((o) => ({ ...o, default: chosen.has(o.value) })), message, context);
}

export function openModal(modal, context) {
  const dialog = document.getElementById("modal");
  const fields = [];
  const form = element("form", { method: "dialog" }, element("h2", {}, modal.title));
  const field = (part, label, hint) => {
    let input;
    if (part.type === 4) {
      input = element(part.style === 2 ? "textarea" : "input", {
        placeholder: part.placeholder, minlength: part.min_length, maxlength: part.max_length,
        required: part.required !== false, "data-custom-id": part.custom_id,
      });
      input.value = part.value || "";
    } else {
      input = element("select", { multiple: (part.max_values ?? 1) > 1, required: part.required !== false, "data-custom-id": part.custom_id },
        ...(part.options || []).map((o) => element("option", { value: o.value, selected: o.default }, o.label)));
    }
    fields.push([part, input]);
    form.append(element("label", {}, label || part.label || "", input, hint ? element("small", {}, hint) : null));
  };
  for (const part of modal.components) {
    if (part.type === 18) field(part.component, part.label, part.description);
    else if (part.type === 1) part.components.forEach((inner) => field(inner));
    else if (part.type === 10) form.append(markdown(part.content, context.world));
  }
  const refusal = element("p", { class: "failed", role: "alert" });
  const cancel = element("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Cancel");
  form.append(refusal, element("div", { class: "row" }, cancel, element("button", { type: "submit" }, "Submit")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map(([part, input]) =>
      [part.custom_id, part.type === 4 ? input.value : [...input.selectedOptions].map((o) => o.value)]));
    const outcome = await context.submit(modal, values);
    if (outcome.state === "answered") dialog.close();
    else refusal.textContent = outcome.error || "Something went wrong. Try again.";
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}
