// A board of stacks. It never changes: laying and lifting tiles make a new board.

import type { Play } from "./notation.ts";

export interface LaidTile {
  readonly index: number; // The square's number, counted row by row from the top.
  readonly symbol: string;
}

export class Board {
  private constructor(
    readonly size: number,
    private readonly stacks: readonly (readonly string[])[],
  ) {}

  static empty(size: number): Board {
    return new Board(
      size,
      Array.from({ length: size * size }, () => []),
    );
  }

  // The tiles of a stack, from the bottom to the top.
  stack(index: number): readonly string[] {
    return this.stacks[index] ?? [];
  }

  height(index: number): number {
    return this.stack(index).length;
  }

  top(index: number): string | undefined {
    return this.stack(index).at(-1);
  }

  isCentre(index: number): boolean {
    const low = Math.floor((this.size - 1) / 2);
    const high = Math.floor(this.size / 2);
    const isMiddle = (at: number) => at >= low && at <= high;
    return isMiddle(Math.floor(index / this.size)) && isMiddle(index % this.size);
  }

  lay(tiles: readonly LaidTile[]): Board {
    const stacks = [...this.stacks];
    for (const { index, symbol } of tiles) stacks[index] = [...(stacks[index] ?? []), symbol];
    return new Board(this.size, stacks);
  }

  tiles(): string[] {
    return this.stacks.flat();
  }

  // The tiles that a play lays. A tile is never laid on its own face, so if a square already shows the word's letter,
  // no tile is laid there. Returns nothing if the word leaves the board.
  laidBy(play: Play): LaidTile[] | undefined {
    const end = (play.across ? play.column : play.row) + play.word.length;
    if (play.row >= this.size || play.column >= this.size || end > this.size) return undefined;
    const first = play.row * this.size + play.column;
    return play.word
      .map((symbol, i) => ({ index: first + i * (play.across ? 1 : this.size), symbol }))
      .filter(({ index, symbol }) => this.top(index) !== symbol);
  }

  // The board as in position lines: each square has two characters, its height and its symbol, or `..` if it is
  // empty; rows are joined by `/`.
  toText(): string {
    const rows: string[] = [];
    for (let row = 0; row < this.size; ++row) {
      let text = "";
      for (let index = row * this.size; index < (row + 1) * this.size; ++index) {
        const top = this.top(index);
        text += top === undefined ? ".." : `${this.height(index)}${top}`;
      }
      rows.push(text);
    }
    return rows.join("/");
  }
}
