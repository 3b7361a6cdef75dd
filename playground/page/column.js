// A column of messages: kept in order, changed in place, scrolled as a reader expects.
import { element, morph } from "./dom.js";
import { drawMessage, group } from "./messages.js";
import { called } from "./notices.js";

const NEAR = 120;

export class Column {
  /** `where` gives the channel's id as the playground names it. */
  constructor(root, scene) {
    this.scene = scene;
    this.scroller = root.querySelector(".messages");
    this.jump = root.querySelector(".jump");
    this.bell = root.querySelector(".bell");
    this.intro = element("div", { class: "intro" });
    this.list = element("div", { class: "list" });
    this.scroller.append(this.intro, this.list);
    this.failures = new Map();
    this.messages = new Map();
    this.atEnd = true;
    this.scroller.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.scroller;
      this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
      if (this.atEnd) this.jump.hidden = true;
    });
    this.jump.addEventListener("click", () => this.toEnd());
    // Pictures arrive late and panels grow: whoever reads the end stays at the end.
    const watch = new ResizeObserver(() => this.atEnd && this.toEnd());
    watch.observe(this.list);
    watch.observe(this.scroller);
  }

  toEnd() {
    this.atEnd = true;
    this.jump.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Have a message in sight, and the keyboard at it; the end stays where there is none. */
  show(id) {
    const made = this.find(id);
    made?.setAttribute("tabindex", "-1");
    made?.focus({ preventScroll: true });
    made?.scrollIntoView({ block: "nearest" });
  }

  /** Show these messages instead of what is there. */
  fill(messages, ...intro) {
    this.intro.replaceChildren(...intro);
    this.messages = new Map(messages.filter((m) => !this.scene.dismissed.has(m.id)).map((m) => [m.id, m]));
    this.failures.clear();
    this.list.replaceChildren(...[...this.messages.values()].map((m) => drawMessage(m, this.scene)));
    group(this.list);
    this.toEnd();
  }

  /** Draw everything anew where it stands: somebody's language, or a name, is another one. */
  redraw() {
    for (const message of this.messages.values()) this.draw(message);
    group(this.list);
  }

  find(id) {
    return this.list.querySelector(`:scope > [data-message-id="${id}"]`);
  }

  draw(message) {
    const old = this.find(message.id);
    const fresh = drawMessage(message, this.scene, this.failures.get(message.id));
    if (!old) return this.list.append(fresh);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const controls = () => [...old.querySelectorAll("[data-custom-id]:enabled")];
    const at = focused ? controls().indexOf(focused) : -1;
    morph(old, fresh);
    // Whoever plays by keyboard goes on from where they were.
    if (focused && document.activeElement !== focused) (controls()[at] || controls().at(-1) || old).focus({ preventScroll: true });
  }

  /** A message came, changed or went. */
  hear(op, message) {
    if (op === "delete") return this.remove(message.id);
    if (this.scene.dismissed.has(message.id)) return;
    const known = this.messages.has(message.id);
    if (op === "update" && !known) return;
    this.messages.set(message.id, message);
    this.draw(message);
    group(this.list);
    if (!known && !this.atEnd) this.jump.hidden = false;
  }

  remove(id) {
    this.messages.delete(id);
    this.failures.delete(id);
    this.find(id)?.remove();
    group(this.list);
  }

  /** Mark the messages that call the person here, and count them at the column's head. */
  call(ids) {
    this.bell.hidden = !ids.length;
    this.bell.textContent = `🔔 ${ids.length}`;
    this.bell.setAttribute("aria-label", called(ids.length));
    for (const made of this.list.querySelectorAll(":scope > .message")) {
      made.toggleAttribute("data-new", ids.includes(made.dataset.messageId));
    }
  }

  /** Say in red under a message what went wrong; null takes it back. */
  fail(id, words) {
    const message = this.messages.get(id);
    if (!message || (this.failures.get(id) ?? null) === words) return;
    if (words === null) this.failures.delete(id);
    else this.failures.set(id, words);
    this.draw(message);
    group(this.list);
  }
}
