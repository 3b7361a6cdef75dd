// The page: who you are, the channel and your direct messages side by side, kept up to date.
import { Column } from "./column.js";
import { listen } from "./components.js";
import { Composer } from "./composer.js";
import { element } from "./dom.js";
import { ask, Live } from "./live.js";
import { keepTime } from "./markdown.js";
import { closeMenu, openMenu } from "./menu.js";
import { face } from "./messages.js";
import { openModal } from "./modal.js";
import { actsIn, called, drawPhone, ids, others, total } from "./notices.js";

const byId = (id) => document.getElementById(id);
const unread = new Set();
const answering = new Map();
const elsewhere = element("b", { class: "count", hidden: true });
let columns = null;
let arriving = false;

/** What every part of the page needs to know and may ask for. */
const scene = {
  world: null, person: null, channel: null, dismissed: new Set(),
  post: (what, body) => ask(`${scene.person.id}/${what}`, body),
  toEnd: () => columns.channel.toEnd(),
  dismiss(id) {
    scene.dismissed.add(id);
    for (const column of Object.values(columns)) column.remove(id);
  },
  thinking(interaction) {
    const name = scene.world.bot.name;
    answering.set(interaction, setTimeout(() => settle(interaction), 15 * 60_000));
    byId("thinking").textContent = `${name} is thinking …`;
    byId("thinking").hidden = false;
  },
  /** Follow a link to a message, or to the place it is in. */
  async go(where, message) {
    if (where === "dm") show("dm");
    else if (scene.world.channels.some((c) => c.id === where)) await choose(where);
    else return problem("That place isn't here.");
    columns[where === "dm" ? "dm" : "channel"].show(message);
  },
  /** The commands on a person, as under *Apps* in Discord. */
  apps(anchor, target) {
    const who = scene.world.people.find((p) => p.id === target);
    const said = (command) => command.name_localizations?.[scene.person.locale] || command.name;
    const menus = who ? scene.world.commands.filter((c) => c.type === 2) : [];
    openMenu(anchor, menus.map((c) => ({ label: said(c), value: c.name, description: `Apps · ${who.name}` })), {
      label: "Apps",
      async choose([name]) {
        const outcome = await scene.post("menu", { channel: scene.channel, name, target });
        if (outcome.state !== "answered") problem(outcome.error || "The application did not respond");
        else if (outcome.kind === "deferred") scene.thinking(outcome.interaction);
        show("channel");
      },
    });
  },
  zoom(image) {
    const dialog = byId("zoom");
    const full = element("img", { src: image.src, alt: image.alt });
    const close = element("button", { type: "button", class: "btn", onclick: () => dialog.close() }, "Close");
    dialog.replaceChildren(full, element("p", {}, image.alt), close);
    dialog.showModal();
  },
};
columns = {
  channel: new Column(document.querySelector('[data-column="channel"]'), scene),
  dm: new Column(document.querySelector('[data-column="dm"]'), scene),
};
for (const column of Object.values(columns)) {
  const seen = { messages: { get: (id) => column.messages.get(id) }, fail: (id, words) => column.fail(id, words) };
  listen(column.scroller, Object.assign(Object.create(scene), seen));
}
for (const tab of Object.keys(columns)) actsIn(document.querySelector(`[data-column="${tab}"]`), () => look(tab));
const composer = new Composer(scene);

function settle(interaction) {
  clearTimeout(answering.get(interaction));
  answering.delete(interaction);
  byId("thinking").hidden = answering.size === 0;
}

function problem(text) {
  const away = element("button", { type: "button", "aria-label": "Dismiss", onclick: () => made.remove() }, "✕");
  const made = element("div", { "data-problem": "yes" }, element("span", {}, text), away);
  byId("problems").prepend(made);
  [...byId("problems").children].slice(4).forEach((old) => old.remove());
}

// What stands around the messages

function place(label, key, current, attributes) {
  const count = ids(scene, key).length;
  return element("li", {}, element("button",
    { type: "button", class: count || unread.has(key) ? "unread" : null, "aria-current": current ? "true" : null, ...attributes },
    element("span", { class: "name" }, label),
    count ? element("b", { class: "count", "aria-label": called(count) }, String(count)) : null));
}

