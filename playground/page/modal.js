// A modal: the bot's form over the page.
import { defaultsOf, optionsOf, pickWords, select } from "./components.js";
import { element } from "./dom.js";
import { markdown } from "./markdown.js";
import { openMenu } from "./menu.js";

function textInput(part) {
  const made = element(part.style === 2 ? "textarea" : "input", {
    placeholder: part.placeholder, minlength: part.min_length, maxlength: part.max_length || 4000,
    required: part.required !== false, rows: part.style === 2 ? 5 : null, "data-custom-id": part.custom_id,
  });
  made.value = part.value || "";
  return { made, read: () => made.value, ok: () => made.checkValidity() };
}

function selectInput(part, scene) {
  let values = defaultsOf(part);
  const least = part.required === false ? 0 : part.min_values ?? 1;
  const made = select(part, scene);
  made.addEventListener("click", () => openMenu(made, optionsOf(part, scene), {
    min: least, max: part.max_values ?? 1, chosen: values, label: part.placeholder,
    choose: (chosen) => {
      values = chosen;
      made.querySelector(".values").replaceChildren(...pickWords(part, values, scene));
    },
  }));
  return { made, read: () => values, ok: () => values.length >= least };
}

function radioInput(part) {
  const made = element("div", { class: "radios", role: "radiogroup", "data-custom-id": part.custom_id },
    ...part.options.map((option) => {
      const input = element("input", { type: "radio", name: part.custom_id, value: option.value });
      input.checked = !!option.default;
      return element("label", {}, input, element("span", { class: "words" },
        element("span", {}, option.label), option.description ? element("small", {}, option.description) : null));
    }));
  const read = () => made.querySelector("input:checked")?.value ?? null;
  return { made, read, ok: () => part.required === false || read() !== null };
}

/** A file in base64, which JSON can carry. */
async function inBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fileInput(part) {
  const made = element("input", { type: "file", multiple: (part.max_values ?? 1) > 1, "data-custom-id": part.custom_id });
  const least = part.required === false ? 0 : part.min_values ?? 1;
  const read = () => Promise.all([...made.files].map(async (file) => ({ name: file.name, content: await inBase64(file) })));
  return { made, read, ok: () => made.files.length >= least };
}

const INPUTS = { 4: textInput, 19: fileInput, 21: radioInput };

function field(part, label, hint, scene) {
  const input = (INPUTS[part.type] || selectInput)(part, scene);
  const needed = part.required !== false && (part.type === 4 || part.type === 21 || (part.min_values ?? 1) > 0);
  const tag = part.type === 4 || part.type === 19 ? "label" : "div";
  const row = element(tag, { class: "field" },
    element("span", { class: "label" }, label || part.label || "", needed ? element("i", { "aria-hidden": "true" }, " *") : null),
    hint ? element("small", {}, hint) : null, input.made, element("small", { class: "failed", role: "alert" }));
  if (tag === "div") input.made.setAttribute("aria-label", label || part.placeholder || "Choose");
  return { part, row, ...input };
}

/** Open the form; one at a time, as in Discord. */
export function openModal(modal, scene) {
  const dialog = document.getElementById("modal");
  const fields = [];
  const rows = modal.components.flatMap((part) => {
    if (part.type === 10) return [markdown(part.content, scene)];
    const inner = part.type === 18 ? [part.component] : part.components || [];
    return inner.map((input) => {
      const made = field(input, part.label, part.description, scene);
      fields.push(made);
      return made.row;
    });
  });
  const refusal = element("p", { class: "failed", role: "alert" });
  const submit = element("button", { type: "submit", class: "btn primary" }, "Submit");
  const form = element("form", { method: "dialog", novalidate: true },
    element("header", {}, element("h2", {}, modal.title),
      element("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    ...rows, refusal,
    element("footer", {}, element("button", { type: "button", class: "btn plain", onclick: () => dialog.close() }, "Cancel"), submit));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = fields.filter((f) => !f.ok());
    for (const f of fields) {
      const said = wrong.includes(f) ? f.made.validationMessage || "This is needed." : "";
      f.row.querySelector(".failed").textContent = said;
    }
    if (wrong.length) return wrong[0].made.focus();
    submit.setAttribute("aria-busy", "true");
    const values = Object.fromEntries(await Promise.all(fields.map(async (f) => [f.part.custom_id, await f.read()])));
    const outcome = await scene.post("modal", { interaction: modal.interaction_id, values });
    submit.removeAttribute("aria-busy");
    if (outcome.state === "answered") dialog.close();
    else refusal.textContent = outcome.error || "Something went wrong. Try again.";
  });
  dialog.setAttribute("aria-label", modal.title);
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  (fields[0]?.made || submit).focus();
}
