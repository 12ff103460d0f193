// The faces of a ruleset. A tile is named by its symbol, one visible character. The text that a face spells in a word
// may be longer ("QU"). No text is the beginning of another one, so that a word can be split into tiles in one way only.

export interface Face {
  readonly symbol: string;
  readonly text: string;
  readonly label: string; // What a drawn tile shows: "Qu".
}

type TileCounts = Record<string, number | { count?: number; text?: string }>;

export class Alphabet {
  readonly faces: readonly Face[];
  private readonly bySymbol = new Map<string, Face>();
  private readonly byText: readonly Face[];

  constructor(faces: Iterable<{ symbol: string; text: string }>) {
    this.faces = [...faces]
      .map(({ symbol, text }) => ({ symbol, text, label: labelOf(text) }))
      .sort((a, b) => compareSymbols(a.symbol, b.symbol));
    for (const face of this.faces) this.bySymbol.set(face.symbol, face);
    this.byText = [...this.faces].sort((a, b) => b.text.length - a.text.length);
  }

  // Makes it from a ruleset's `tiles`: each symbol has a count, or a count and the text that it spells.
  static fromTiles(tiles: TileCounts): Alphabet {
    return new Alphabet(
      Object.entries(tiles).map(([symbol, value]) => ({
        symbol,
        text: typeof value === "object" && value !== null && value.text ? value.text : symbol,
      })),
    );
  }

  // Makes it from faces as they are shown ("Qu"), if the ruleset is not available.
  static fromLabels(labels: readonly string[]): Alphabet {
    return new Alphabet(labels.map((label) => ({ symbol: [...label][0] ?? "?", text: upper(label) })));
  }

  label(symbol: string): string {
    return this.bySymbol.get(symbol)?.label ?? symbol;
  }

  text(symbol: string): string {
    return this.bySymbol.get(symbol)?.text ?? symbol;
  }

  knows(symbol: string): boolean {
    return this.bySymbol.has(symbol);
  }

  // The symbol of the face that spells exactly this.
  symbolSpelling(text: string): string | undefined {
    return this.byText.find((face) => face.text === text)?.symbol;
  }

  // The tiles of a written word; nothing if no tiles spell it.
  tilesOfWord(word: string): string[] | undefined {
    const tiles: string[] = [];
    for (let at = 0; at < word.length;) {
      const face = this.byText.find(({ text }) => text !== "" && word.startsWith(text, at));
      if (!face) return undefined;
      tiles.push(face.symbol);
      at += face.text.length;
    }
    return tiles;
  }

  spell(tiles: readonly string[]): string {
    return tiles.map((symbol) => this.text(symbol)).join("");
  }

  // Sorts tiles by the order of the faces, as racks are written; unknown symbols come last.
  sorted(tiles: readonly string[]): string[] {
    return [...tiles].sort((a, b) => Number(!this.knows(a)) - Number(!this.knows(b)) || compareSymbols(a, b));
  }
}

// The tiles of a rack or a bag as it is written, with one visible character for each tile.
export function tilesOf(symbols: string): string[] {
  return [...symbols];
}

// Compares by code points, which gives the same order as the bytes of UTF-8.
export function compareSymbols(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < Math.min(left.length, right.length); ++i) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function labelOf(text: string): string {
  const [first = "", ...rest] = text;
  return first + rest.join("").toLowerCase();
}

// Upper case, except for ß, which stays as it is.
function upper(text: string): string {
  return [...text].map((letter) => (letter === "ß" ? letter : letter.toUpperCase())).join("");
}
