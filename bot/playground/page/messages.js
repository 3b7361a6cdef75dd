// Messages as Discord shows them: markdown, mentions, the line above, what stands below.
import { drawComponents } from "./components.js";

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const INLINE = new RegExp(
  [
    "\\\\([\\\\*_~`|<>#@\\-\\[\\]().!:])", // 1 escaped
    "``(.+?)``|`([^`\\n]+)`", // 2, 3 code
    "<@!?(\\d+)>|<#(\\d+)>|<t:(-?\\d+)(?::([tTdDfFR]))?>", // 4 user, 5 channel, 6 time
    "\\[([^\\]\\n]+)\\]\\((https?:[^)\\s]+)\\)|(https?:\\/\\/[^\\s<]+)", // 8, 9, 10 links
    "\\*\\*([^\\n]+?)\\*\\*(?!\\*)|__([^\\n]+?)__|~~([^\\n]+?)~~|\\|\\|([^\\n]+?)\\|\\|", // 11–14
    "\\*([^\\s*][^*\\n]*?)\\*|\\b_([^_\\n]+)_\\b", // 15, 16
  ].join("|"),
);

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (style === "R") return relative(seconds);
  const day = { dateStyle: style === "d" ? "short" : "long" };
  const hour = { timeStyle: style === "T" ? "medium" : "short" };
  const form = "tT".includes(style) ? hour : "dD".includes(style) ? day : { ...day, ...hour };
  return new Intl.DateTimeFormat(undefined, form).format(date);
}

export function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(away) >= size) return words.format(Math.round(away / size), unit);
  }
  return words.format(Math.round(away), "second");
}

function inline(text, world, into) {
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    if (found.index) into.append(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
    into.append(inlinePart(found, world));
  }
  into.append(rest);
  return into;
}

function inlinePart(found, world) {
  const nested = (tag, text, attributes) => inline(text, world, element(tag, attributes));
  if (found[1]) return found[1];
  if (found[2] || found[3]) return element("code", {}, found[2] || found[3]);
  if (found[4]) {
    const person = world.people.find((p) => p.id === found[4]);
    return element("span", { class: "chip" }, "@" + (person ? person.name : found[4] === world.bot.id ? world.bot.name : "unknown"));
  }
  if (found[5]) {
    const channel = world.channels.find((c) => c.id === found[5]);
    return element("span", { class: "chip" }, "#" + (channel ? channel.name : "unknown"));
  }
  if (found[6]) {
    const style = found[7] || "f";
    const at = Number(found[6]);
    return element("time", { "data-at": style === "R" ? at : null, title: moment(at, "f") }, moment(at, style));
  }
  if (found[9] || found[10]) {
    const url = found[9] || found[10];
    return element("a", { href: url, target: "_blank", rel: "noreferrer" }, found[8] || url);
  }
  if (found[11]) return nested("strong", found[11]);
  if (found[12]) return nested("u", found[12]);
  if (found[13]) return nested("s", found[13]);
  if (found[14]) return nested("span", found[14], { class: "spoiler", tabindex: 0, onclick: (e) => e.currentTarget.classList.add("open") });
  return nested("em", found[15] || found[16]);
}

export function markdown(text, world) {
  const out = element("div", { class: "md" });
  const parts = text.split(/```(?:[a-z]*\n)?([\s\S]*?)```/);
  parts.forEach((part, number) => {
    if (number % 2) out.append(element("pre", {}, element("code", {}, part.replace(/\n$/, ""))));
    else if (part.trim()) blocks(part.replace(/^\n|\n$/g, ""), world, out);
  });
  return out;
}

function blocks(text, world, out) {
  let open = null;
  const gather = (tag, line) => {
    if (!open || open.tagName !== tag.toUpperCase()) out.append((open = element(tag)));
    return open;
  };
  for (const line of text.split("\n")) {
    let found;
    if ((found = /^(#{1,3}) +(.*)/.exec(line))) {
      open = null;
      out.append(inline(found[2], world, element("h" + found[1].length)));
    } else if ((found = /^-# +(.*)/.exec(line))) {
      open = null;
      out.append(inline(found[1], world, element("small")));
    } else if ((found = /^> ?(.*)/.exec(line))) {
      inline(found[1] + "\n", world, gather("blockquote"));
    } else if ((found = /^ *[-*•] +(.*)/.exec(line))) {
      gather("ul").append(inline(found[1], world, element("li")));
    } else if ((found = /^ *(\d+)\. +(.*)/.exec(line))) {
      gather("ol").append(inline(found[2], world, element("li", { value: found[1] })));
    } else {
      const p = gather("p");
      if (p.childNodes.length) p.append("\n");
      inline(line, world, p);
    }
  }
}

function embed(data, world) {
  const made = element("div", { class: "embed" });
  if (data.color) made.style.borderLeftColor = "#" + data.color.toString(16).padStart(6, "0");
  if (data.title) made.append(element("b", {}, data.title));
  if (data.description) made.append(markdown(data.description, world));
  for (const field of data.fields || []) {
    made.append(element("b", {}, field.name), markdown(field.value, world));
  }
  return made;
}

export function drawMessage(message, context) {
  const { world, person } = context;
  const author = world.people.find((p) => p.id === message.author.id);
  const name = author ? author.name : message.author.global_name || message.author.username;
  const when = new Date(message.timestamp);
  const out = element("article", {
    class: "message" + (message.ephemeral_for ? " private" : "") + (message.pings.includes(person.id) ? " ping" : ""),
    "data-message-id": message.id,
    "data-private": message.ephemeral_for ? "yes" : null,
    "aria-label": `Message from ${name}`,
  });
  if (message.interaction_note) {
    const [who, command] = message.interaction_note.split(" used ");
    out.append(element("div", { class: "note" }, "↱ ", element("span", { class: "who" }, who), " used ", element("b", {}, command || "")));
  }
  const avatar = element("div", { class: "avatar", "aria-hidden": "true" }, author ? name[0] : "戦");
  avatar.style.background = author ? author.avatar_color : "var(--accent)";
  const head = element("div", {}, element("span", { class: "who" }, name));
  if (message.author.bot) head.append(element("span", { class: "tag" }, "APP"));
  head.append(element("time", { class: "when", title: when.toLocaleString() }, when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })));
  out.append(avatar, head);
  if (message.content) out.append(markdown(message.content, world));
  for (const data of message.embeds) out.append(embed(data, world));
  out.append(...drawComponents(message.components, message, context));
  const shown = new Set(JSON.stringify(message.components).match(/attachments\/\d+/g) || []);
  for (const file of message.attachments) {
    if (shown.has(`attachments/${file.id}`)) continue;
    const image = (file.content_type || "").startsWith("image/");
    out.append(image ? element("img", { src: file.url, alt: file.description || file.filename }) : element("a", { class: "file", href: file.url, download: file.filename }, "📄 " + file.filename));
  }
  if (message.edited) out.append(element("span", { class: "edited" }, "(edited)"));
  if (message.ephemeral_for) {
    const dismiss = element("button", { type: "button", onclick: () => context.dismiss(message.id) }, "Dismiss message");
    out.append(element("div", { class: "below" }, "👁 Only you can see this · ", dismiss));
  }
  return out;
}

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-at]")) {
    time.textContent = relative(Number(time.dataset.at));
  }
}, 1000);
