// Games' records come from chunks of the page itself, or from the program that plays the games.
import type { GameRecord, ReportData } from "./data.ts";

export interface RecordSource {
  /** Whether a game can be asked for at all. */
  has(run: number, id: number): boolean;
  /** Fails with a sentence for the reader. */
  read(run: number, id: number): Promise<GameRecord>;
  /** The review of a game, as it was written; undefined if there is none. */
  review?(run: number, id: number): Promise<unknown>;
  /** All lines with records, some of a run at a time. It is left out if they would have to be fetched one by one. */
  lines?(): AsyncGenerator<RunLines>;
}

export interface RunLines {
  run: number;
  lines: readonly string[];
}

export function recordSource(data: ReportData, page: ParentNode): RecordSource {
  const { live } = data;
  return live ? new LiveRecords(live.game) : new EmbeddedRecords(page);
}

class LiveRecords implements RecordSource {
  constructor(private readonly address: string) {}

  has(): boolean {
    return true;
  }

  async read(_run: number, id: number): Promise<GameRecord> {
    const answer = await fetch(this.address + id);
    if (!answer.ok) throw new Error(`Game ${id} is not there yet.`);
    return (await answer.json()) as GameRecord;
  }
}

interface Chunk {
  run: number;
  first: number;
  last: number;
  element: Element;
}

const chunksKept = 4;

class EmbeddedRecords implements RecordSource {
  private readonly games: Chunks;
  private readonly reviews: Chunks;

  constructor(page: ParentNode) {
    this.games = new Chunks(page, "toptile-games");
    this.reviews = new Chunks(page, "toptile-reviews");
  }

  has(run: number, id: number): boolean {
    return this.games.has(run, id);
  }

  async read(run: number, id: number): Promise<GameRecord> {
    const record = recordIn(await this.games.linesWith(run, id), id);
    if (!record) throw new Error(`This page does not have game ${id}.`);
    return record;
  }

  async review(run: number, id: number): Promise<unknown> {
    try {
      return reviewIn(await this.reviews.linesWith(run, id), id);
    } catch {
      return undefined; // A game can be shown without its review.
    }
  }

  async *lines(): AsyncGenerator<RunLines> {
    for (const { run, element } of this.games.all) yield { run, lines: (await unpack(element.textContent ?? "")).split("\n") };
  }
}

/** The elements of one kind. Each has the lines of some games of a run, in their order; only a few are kept unpacked. */
class Chunks {
  readonly all: readonly Chunk[];
  private readonly unpacked = new Map<Chunk, Promise<string[]>>();

  constructor(page: ParentNode, kind: string) {
    const chunks = [...page.querySelectorAll<HTMLElement>(`script.${kind}`)].map((element) => ({
      run: Number(element.dataset["run"] ?? 0),
      first: Number(element.dataset["first"]),
      last: Number(element.dataset["last"]),
      element,
    }));
    this.all = chunks.sort((a, b) => a.run - b.run || a.first - b.first);
  }

  has(run: number, id: number): boolean {
    return this.chunkOf(run, id) !== undefined;
  }

  /** All lines of the chunk of a game; none if there is no such chunk. */
  async linesWith(run: number, id: number): Promise<string[]> {
    const chunk = this.chunkOf(run, id);
    return chunk ? this.linesOf(chunk) : [];
  }

  private chunkOf(run: number, id: number): Chunk | undefined {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.all[middle]!;
      if (chunk.run < run || (chunk.run === run && chunk.last < id)) low = middle + 1;
      else high = middle;
    }
    const found = this.all[low];
    return found && found.run === run && found.first <= id && id <= found.last ? found : undefined;
  }

  private linesOf(chunk: Chunk): Promise<string[]> {
    const kept = this.unpacked.get(chunk);
    if (kept) return kept;
    const lines = unpack(chunk.element.textContent ?? "").then((text) => text.split("\n"));
    this.unpacked.set(chunk, lines);
    if (this.unpacked.size > chunksKept) this.unpacked.delete(this.unpacked.keys().next().value!);
    return lines;
  }
}

/** The record of a game among lines with one record each. */
export function recordIn(lines: readonly string[], id: number): GameRecord | undefined {
  for (const line of lines) {
    if (!mayBeOf(line, id)) continue;
    const record = JSON.parse(line) as GameRecord;
    if (record.id === id) return record;
  }
  return undefined;
}

/** The review of a game among lines with one review each. */
export function reviewIn(lines: readonly string[], id: number): unknown {
  for (const line of lines) {
    if (!line.slice(0, 60).includes(`"game":${id},`)) continue;
    const review = JSON.parse(line) as { game?: unknown } | null;
    if (review?.game === id) return review;
  }
  return undefined;
}

function mayBeOf(line: string, id: number): boolean {
  return line.slice(0, 60).includes(`"id":${id},`) || (line !== "" && !/^\{"log":\d+,"id":\d+,/.test(line));
}

/** Unpacks raw deflate in base64. */
export async function unpack(base64: string): Promise<string> {
  return unpacked(base64).text();
}

export async function unpackBytes(base64: string): Promise<ArrayBuffer> {
  return unpacked(base64).arrayBuffer();
}

function unpacked(base64: string): Response {
  const packed = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}
