// Looks for a word in the records that a page has, one part of them after the other.
import type { GameColumns, GameRecord } from "../data.ts";
import type { RecordSource } from "../records.ts";

/** News are told at most this often, because each draws the list anew. */
const restMs = 250;

export class WordSearch {
  /** For each game where it was played, the number of turns that have been played then. The key is the game's row. */
  readonly turns = new Map<number, number>();
  searched = 0;
  isDone = false;
  /** Is called when there is something new; whoever shows the search sets it. */
  onNews: () => void = () => undefined;
  private isStopped = false;

  constructor(readonly word: string) {}

  stop(): void {
    this.isStopped = true;
  }

  async run(records: RecordSource, games: GameColumns): Promise<void> {
    const rows = new Map(games.id.map((id, row) => [keyOf(games.run?.[row] ?? 0, id), row]));
    let told = performance.now();
    for await (const { run, lines } of records.lines?.() ?? []) {
      if (this.isStopped) return;
      for (const line of lines) if (line !== "") this.look(run, line, rows);
      if (performance.now() - told < restMs) continue;
      this.onNews();
      told = performance.now();
    }
    this.isDone = true;
    this.onNews();
  }

  private look(run: number, line: string, rows: ReadonlyMap<string, number>): void {
    this.searched += 1;
    const turn = turnWith(line, this.word);
    const row = turn && rows.get(keyOf(run, turn.game));
    if (turn && row !== undefined) this.turns.set(row, turn.turn);
  }
}

function keyOf(run: number, id: number): string {
  return `${run} ${id}`;
}

/** The first turn of a record's game in which the word was formed. */
export function turnWith(line: string, word: string): { game: number; turn: number } | undefined {
  // Most lines do not have the word, and need not be parsed.
  if (!line.includes(JSON.stringify(word))) return undefined;
  const record = recordOf(line);
  const index = Array.isArray(record?.turns) ? record.turns.findIndex((turn) => turn.words?.includes(word)) : -1;
  return record?.id === undefined || index < 0 ? undefined : { game: record.id, turn: index + 1 };
}

function recordOf(line: string): Partial<GameRecord> | undefined {
  try {
    return JSON.parse(line) as Partial<GameRecord>;
  } catch {
    return undefined; // The game's own page says what is wrong with its record.
  }
}
