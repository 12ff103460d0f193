// Asks for the games in play, again and again while a reader can see them. A page that is slow, hidden or away asks less
// often or not at all, and costs the server nothing meanwhile. The next answer has the present state.
import type { BoardsAnswer } from "./answer.ts";

const everyMs = 500;
const retryMs = 2000;

export interface BoardReader {
  /** Whether the reader sees the board now. */
  isSeen(): boolean;
  /** The game whose board is wanted; null means the featured one. */
  wanted(): number | null;
  take(answer: BoardsAnswer): void;
  /** The game is not there, such as one of an earlier tournament. */
  missing(game: number): void;
}

export class BoardFeed {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private underWay = false;
  private isOver = false;
  private isLast = false;
  /** Goes up whenever something else is wanted: the answer to what was asked before comes too late. */
  private wish = 0;

  constructor(
    private readonly address: string,
    private readonly reader: BoardReader,
  ) {
    this.next(0);
  }

  /** Asks now, such as when the reader has chosen another game. */
  hurry(): void {
    this.wish += 1;
    if (!this.underWay) this.next(0);
  }

  /** Another tournament may have begun. */
  restart(): void {
    this.isOver = this.isLast = false;
    this.hurry();
  }

  /** The tournament is over. It is asked for until the server goes. */
  finish(): void {
    this.isLast = true;
  }

  private next(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), ms);
  }

  private async ask(): Promise<void> {
    if (this.isOver || !this.reader.isSeen()) return this.next(everyMs);
    this.underWay = true;
    const rest = await this.fetch();
    this.underWay = false;
    this.next(rest);
  }

  private async fetch(): Promise<number> {
    const game = this.reader.wanted();
    const wish = this.wish;
    try {
      const answer = await fetch(game === null ? this.address : `${this.address}/${game}`, { cache: "no-store" });
      if (wish !== this.wish) return 0;
      if (answer.status === 404 && game !== null) this.reader.missing(game);
      if (!answer.ok) return retryMs;
      const told = (await answer.json()) as BoardsAnswer;
      if (wish !== this.wish) return 0;
      this.reader.take(told);
      // Nothing changes any more, but the rest of the last game may still be wanted.
      this.isOver = told.pace.is_over && this.reader.wanted() === null;
      return everyMs;
    } catch {
      if (this.isLast) this.isOver = true;
      return retryMs; // The source of events tells the reader that the connection is lost.
    }
  }
}
