// The faces of a ruleset. A tile is known by its symbol, one visible character; what a face spells in a word
// may be longer ("QU"), and no text begins another, so that a word falls into tiles in one way only.

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

  // From a ruleset's `tiles`: a symbol with its count, or with its count and the text it spells.
  static fromTiles(tiles: TileCounts): Alphabet {
    return new Alphabet(
      Object.entries(tiles).map(([symbol, value]) => ({
        symbol,
        text: typeof value === "object" && value !== null && value.text ? value.text : symbol,
      })),
    );
  }

  // From faces as they are shown ("Qu"), where the ruleset is not at hand.
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

  // The tiles of a written word; nothing where it holds what no tile spells.
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

  // In the order of the faces, as racks are written; symbols that are no face's come last.
  sorted(tiles: readonly string[]): string[] {
    return [...tiles].sort((a, b) => Number(!this.knows(a)) - Number(!this.knows(b)) || compareSymbols(a, b));
  }
}

// A rack or a bag as written, one visible character a tile.
export function tilesOf(symbols: string): string[] {
  return [...symbols];
}

// By code point, which is the order of UTF-8's bytes.
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

// Upper case, ß aside, which has none but itself.
function upper(text: string): string {
  return [...text].map((letter) => (letter === "ß" ? letter : letter.toUpperCase())).join("");
}
