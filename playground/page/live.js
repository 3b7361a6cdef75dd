// The line to the playground: what one person hears, taken up again when it breaks.

/** Ask the playground. What can't be asked or is refused comes back as {error}. */
export async function ask(path, body) {
  const request = body === undefined ? {}
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    return await (await fetch("/people/" + path, request)).json();
  } catch {
    return { error: "The playground doesn't answer." };
  }
}

/** One person's live line at a time. `hear(event)` may be async: events wait for each other. */
export class Live {
  constructor(hear, lost) {
    this.hear = hear;
    this.lost = lost;
    this.socket = null;
    this.name = null;
  }

  /** Listen as this person from now on; never hear anybody else's news again. */
  become(person) {
    this.name = person.name;
    const old = this.socket;
    const socket = (this.socket = new WebSocket(`ws://${location.host}/people/${person.id}/live`));
    old?.close();
    let order = Promise.resolve();
    socket.addEventListener("message", ({ data }) => {
      order = order.then(() => socket === this.socket && this.hear(JSON.parse(data)));
    });
    socket.addEventListener("close", () => socket === this.socket && this.again());
  }

  /** The line broke: ask until the playground is back. It may be another one, with other ids. */
  async again() {
    this.lost(true);
    const broken = this.socket;
    for (let pause = 500; ; pause = Math.min(pause * 1.5, 5000)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.socket !== broken) return;
      const world = await ask("world");
      if (this.socket !== broken) return;
      if (world.error) continue;
      return this.become(world.people.find((p) => p.name === this.name) || world.people[0]);
    }
  }
}
