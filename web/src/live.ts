// A page that follows a tournament: if an event tells that something has happened, it asks for the data again.
import type { LiveAddresses, ReportData } from "./data.ts";

/** The data is not asked for more often than this, and never while an answer is on its way. */
const restMs = 2000;
const retryMs = 3000;

export type LiveState = "live" | "lost" | "ended";

export interface LiveListener {
  data(data: ReportData): void;
  state(state: LiveState): void;
}

export class LiveFeed {
  private state: LiveState | null = null;
  private waiting = false;
  private underWay = false;
  private again = false;
  private lastAsked = -restMs;
  private isPressed = false;

  constructor(
    private readonly addresses: LiveAddresses,
    private readonly listener: LiveListener,
  ) {
    for (const kind of ["pointerdown", "pointerup", "pointercancel"] as const)
      addEventListener(kind, ({ button }) => (this.isPressed = kind === "pointerdown" && button === 0), true);
    this.connect();
  }

  private connect(): void {
    const source = new EventSource(this.addresses.events);
    source.addEventListener("open", () => {
      this.tell("live");
      this.ask();
    });
    for (const kind of ["game", "standings"]) source.addEventListener(kind, () => this.ask());
    source.addEventListener("end", () => {
      this.tell("ended");
      this.ask();
      source.close();
    });
    source.addEventListener("error", () => {
      if (this.state === "ended") return;
      this.tell("lost");
      // The browser tries again by itself, but not after an answer that it cannot use.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.connect(), retryMs);
    });
  }

  private tell(state: LiveState): void {
    if (state === this.state) return;
    this.state = state;
    this.listener.state(state);
  }

  private ask(): void {
    if (this.underWay) this.again = true;
    if (this.waiting || this.underWay) return;
    this.waiting = true;
    setTimeout(() => void this.fetch(), Math.max(0, this.lastAsked + restMs - performance.now()));
  }

  private async fetch(): Promise<void> {
    this.waiting = false;
    this.underWay = true;
    this.lastAsked = performance.now();
    try {
      const answer = await fetch(this.addresses.data, { cache: "no-store" });
      if (answer.ok) {
        const data = (await answer.json()) as ReportData;
        await this.released();
        this.listener.data(data);
      }
    } catch {
      // If the connection is lost, the source of events tells it.
      if (this.state === "ended") this.again = false;
    }
    this.underWay = false;
    if (!this.again) return;
    this.again = false;
    this.ask();
  }

  /** A click is lost if its link is drawn again between press and release. The click comes just after the release. */
  private async released(): Promise<void> {
    while (this.isPressed)
      await new Promise((done) => {
        for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(done), { once: true });
      });
  }
}
