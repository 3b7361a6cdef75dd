// The line to write in: chat, or a slash command with its typed options.
import { element } from "./messages.js";

const SUB = 1, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, NUMBER = 10;

export class Composer {
  constructor(context) {
    this.context = context;
    this.chosen = null;
    this.text = document.getElementById("text");
    this.suggestions = document.getElementById("suggestions");
    this.options = document.getElementById("options");
    this.refusal = document.getElementById("refusal");
    this.text.addEventListener("input", () => this.suggest());
    this.text.addEventListener("keydown", (event) => this.key(event));
    document.getElementById("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  commands() {
    const japanese = this.context.person.locale === "ja";
    const said = (thing, key) => (japanese && thing[key + "_localizations"]?.ja) || thing[key];
    const out = [];
    for (const command of this.context.world.commands) {
      const subs = (command.options || []).filter((o) => o.type === SUB);
      const whole = { name: command.name, title: said(command, "name"), text: said(command, "description"), options: command.options || [] };
      if (!subs.length) out.push(whole);
      for (const sub of subs) {
        out.push({ name: `${command.name} ${sub.name}`, title: `${whole.title} ${said(sub, "name")}`, text: said(sub, "description"), options: sub.options || [] });
      }
    }
    return out.map((c) => ({ ...c, options: c.options.map((o) => ({ ...o, title: said(o, "name"), text: said(o, "description") })) }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  suggest() {
    this.refusal.textContent = "";
    const typed = this.text.value;
    if (!typed.startsWith("/") || this.chosen) return this.suggestions.replaceChildren();
    const fitting = this.commands().filter((c) => `/${c.name}`.startsWith(typed.trim()) || `/${c.title}`.startsWith(typed.trim()));
    this.suggestions.replaceChildren(...fitting.map((command, number) =>
      element("button", { type: "button", role: "option", class: number ? "" : "on", "data-command": command.name, onclick: () => this.choose(command) },
        element("b", {}, "/" + command.title), element("span", {}, command.text))));
  }

  key(event) {
    if (event.key === "Escape") this.clear();
    const shown = [...this.suggestions.querySelectorAll("button")];
    if (!shown.length) return;
    const at = shown.findIndex((b) => b.classList.contains("on"));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      shown[at]?.classList.remove("on");
      shown[(at + (event.key === "ArrowDown" ? 1 : shown.length - 1)) % shown.length].classList.add("on");
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      (shown[at] || shown[0]).click();
    }
  }

  choose(command) {
    this.chosen = command;
    this.suggestions.replaceChildren();
    this.text.value = "/" + command.name;
    this.options.replaceChildren(
      element("div", { class: "title" }, `/${command.title} `, element("small", {}, command.text)),
      ...command.options.map((option) => this.field(option)),
      element("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.clear() }, "✕"),
    );
    (this.options.querySelector("input, select") || this.text).focus();
  }

  field(option) {
    const attributes = { "data-option": option.name, required: option.required, title: option.text };
    const choices = option.choices
      || (option.type === BOOLEAN && [{ name: "True", value: true }, { name: "False", value: false }])
      || (option.type === USER && this.context.world.people.map((p) => ({ name: p.name, value: p.id })))
      || (option.type === CHANNEL && this.context.world.channels.map((c) => ({ name: c.name, value: c.id })));
    let input;
    if (choices) {
      input = element("select", attributes, element("option", { value: "" }, "—"),
        ...choices.map((c) => element("option", { value: JSON.stringify(c.value) }, c.name)));
    } else {
      const number = option.type === INTEGER || option.type === NUMBER;
      input = element("input", { ...attributes, type: number ? "number" : "text", min: option.min_value, max: option.max_value, step: option.type === NUMBER ? "any" : null, maxlength: option.max_length });
    }
    const label = element("label", {}, option.title + (option.required ? " *" : ""), input);
    if (option.autocomplete) this.complete(option, input, label);
    return label;
  }

  complete(option, input, label) {
    const list = element("datalist", { id: `choices-${option.name}` });
    input.setAttribute("list", list.id);
    label.append(list);
    let timer;
    const ask = async () => {
      if (!this.chosen) return;
      const values = this.values();
      values[option.name] = input.value;
      const found = await this.context.post("autocomplete", { channel: this.context.channel, name: this.chosen.name, options: values, focused: option.name });
      list.replaceChildren(...(found.choices || []).map((c) => element("option", { value: c.value }, c.name)));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 150);
    };
    input.addEventListener("focus", later);
    input.addEventListener("input", later);
  }

  values() {
    const given = {};
    for (const input of this.options.querySelectorAll("[data-option]")) {
      if (input.value === "") continue;
      given[input.dataset.option] = input.tagName === "SELECT" ? JSON.parse(input.value) : input.type === "number" ? Number(input.value) : input.value;
    }
    return given;
  }

  async send() {
    const text = this.text.value.trim();
    this.refusal.textContent = "";
    if (!this.chosen && text.startsWith("/")) {
      const named = this.commands().find((c) => `/${c.name}` === text);
      if (!named) return void (this.refusal.textContent = "There is no such command.");
      return this.choose(named);
    }
    if (!this.chosen) {
      if (!text) return;
      this.text.value = "";
      return this.context.post("say", { channel: this.context.channel, text });
    }
    const outcome = await this.context.post("command", { channel: this.context.channel, name: this.chosen.name, options: this.values() });
    if (outcome.error) return void (this.refusal.textContent = outcome.error);
    if (outcome.state !== "answered") this.refusal.textContent = "The application did not respond";
    else this.clear();
  }

  clear() {
    this.chosen = null;
    this.text.value = "";
    this.options.replaceChildren();
    this.suggestions.replaceChildren();
  }
}
