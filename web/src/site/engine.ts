// The engine of a site is in a script, which all its pages share and load when it is first asked.
import type { EngineSource } from "../engine/engine.ts";
import { unpackBytes } from "../records.ts";
import { loadScript } from "./records.ts";

declare global {
  // The script calls this with the engine and the lexicon, which are packed.
  var toptileEngine: ((wasm: string, lexicon: string) => void) | undefined;
}

let loading: Promise<{ wasm: string; lexicon: string }> | undefined;

export function scriptEngine(root: string, name: string | null): EngineSource | undefined {
  if (name === null) return undefined;
  const load = () => (loading ??= loadEngine(root + name));
  return { wasm: async () => unpackBytes((await load()).wasm), lexicon: async () => unpackBytes((await load()).lexicon) };
}

async function loadEngine(address: string): Promise<{ wasm: string; lexicon: string }> {
  const missing = "This site does not have its engine.";
  let packed: { wasm: string; lexicon: string } | undefined;
  globalThis.toptileEngine = (wasm, lexicon) => (packed = { wasm, lexicon });
  await loadScript(address, missing);
  if (!packed) throw new Error(missing);
  return packed;
}
