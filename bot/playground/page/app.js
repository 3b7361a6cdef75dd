// The page: who you are, the channel and your direct messages side by side, kept up to date.
import { openModal } from "./components.js";
import { Composer } from "./composer.js";
import { drawMessage, element } from "./messages.js";

const byId = (id) => document.getElementById(id);
const columns = {
  channel: document.querySelector('[data-column="channel"] .messages'),
  dm: document.querySelector('[data-column="dm"] .messages'),
};
const dismissed = new Set();
let socket = null;

const context = {
  world: null, person: null, channel: null,
  async post(what, body) {
    const answer = await fetch(`/people/${context.person.id}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return answer.json();
  },
  component: (message, custom_id, values) => context.post("component", { message: message.id, custom_id, values }),
  submit: (modal, values) => context.post("modal", { interaction: modal.interaction_id, values }),
  dismiss(id) {
    dismissed.add(id);
    document.querySelector(`[data-message-id="${id}"]`)?.remove();
  },
};
const composer = new Composer(context);

function problem(text) {
  byId("problems").replaceChildren(element("div", { "data-problem": "yes" }, text));
}

function place(column, message, op) {
  const old = column.querySelector(`[data-message-id="${message.id}"]`);
  if (op === "delete") return old?.remove();
  if (dismissed.has(message.id)) return;
  const near = column.scrollHeight - column.scrollTop - column.clientHeight < 160;
  const drawn = drawMessage(message, context);
  if (old) old.replaceWith(drawn);
  else if (op !== "update") column.append(drawn);
  if (near || op === "create") column.scrollTop = column.scrollHeight;
}

async function load(where, column) {
  const answer = await fetch(`/people/${context.person.id}/channels/${where}/messages`);
  const messages = answer.ok ? await answer.json() : [];
  column.replaceChildren();
  for (const message of messages) place(column, message, "load");
  column.scrollTop = column.scrollHeight;
}

function drawWorld() {
  const { world, person } = context;
  byId("guild").textContent = world.guild.name;
  byId("channels").replaceChildren(...world.channels.map((channel) => element("li", {},
    element("button", { type: "button", "data-channel": channel.id, "aria-current": channel.id === context.channel ? "true" : null, onclick: () => choose(channel.id) }, "# " + channel.name))));
  byId("channel-name").textContent = world.channels.find((c) => c.id === context.channel)?.name || "";
  const select = byId("person");
  select.replaceChildren(...world.people.map((p) => element("option", { value: p.id, selected: p.id === person.id, "data-person": p.name }, p.name + (p.staff ? " (staff)" : ""))));
  byId("dms").checked = person.dms_open;
  byId("locale").value = person.locale;
  document.body.dataset.bot = world.bot.online && world.commands.length ? "ready" : "away";
}

function choose(channel) {
  context.channel = channel;
  drawWorld();
  load(channel, columns.channel);
}

function learn(world) {
  context.world = world;
  context.person = world.people.find((p) => p.id === context.person?.id) || world.people[0];
  if (!world.channels.some((c) => c.id === context.channel)) context.channel = world.channels[0]?.id;
  drawWorld();
}

async function hear(event) {
  if (event.type === "hello") {
    learn(event);
    await Promise.all([load(context.channel, columns.channel), load("dm", columns.dm)]);
    document.body.dataset.person = context.person.name;
    byId("problems").replaceChildren();
  } else if (event.type === "world") learn(event);
  else if (event.type === "message") {
    if (event.where === "dm") place(columns.dm, event.message, event.op);
    else if (event.where === context.channel) place(columns.channel, event.message, event.op);
  } else if (event.type === "modal") openModal(event.modal, context);
  else if (event.type === "problem") problem(event.text);
}

function connect() {
  const line = new WebSocket(`ws://${location.host}/people/${context.person.id}/live`);
  socket = line;
  let order = Promise.resolve();
  line.addEventListener("message", (event) => {
    order = order.then(() => line === socket && hear(JSON.parse(event.data)));
  });
  line.addEventListener("close", () => {
    if (line !== socket) return;
    problem("The playground is gone; trying again …");
    setTimeout(connect, 1000);
  });
}

function become(person) {
  context.person = person;
  delete document.body.dataset.person;
  history.replaceState(null, "", `?as=${encodeURIComponent(person.name)}`);
  const old = socket;
  connect();
  old?.close();
}

byId("person").addEventListener("change", (event) => become(context.world.people.find((p) => p.id === event.target.value)));
byId("dms").addEventListener("change", (event) => context.post("settings", { dms_open: event.target.checked }));
byId("locale").addEventListener("change", (event) => context.post("settings", { locale: event.target.value }));
byId("light").addEventListener("change", (event) => {
  document.documentElement.dataset.theme = event.target.checked ? "light" : "dark";
});

const world = await (await fetch("/people/world")).json();
const asked = new URLSearchParams(location.search).get("as");
learn(world);
become(world.people.find((p) => p.name === asked || p.id === asked) || world.people[0]);
