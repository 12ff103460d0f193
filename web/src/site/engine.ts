// The engine of a site is in a script, which all its pages share and load when it is first asked.
import { loadOnce, type EngineSource } from "../engine/engine.ts";
import { unpackBytes } from "../records.ts";
import { loadScript } from "./records.ts";

declare global {
  // The script calls this with the engine and the lexicon, which are packed.
  var toptileEngine: ((wasm: string, lexicon: string) => void) | undefined;
}

/** The parts as the script has them, packed. */
interface PackedParts {
  wasm: string;
  lexicon: string;
}

let load: (() => Promise<PackedParts>) | undefined;

export function scriptEngine(root: string, name: string | null): EngineSource | undefined {
  if (name === null) return undefined;
  const parts = (load ??= loadOnce(() => loadEngine(root + name)));
  return { wasm: async () => unpackBytes((await parts()).wasm), lexicon: async () => unpackBytes((await parts()).lexicon) };
}

async function loadEngine(address: string): Promise<PackedParts> {
  const missing = "This site does not have its engine.";
  let packed: PackedParts | undefined;
  globalThis.toptileEngine = (wasm, lexicon) => (packed = { wasm, lexicon });
  await loadScript(address, missing);
  if (!packed) throw new Error(missing);
  return packed;
}
