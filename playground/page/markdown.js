// Discord's markdown as elements. Text never becomes HTML: every piece is a text node.
import { element, emojiOf, link } from "./dom.js";

const INLINE = new RegExp(
  [
    "\\\\(?<escaped>[^\\w\\s])",
    "(?<ticks>`+)(?<code>[\\s\\S]*?[^`])\\k<ticks>(?!`)",
    "<@!?(?<user>\\d+)>|<@&(?<role>\\d+)>|<#(?<channel>\\d+)>|</(?<slash>[^:>\\n]+):\\d+>",
    "<t:(?<time>-?\\d+)(?::(?<style>[tTdDfFR]))?>|<a?:(?<emoji>\\w+):(?<drawn>\\d+)>",
    "\\[(?<label>(?:[^\\]\\\\\\n]|\\\\.)+)\\]\\(<?(?<target>https?://[^)>\\s]+)>?\\)",
    "<(?<quiet>https?://[^>\\s]+)>|(?<url>https?://[^\\s<]*[^\\s<.,:;\"'\\])])",
    "\\*\\*(?<bold>[\\s\\S]+?)\\*\\*(?!\\*)|__(?<under>[\\s\\S]+?)__(?!_)",
    "~~(?<strike>[\\s\\S]+?)~~|\\|\\|(?<spoiler>[\\s\\S]+?)\\|\\|",
    "\\*(?<star>[^\\s*](?:[^*]*[^\\s*])?)\\*(?!\\*)|(?<!\\w)_(?<line>[^_\\n]+)_(?!\\w)",
  ].join("|"),
);

/** A moment in words, as `<t:…:style>` shows it. */
function moment(seconds, style, locale) {
  if (style === "R") return relative(seconds, locale);
  const day = { dateStyle: style === "d" ? "short" : style === "F" ? "full" : "long" };
  const hour = { timeStyle: style === "T" ? "medium" : "short" };
  const form = "tT".includes(style) ? hour : "dD".includes(style) ? day : { ...day, ...hour };
  return new Intl.DateTimeFormat(locale, form).format(new Date(seconds * 1000));
}

/** How far a moment is from now: "in 3 minutes". */
export function relative(seconds, locale = "en-US") {
  const away = seconds - Date.now() / 1000;
  const words = new Intl.RelativeTimeFormat(locale);
  for (const [unit, size] of [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(away) >= size) return words.format(Math.round(away / size), unit);
  }
  return words.format(Math.round(away), "second");
}

function chip(sign, name, me = false) {
  return element("span", { class: me ? "chip me" : "chip" }, sign + name);
}

function piece(found, scene) {
  const { world, person } = scene;
  const nested = (tag, text, attributes) => inline(text, scene, element(tag, attributes));
  if (found.escaped) return found.escaped;
  if (found.code) return element("code", {}, found.code.replace(/^ (.*) $/, "$1"));
  if (found.user) {
    const known = world.people.find((p) => p.id === found.user) || (found.user === world.bot.id && world.bot);
    return chip("@", known ? known.name : "unknown-user", found.user === person.id);
  }
  if (found.role) return chip("@", "role");
  if (found.channel) {
    const known = world.channels.find((c) => c.id === found.channel);
    return chip("#", known ? known.name : "unknown");
  }
  if (found.slash) return chip("/", found.slash);
  if (found.time) {
    const style = found.style || "f";
    const at = Number(found.time);
    const attributes = { class: "stamp", "data-at": style === "R" ? at : null, lang: person.locale, title: moment(at, "F", person.locale) };
    return element("time", attributes, moment(at, style, person.locale));
  }
  if (found.emoji) return emojiOf({ id: found.drawn, name: found.emoji });
  if (found.target) return link(found.target, {}, inline(found.label, scene, element("span")));
  if (found.quiet || found.url) return link(found.quiet || found.url, {}, found.quiet || found.url);
  if (found.bold) return nested("strong", found.bold);
  if (found.under) return nested("u", found.under);
  if (found.strike) return nested("s", found.strike);
  if (found.spoiler) {
    const attributes = { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Spoiler", "data-key": found.spoiler };
    return element("span", attributes, nested("span", found.spoiler));
  }
  return nested("em", found.star || found.line);
}

function inline(text, scene, into) {
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    if (found.index) into.append(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
    into.append(piece(found.groups, scene));
  }
  if (rest) into.append(rest);
  return into;
}

const LIST = /^( *)(?:[-*]|(\d+)\.) +(.*)$/;

/** Lines of a list, nested by how far they are indented. */
function list(lines, scene, into) {
  const open = [];
  for (const line of lines) {
    const [, { length: depth }, number, text] = LIST.exec(line);
    while (open.length && open.at(-1).depth > depth) open.pop();
    const tag = number ? "ol" : "ul";
    if (open.at(-1)?.depth === depth && open.at(-1).made.localName !== tag) open.pop();
    if (!open.length || open.at(-1).depth < depth) {
      const made = element(tag, { start: number });
      (open.length ? open.at(-1).made.lastElementChild : into).append(made);
      open.push({ depth, made });
    }
    open.at(-1).made.append(inline(text, scene, element("li")));
  }
}

function blocks(text, scene, into) {
  const lines = text.split("\n");
  const run = (fits) => {
    const taken = [];
    while (lines.length && fits(lines[0])) taken.push(lines.shift());
    return taken;
  };
  const plain = (line) => !/^(#{1,3} |-# |> |>>> )/.test(line) && !LIST.test(line);
  while (lines.length) {
    let found;
    if ((found = /^(#{1,3}) +(.*)/.exec(lines[0]))) {
      lines.shift();
      into.append(inline(found[2], scene, element("h" + found[1].length)));
    } else if ((found = /^-# +(.*)/.exec(lines[0]))) {
      lines.shift();
      into.append(inline(found[1], scene, element("small")));
    } else if (lines[0].startsWith(">>> ")) {
      const quoted = lines.splice(0).join("\n").slice(4);
      into.append(blocks(quoted, scene, element("blockquote")));
    } else if (lines[0].startsWith("> ")) {
      const quoted = run((line) => line.startsWith("> ")).map((line) => line.slice(2));
      into.append(blocks(quoted.join("\n"), scene, element("blockquote")));
    } else if (LIST.test(lines[0])) {
      list(run((line) => LIST.test(line)), scene, into);
    } else {
      // At least one line is taken: "# " with nothing after it is only text.
      const paragraph = [lines.shift(), ...run(plain)].join("\n");
      into.append(inline(paragraph, scene, element("p")));
    }
  }
  return into;
}

/** A whole text. `scene` knows the world (for names) and who is looking. */
export function markdown(text, scene) {
  const out = element("div", { class: "md" });
  const parts = text.split(/```(?:[a-zA-Z0-9+-]*\n)?([\s\S]+?)```/);
  parts.forEach((part, at) => {
    if (at % 2) out.append(element("pre", {}, element("code", {}, part.replace(/\n$/, ""))));
    else if (part.trim()) blocks(part.replace(/^\n|\n$/g, ""), scene, out);
  });
  return out;
}

/** Keep every "in 3 minutes" on the page true. */
export function keepTime() {
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-at]")) {
      const now = relative(Number(time.dataset.at), time.lang || undefined);
      if (time.textContent !== now) time.textContent = now;
    }
  }, 1000);
}
