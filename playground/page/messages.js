// One message as Discord shows it: the line above, who and when, the text, what stands below.
import { drawComponents, fileLink, picture } from "./components.js";
import { colour, element, link } from "./dom.js";
import { markdown } from "./markdown.js";

const TOGETHER = 7 * 60_000;

function embed(data, scene) {
  const title = data.url ? link(data.url, {}, data.title) : data.title;
  const fields = (data.fields || []).map((field) =>
    element("div", { class: field.inline ? "" : "whole" }, element("b", {}, field.name), markdown(field.value, scene)));
  const made = element("div", { class: "embed" },
    data.thumbnail && picture(data.thumbnail, "", "thumbnail"),
    data.author && element("small", {}, data.author.name),
    data.title && element("b", { class: "title" }, title),
    data.description && markdown(data.description, scene),
    fields.length ? element("div", { class: "fields" }, ...fields) : null,
    data.image && picture(data.image, "", "large"),
    data.footer && element("small", {}, data.footer.text));
  if (data.color) made.style.borderLeftColor = colour(data.color);
  return made;
}

/** The face of somebody: a coloured disc with a letter, the bot's sign for the bot. */
export function face(who, kind = "avatar") {
  const made = element("div", { class: kind, "aria-hidden": "true" }, who.avatar_color ? who.name[0] : "戦");
  made.style.background = who.avatar_color || "var(--accent)";
  return made;
}

function clock(when, locale) {
  const today = when.toDateString() === new Date().toDateString();
  const time = when.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
  return today ? time : `${when.toLocaleDateString(locale)} ${time}`;
}

function attachments(message) {
  const shown = JSON.stringify(message.components);
  return message.attachments.filter((file) => !shown.includes(file.url)).map((file) =>
    (file.content_type || "").startsWith("image/")
      ? picture(file, file.description || file.filename, "large", file.filename.startsWith("SPOILER_"))
      : fileLink(file.url, file.filename, file.size));
}

function onlyYou(message) {
  return element("div", { class: "below" }, element("span", { "aria-hidden": "true" }, "👁 "), "Only you can see this · ",
    element("button", { type: "button", "data-dismiss": message.id }, "Dismiss message"));
}

/** The whole message. `failure` is what went wrong with the last click on it, if anything. */
export function drawMessage(message, scene, failure) {
  const { world, person } = scene;
  const known = world.people.find((p) => p.id === message.author.id);
  const author = known || { name: message.author.global_name || message.author.username };
  const when = new Date(message.timestamp);
  const pinged = message.pings.includes(person.id);
  const [who, command] = (message.interaction_note || "").split(" used ");
  const user = command && world.people.find((p) => p.name === who);
  const edited = message.edited ? element("span", { class: "edited" }, "(edited)") : null;
  return element("article",
    {
      class: "message" + (message.ephemeral_for ? " private" : "") + (pinged ? " ping" : ""),
      "data-message-id": message.id, "data-key": message.id, "data-author": message.author.id,
      "data-private": message.ephemeral_for ? "yes" : null, "data-pings-me": pinged ? "yes" : null,
      "data-time": message.timestamp, tabindex: -1, "aria-label": `Message from ${author.name}`,
    },
    command ? element("div", { class: "note" }, user ? face(user, "face") : null,
      element("span", { class: "who" }, who), " used ", element("b", {}, command)) : null,
    face(author),
    element("header", {}, known
      ? element("button", { type: "button", class: "who", "data-who": known.id, "aria-haspopup": "listbox", title: `Apps for ${author.name}` }, author.name)
      : element("span", { class: "who" }, author.name),
      message.author.bot ? element("span", { class: "tag", title: "An app, not a person" }, "BOT") : null,
      element("time", { class: "when", datetime: message.timestamp, title: when.toLocaleString(person.locale) }, clock(when, person.locale))),
    message.content ? markdown(message.content, scene) : null,
    ...message.embeds.map((data) => embed(data, scene)),
    ...drawComponents(message.components, scene),
    ...attachments(message),
    edited,
    failure ? element("div", { class: "failed", role: "alert" }, failure) : null,
    message.ephemeral_for ? onlyYou(message) : null);
}

/** Put days between messages, and draw those of one person that follow closely as one. */
export function group(list) {
  let before = null;
  for (const made of list.querySelectorAll(":scope > .message")) {
    const at = new Date(made.dataset.time);
    const day = !before || new Date(before.dataset.time).toDateString() !== at.toDateString();
    if (day) made.dataset.day = at.toLocaleDateString("en-US", { dateStyle: "long" });
    else delete made.dataset.day;
    const follows = !day && before.dataset.author === made.dataset.author
      && at - new Date(before.dataset.time) < TOGETHER && !made.querySelector(":scope > .note")
      && before.dataset.private === made.dataset.private;
    made.toggleAttribute("data-follows", follows);
    before = made;
  }
}

