// The records of a site's games are in scripts, because a page that is opened from disk may load no other files.
import type { GameRecord } from "../data.ts";
import { recordIn, unpack, type RecordSource } from "../records.ts";

type Take = (file: number, packed: string) => void;

declare global {
  // Each file games/N.js calls this with its number and its records, which are packed.
  var toptileGames: Take | undefined;
}

export class ScriptRecords implements RecordSource {
  private readonly packed = new Map<number, string>();

  constructor(
    private readonly root: string,
    private readonly setsAFile: number,
    private readonly lastGame: number,
  ) {
    globalThis.toptileGames = (file, packed) => this.packed.set(file, packed);
  }

  has(_run: number, id: number): boolean {
    return id >= 1 && id <= this.lastGame;
  }

  async read(_run: number, id: number): Promise<GameRecord> {
    const missing = `This site does not have game ${id}.`;
    if (!this.has(0, id)) throw new Error(missing);
    const file = Math.floor((Math.ceil(id / 2) - 1) / this.setsAFile) + 1;
    if (!this.packed.has(file)) await loadScript(`${this.root}games/${file}.js`, missing);
    const packed = this.packed.get(file);
    if (packed === undefined) throw new Error(missing);
    const record = recordIn((await unpack(packed)).split("\n"), id);
    if (!record) throw new Error(missing);
    return record;
  }
}

/** Runs a script of the site; fails with this sentence if it is not there. */
export function loadScript(address: string, missing: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(missing)));
    document.head.append(script);
  });
}