function drawPlaces() {
  const { world, channel } = scene;
  const tab = document.body.dataset.tab;
  byId("channels").replaceChildren(...world.channels.map((c) =>
    place("# " + c.name, c.id, c.id === channel, { "data-channel": c.id, onclick: () => choose(c.id) })));
  byId("direct").replaceChildren(
    place(world.bot.name, "dm", tab === "dm", { "data-tab": "dm", onclick: () => show("dm") }));
  drawPhone(scene, byId("phone"));
  byId("members").replaceChildren(...world.people.map((p) => element("li", {}, element("button",
    { type: "button", "data-member": p.id, "aria-haspopup": "listbox", title: `Apps for ${p.name}` },
    face(p, "face"), element("span", { class: "name" }, p.name)))));
  columns.dm.call(ids(scene, "dm"));
  columns.channel.call(ids(scene, channel));
  const away = others(scene);
  elsewhere.hidden = !away;
  elsewhere.textContent = String(away);
  byId("person").title = `Choose who you are${away ? ` (${called(away)} for others)` : ""}`;
  const mine = total(scene, scene.person.id);
  document.title = `${mine ? `(${mine}) ` : ""}#${byId("channel-name").textContent} · ${scene.person.name} · Shinrisen playground`;
}

function drawWorld() {
  const { world, person, channel } = scene;
  byId("guild").textContent = world.guild.name;
  byId("channel-name").textContent = world.channels.find((c) => c.id === channel)?.name || "no channel";
  byId("bot-name").textContent = world.bot.name;
  byId("online").textContent = world.bot.online ? "online" : "offline";
  byId("online").className = world.bot.online ? "on" : "off";
  byId("text").placeholder = `Message #${byId("channel-name").textContent}, or / for commands`;
  byId("direct-note").textContent = person.dms_open
    ? `Only ${person.name} and ${world.bot.name} see this.`
    : "Direct messages are turned off in the settings: new ones can't arrive.";
  const words = element("span", { class: "words" }, element("small", {}, "You are"),
    element("b", {}, person.name, person.staff ? element("span", { class: "staff" }, "MOD") : null));
  byId("person").replaceChildren(face(person, "face"), words, elsewhere, element("span", { class: "arrow", "aria-hidden": "true" }, "⌄"));
  byId("settings-name").textContent = person.name;
  byId("dms").checked = person.dms_open;
  drawLanguages();
  byId("locale").value = person.locale;
  document.body.dataset.bot = world.bot.online && world.commands.length ? "ready" : "away";
  drawPlaces();
}

/** Every language the bot's commands are named in can be a person's own. */
function drawLanguages() {
  const select = byId("locale");
  const known = new Set([...select.options].map((option) => option.value));
  const named = scene.world.commands.flatMap((c) => Object.keys(c.name_localizations || {}));
  for (const locale of new Set([...named, scene.person.locale])) {
    if (known.has(locale)) continue;
    const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale);
    select.append(element("option", { value: locale }, name));
  }
}

function intro(where) {
  const { world } = scene;
  const name = world.channels.find((c) => c.id === where)?.name;
  return where === "dm"
    ? [face(world.bot, "avatar big"), element("h2", {}, world.bot.name), element("p", {}, `This is the beginning of your direct messages with ${world.bot.name}.`)]
    : [element("div", { class: "avatar big", "aria-hidden": "true" }, "#"), element("h2", {}, `Welcome to #${name}!`), element("p", {}, "This is the start of the channel. Type / to see what can be played.")];
}

async function load(where, column) {
  const { person } = scene;
  const messages = await ask(`${person.id}/channels/${where}/messages`);
  if (person.id !== scene.person.id || (where !== "dm" && where !== scene.channel)) return;
  unread.delete(where);
  column.fill(Array.isArray(messages) ? messages : [], ...intro(where));
}

// What a person looks at

/** Whoever acts in a column has seen what called them there. */
function look(tab) {
  const where = tab === "dm" ? "dm" : scene.channel;
  if (watched(where) && ids(scene, where).length) scene.post("look", { where });
}

function show(tab) {
  document.body.dataset.tab = tab;
  unread.delete(tab === "dm" ? "dm" : scene.channel);
  look(tab);
  drawPlaces();
  columns[tab].toEnd();
}

