// The time that a player has used in a turn. It runs only while that player is asked.

export class TurnTime {
  private begun: number | undefined;

  /** `usedMs` was used before, in a page that was closed. */
  constructor(private before: number) {}

  get usedMs(): number {
    return Math.floor(this.before + (this.begun === undefined ? 0 : performance.now() - this.begun));
  }

  start(): void {
    this.begun ??= performance.now();
  }

  /** Stops it; returns what was used. */
  stop(): number {
    const used = this.usedMs;
    this.before = used;
    this.begun = undefined;
    return used;
  }

  /** For the next turn, which has not begun. */
  reset(): void {
    this.before = 0;
    this.begun = undefined;
  }
}
