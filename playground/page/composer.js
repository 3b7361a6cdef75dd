// The line to write in: chat, or a slash command with its typed options.
import { element } from "./dom.js";
import { ask } from "./live.js";
import { closeMenu, openMenu } from "./menu.js";
import { face } from "./messages.js";

const SUB = 1, GROUP = 2, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, NUMBER = 10;
const byId = (id) => document.getElementById(id);

export class Composer {
  constructor(scene) {
    this.scene = scene;
    this.chosen = null;
    this.asked = 0;
    this.busy = false;
    this.said = Promise.resolve();
    this.text = byId("text");
    this.suggestions = byId("suggestions");
    this.options = byId("options");
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.key(event));
    byId("composer").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
    });
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  refuse(words = "") {
    byId("refusal").textContent = words;
    for (const input of this.options.querySelectorAll("[data-option]")) {
      if (words.split(/\s+/).includes(input.dataset.option)) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }

  /** Commands a person sees listed, sub-commands each on their own, in their language. */
  commands() {
    const locale = this.scene.person.locale;
    const said = (thing, key) => thing[key + "_localizations"]?.[locale] || thing[key];
    const localized = (option) => ({ ...option, title: said(option, "name"), text: said(option, "description") });
    const leaves = (thing, name, title) => {
      const subs = (thing.options || []).filter((o) => o.type === SUB || o.type === GROUP);
      if (!subs.length) return [{ name, title, text: said(thing, "description"), options: (thing.options || []).map(localized) }];
      return subs.flatMap((sub) => leaves(sub, `${name} ${sub.name}`, `${title} ${said(sub, "name")}`));
    };
    const has = BigInt(this.scene.person.permissions);
    const may = ({ default_member_permissions: needed }) => needed == null || (needed !== "0" && (BigInt(needed) & ~has) === 0n);
    return this.scene.world.commands.filter((c) => (c.type ?? 1) === 1 && may(c))
      .flatMap((c) => leaves(c, c.name, said(c, "name")))
      .sort((a, b) => a.title.localeCompare(b.title));
  }

  typed() {
    this.refuse();
    // Whoever changes the command's own words is looking for another one.
    if (this.chosen && this.text.value.trim() !== "/" + this.chosen.title) this.forget();
    const wanted = this.text.value.slice(1).trim().toLowerCase();
    if (!this.text.value.startsWith("/") || this.chosen) return this.suggestions.replaceChildren();
    // Options may follow the whole name of a command.
    const rank = (c) => Math.min(...[c.name, c.title].map((name) => (name.startsWith(wanted) || wanted.startsWith(name + " ") ? 0 : name.includes(wanted) ? 1 : 2)));
    const fitting = this.commands().map((c) => [rank(c), c]).filter(([r]) => r < 2).sort((a, b) => a[0] - b[0]).map(([, c]) => c);
    this.suggestions.replaceChildren(
      element("div", { class: "title" }, fitting.length ? this.scene.world.bot.name : "No commands match"),
      ...fitting.map((command, at) => element("button",
        { type: "button", role: "option", "aria-selected": String(at === 0), "data-command": command.name, onclick: () => this.choose(command) },
        face(this.scene.world.bot, "face"),
        element("span", { class: "words" },
          element("span", {}, element("b", {}, "/" + command.title), ...command.options.map((o) => element("i", { class: o.required ? "needed" : "" }, o.title))),
          element("small", {}, command.text)))));
  }

  key(event) {
    const shown = [...this.suggestions.querySelectorAll("button")];
    if (!shown.length) return;
    const at = shown.findIndex((b) => b.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = shown[(at + step + shown.length) % shown.length];
      shown[at]?.setAttribute("aria-selected", "false");
      next.setAttribute("aria-selected", "true");
      next.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      (shown[at] || shown[0]).click();
    }
  }

  choose(command) {
    const given = typedOptions(command, this.text.value.slice(1).trim());
    this.chosen = command;
    this.suggestions.replaceChildren();
    this.text.value = "/" + command.title;
    const needed = command.options.filter((o) => o.required);
    const others = command.options.filter((o) => !o.required);
    const more = element("div", { class: "more" }, ...others.map((option) => {
      const chip = element("button", { type: "button", "data-add-option": option.name, title: option.text }, "+ " + option.title);
      chip.addEventListener("click", () => {
        chip.hidden = true;
        const made = this.field(option, chip);
        more.before(made);
        made.querySelector("[data-option]").focus();
      });
      return chip;
    }));
    this.options.replaceChildren(
      element("div", { class: "title" }, element("b", {}, "/" + command.title), element("small", {}, command.text),
        element("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.clear() }, "✕")),
      ...needed.map((option) => this.field(option)), more);
    for (const [name, value] of given) this.fill(name, value);
    (this.options.querySelector("[data-option]") || this.text).focus();
  }

  /** Fill in an option that was typed as `name:value`. */
  fill(name, value) {
    this.options.querySelector(`[data-add-option="${name}"]:not([hidden])`)?.click();
    const input = this.options.querySelector(`[data-option="${name}"]`);
    if (input.tagName !== "SELECT") input.value = value;
    else {
      const meant = value.replace(/^[@#]/, "").toLowerCase();
      const found = [...input.options].find((o) => o.text.replace(/^#/, "").toLowerCase() === meant);
      if (found) input.value = found.value;
      else this.refuse(`${name} isn't one of the choices`);
    }
  }

  /** A labelled control for an option; `chip` offers it again when it is taken away. */
  field(option, chip = null) {
    const attributes = { "data-option": option.name, required: option.required, "aria-label": option.title, placeholder: limits(option) };
    const { world } = this.scene;
    const choices = option.choices?.map((c) => ({ name: c.name_localizations?.[this.scene.person.locale] || c.name, value: c.value }))
      || (option.type === BOOLEAN && [{ name: "True", value: true }, { name: "False", value: false }])
      || (option.type === USER && [...world.people, world.bot].map((p) => ({ name: p.name, value: p.id })))
      || (option.type === CHANNEL && world.channels.map((c) => ({ name: "#" + c.name, value: c.id })));
    const number = option.type === INTEGER || option.type === NUMBER;
    const input = choices
      ? element("select", attributes, element("option", { value: "" }, "Choose …"),
        ...choices.map((c) => element("option", { value: JSON.stringify(c.value) }, c.name)))
      : element("input", { ...attributes, inputmode: number ? "decimal" : null, maxlength: option.max_length });
    if (number) input.dataset.number = "yes";
    const away = chip && element("button", { type: "button", class: "away", "aria-label": `Remove ${option.title}` }, "✕");
    const made = element("div", { class: "option" },
      element("label", {}, element("span", { title: option.text }, option.title, option.required ? element("i", {}, " *") : null), input),
      away, element("small", {}, option.text));
    away?.addEventListener("click", () => {
      made.remove();
      chip.hidden = false;
      chip.focus();
    });
    if (option.autocomplete) this.complete(option, input);
    return made;
  }

  complete(option, input) {
    let timer = null;
    let choices = [];
    const take = ([value]) => {
      input.value = choices.find((c) => c.value === value).label;
      input.dataset.value = value;
    };
    const suggest = async () => {
      const number = ++this.asked;
      const options = { ...this.values(), [option.name]: input.value };
      const found = await this.scene.post("autocomplete", { channel: this.scene.channel, name: this.chosen.name, options, focused: option.name });
      // Only the answer to what is typed now is of use.
      if (number !== this.asked || document.activeElement !== input) return;
      choices = (found.choices || []).map((c) => ({ label: String(c.name), value: String(c.value) }));
      openMenu(input, choices, { label: option.title, focus: false, choose: take });
      document.querySelector(".menu .choice")?.setAttribute("aria-selected", "true");
    };
    const later = () => {
      clearTimeout(timer);
      this.asked++;
      timer = setTimeout(() => this.chosen && suggest(), 150);
    };
    input.setAttribute("role", "combobox");
    input.addEventListener("focus", later);
    input.addEventListener("input", () => {
      delete input.dataset.value;
      later();
    });
    input.addEventListener("blur", () => {
      this.asked++;
      closeMenu();
    });
    input.addEventListener("keydown", (event) => {
      const shown = [...document.querySelectorAll(".menu .choice")];
      if (!shown.length || input.getAttribute("aria-expanded") !== "true") return;
      const at = shown.findIndex((c) => c.getAttribute("aria-selected") === "true");
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        shown[at]?.setAttribute("aria-selected", "false");
        const next = shown[(at + step + shown.length) % shown.length];
        next.setAttribute("aria-selected", "true");
        next.scrollIntoView({ block: "nearest" });
      } else if (event.key !== "Enter" || at < 0) return;
      else {
        shown[at].click();
        this.asked++;
      }
      event.preventDefault();
    });
  }

  values() {
    const given = {};
    for (const input of this.options.querySelectorAll("[data-option]")) {
      if (input.value === "") continue;
      const typed = input.dataset.value ?? input.value;
      // A number that isn't one goes as it is, to be refused in words.
      const number = input.dataset.number && /^-?[\d.]+$/.test(typed.trim());
      given[input.dataset.option] = input.tagName === "SELECT" ? JSON.parse(typed) : number ? Number(typed) : typed;
    }
    return given;
  }

  async send() {
    const text = this.text.value.trim();
    this.refuse();
    if (!this.chosen && text.startsWith("/")) {
      const named = this.commands().find((c) => [c.name, c.title].some((name) => `${text} `.startsWith(`/${name} `)));
      return named ? this.choose(named) : this.refuse("There is no such command.");
    }
    if (!this.chosen) return text ? this.say(text) : undefined;
    if (this.busy) return;
    const command = this.chosen;
    this.busy = true;
    byId("composer").setAttribute("aria-busy", "true");
    const outcome = await this.scene.post("command", { channel: this.scene.channel, name: command.name, options: this.values() });
    this.busy = false;
    byId("composer").removeAttribute("aria-busy");
    if (outcome.error) return this.refuse(outcome.error);
    // Whoever is writing something else by now keeps it.
    if (this.chosen === command) this.clear();
    if (outcome.state !== "answered") this.refuse("The application did not respond");
    else if (outcome.kind === "deferred") this.scene.thinking(outcome.interaction);
    this.scene.toEnd();
  }

  /** Chat: the line is free for the next one at once; all are sent in the order they were said. */
  say(text) {
    const { channel, person } = this.scene;
    this.clear();
    this.said = this.said.then(async () => {
      const { error } = await ask(`${person.id}/say`, { channel, text });
      if (!error) return this.scene.toEnd();
      if (!this.text.value) this.text.value = text;
      this.refuse(error);
    });
  }

  forget() {
    this.chosen = null;
    this.asked++;
    closeMenu();
    this.options.replaceChildren();
  }

  clear() {
    this.forget();
    this.refuse();
    this.text.value = "";
    this.suggestions.replaceChildren();
  }
}

/** The options typed behind a command's name, as `name:value` each: pairs of name and value. */
function typedOptions(command, text) {
  const name = [command.name, command.title].find((one) => text.toLowerCase().startsWith(one + " "));
  // Names and values in turn, after what comes before the first name.
  const parts = name ? text.slice(name.length).split(/\s+([^\s:]+):/u).slice(1) : [];
  const known = new Map(command.options.flatMap((o) => [[o.name, o.name], [o.title, o.name]]));
  return parts.flatMap((part, at) => (at % 2 === 0 && known.has(part) ? [[known.get(part), parts[at + 1].trim()]] : []));
}

/** What an option takes, in a few words. */
function limits(option) {
  const { min_value: least, max_value: most } = option;
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least !== undefined) return `${least} or more`;
  return most !== undefined ? `${most} or less` : null;
}