async function choose(channel) {
  closeMenu();
  const other = channel !== scene.channel;
  scene.channel = channel;
  show("channel");
  drawWorld();
  if (other) await load(channel, columns.channel);
  drawPlaces();
}

function watched(where) {
  const narrow = matchMedia("(max-width: 900px)").matches;
  const tab = where === "dm" ? "dm" : "channel";
  return (where === "dm" || where === scene.channel) && !(narrow && document.body.dataset.tab !== tab) && !document.hidden;
}

// What is heard

function learn(world) {
  const looks = scene.world && JSON.stringify([scene.world.people, scene.world.channels]);
  scene.world = world;
  scene.person = world.people.find((p) => p.id === scene.person?.id) || world.people.find((p) => p.name === scene.person?.name) || world.people[0];
  const gone = !world.channels.some((c) => c.id === scene.channel);
  if (gone) scene.channel = world.channels[0]?.id ?? null;
  drawWorld();
  if (JSON.stringify([world.people, world.channels]) !== looks) Object.values(columns).forEach((column) => column.redraw());
  return gone;
}

function news(event) {
  const { where, op, message } = event;
  if (where === "dm") columns.dm.hear(op, message);
  else if (where === scene.channel) columns.channel.hear(op, message);
  if (op === "delete") return;
  if (message.interaction_metadata) settle(message.interaction_metadata.id);
  if (op !== "create" || watched(where) || message.author.id === scene.person.id) return;
  unread.add(where);
  drawPlaces();
}

async function hear(event) {
  if (event.type === "hello") {
    learn(event);
    byId("lost").hidden = true;
    await Promise.all([load(scene.channel, columns.channel), load("dm", columns.dm)]);
    drawPlaces();
    if (arriving) Object.keys(columns).forEach(look);
    arriving = false;
    document.body.dataset.person = scene.person.name;
  } else if (event.type === "world") {
    if (learn(event)) await load(scene.channel, columns.channel);
  } else if (event.type === "message") news(event);
  else if (event.type === "notices") {
    scene.world.notices = event.notices;
    scene.world.phones = event.phones;
    drawPlaces();
  }
  else if (event.type === "modal") openModal(event.modal, scene);
  else if (event.type === "problem") problem(event.text);
}

const live = new Live(hear, (lost) => {
  byId("lost").hidden = !lost;
  delete document.body.dataset.person;
});

function become(person) {
  scene.person = person;
  arriving = true;
  delete document.body.dataset.person;
  unread.clear();
  composer.clear();
  byId("modal").close();
  history.replaceState(null, "", `?as=${encodeURIComponent(person.name)}`);
  drawWorld();
  live.become(person);
}

for (const how of ["click", "contextmenu"]) {
  byId("members").addEventListener(how, (event) => {
    const member = event.target.closest("[data-member]");
    if (!member) return;
    event.preventDefault();
    scene.apps(member, member.dataset.member);
  });
}
byId("person").addEventListener("click", () => openMenu(byId("person"),
  scene.world.people.map((p) => ({ label: p.name, value: p.id, color: p.avatar_color, description: p.staff ? "Moderator" : "", count: total(scene, p.id) })),
  { chosen: [scene.person.id], label: "Who you are", choose: ([id]) => become(scene.world.people.find((p) => p.id === id)) }));
byId("dms").addEventListener("change", (event) => scene.post("settings", { dms_open: event.target.checked }));
byId("locale").addEventListener("change", (event) => scene.post("settings", { locale: event.target.value }));
byId("light").addEventListener("change", (event) => {
  const theme = event.target.checked ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
});
byId("zoom").addEventListener("click", () => byId("zoom").close());
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !scene.person) return;
  unread.delete(document.body.dataset.tab === "dm" ? "dm" : scene.channel);
  drawPlaces();
});

async function start() {
  if (localStorage.getItem("theme") === "light") {
    byId("light").checked = true;
    document.documentElement.dataset.theme = "light";
  }
  keepTime();
  const world = await ask("world");
  if (world.error) {
    byId("lost").hidden = false;
    return setTimeout(start, 1000);
  }
  const asked = new URLSearchParams(location.search).get("as")?.toLowerCase();
  learn(world);
  become(world.people.find((p) => p.name.toLowerCase() === asked || p.id === asked) || world.people[0]);
}

start();
