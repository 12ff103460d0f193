// The tiles that a reader lays to try a play: the cursor, what is left of the rack, and the play as it is written. The engine says
// whether it is legal; nothing here changes the game.

import type { Alphabet } from "./alphabet.ts";
import type { Board, LaidTile } from "./board.ts";
import { columnName } from "./notation.ts";

export class Laying {
  readonly laid: LaidTile[] = [];
  cursor: number;
  isAcross = true;

  constructor(
    private readonly before: Board,
    private tiles: readonly string[],
    private readonly alphabet: Alphabet,
    private readonly mostHeight: number,
  ) {
    const middle = Math.floor(before.size / 2);
    this.cursor = middle * before.size + middle;
  }

  get board(): Board {
    return this.before.lay(this.laid);
  }

  /** The tiles that are left, in the order of the rack. */
  get rack(): string[] {
    const left = [...this.tiles];
    for (const { symbol } of this.laid) left.splice(left.indexOf(symbol), 1);
    return left;
  }

  /** The rack's tiles in another order; those that are laid stay. */
  mix(): void {
    const order = this.tiles.map((symbol) => ({ symbol, at: Math.random() }));
    this.tiles = order.sort((a, b) => a.at - b.at).map(({ symbol }) => symbol);
  }

  clear(): void {
    while (this.undo());
  }

  /** Lays these tiles in place of those that are laid. */
  take(tiles: readonly LaidTile[]): void {
    this.laid.splice(0, this.laid.length, ...tiles);
  }

  /** Moves the cursor; the second time on a square, it turns. */
  goTo(index: number): void {
    if (index === this.cursor) this.isAcross = !this.isAcross;
    this.cursor = index;
  }

  moveBy(rows: number, columns: number): void {
    const { size } = this.before;
    const clamp = (at: number): number => Math.max(0, Math.min(size - 1, at));
    this.cursor = clamp(Math.floor(this.cursor / size) + rows) * size + clamp((this.cursor % size) + columns);
  }

  /**
   * Lays a tile at the cursor, which steps on along the line. Where the board has the letter already, the cursor steps over it, so
   * that a whole word can be typed. A sentence says why a tile cannot be laid.
   */
  lay(symbol: string): string | undefined {
    const { cursor } = this;
    const letter = this.alphabet.label(symbol);
    const replaced = this.laid.findIndex(({ index }) => index === cursor);
    if (this.before.top(cursor) === symbol) {
      if (replaced >= 0) this.laid.splice(replaced, 1);
      this.stepOn();
      return undefined;
    }
    const old = replaced >= 0 ? this.laid.splice(replaced, 1)[0] : undefined;
    const fault = !this.rack.includes(symbol)
      ? `There is no ${letter} left on the rack.`
      : this.before.height(cursor) >= this.mostHeight
        ? `The stack has ${this.mostHeight} tiles already.`
        : undefined;
    if (fault !== undefined) {
      if (old) this.laid.splice(replaced, 0, old);
      return fault;
    }
    this.laid.push({ index: cursor, symbol });
    this.stepOn();
    return undefined;
  }

  /** Takes the last tile back; says whether there was one. */
  undo(): boolean {
    const last = this.laid.pop();
    if (!last) return false;
    this.cursor = last.index;
    return true;
  }

  /** The play in notation; undefined if the tiles are not in one line without gaps, or form no word. */
  get move(): string | undefined {
    const { size } = this.before;
    const [first] = this.laid;
    if (!first) return undefined;
    const rows = new Set(this.laid.map(({ index }) => Math.floor(index / size)));
    const columns = new Set(this.laid.map(({ index }) => index % size));
    if (rows.size > 1 && columns.size > 1) return undefined;
    // A single tile may form words both ways: the play is named by the one across, as the rules name it.
    const directions = this.laid.length > 1 ? [rows.size === 1] : [true, false];
    for (const isAcross of directions) {
      const run = this.runThrough(first.index, isAcross);
      if (run.length > 1 && this.laid.every(({ index }) => run.includes(index))) return this.written(run, isAcross);
    }
    return undefined;
  }

  // The occupied squares in a line through a square, without a gap.
  private runThrough(index: number, isAcross: boolean): number[] {
    const { board } = this;
    const { size } = board;
    const line = Array.from({ length: size }, (_, i) => (isAcross ? Math.floor(index / size) * size + i : i * size + (index % size)));
    const isFree = (at: number): boolean => board.height(line[at] ?? -1) === 0;
    let low = line.indexOf(index);
    let high = low;
    while (low > 0 && !isFree(low - 1)) --low;
    while (high < size - 1 && !isFree(high + 1)) ++high;
    return line.slice(low, high + 1);
  }

  private written(run: readonly number[], isAcross: boolean): string {
    const { board } = this;
    const first = run[0] ?? 0;
    const row = String(Math.floor(first / board.size) + 1);
    const column = columnName(first % board.size);
    const word = this.alphabet.spell(run.map((index) => board.top(index) ?? ""));
    return `${isAcross ? row + column : column + row}.${word}`;
  }

  private stepOn(): void {
    const { size } = this.before;
    const at = this.isAcross ? this.cursor % size : Math.floor(this.cursor / size);
    if (at < size - 1) this.cursor += this.isAcross ? 1 : size;
  }
}
