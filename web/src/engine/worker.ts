// The worker in which the engine runs: it opens a ruleset and a lexicon once, and then answers one question after another.

import { EngineProgram } from "./program.ts";

/** What the page sends. Each message has a number, and its answer has the same one. */
export type Request = { readonly id: number } & (
  | { readonly wasm: ArrayBuffer; readonly rules: string; readonly lexicon: ArrayBuffer }
  | { readonly question: string }
);

export type Reply =
  | { readonly id: number; readonly answer: string }
  | { readonly id: number; readonly error: string }
  | { readonly progress: readonly [done: number, all: number] };

let program: EngineProgram | undefined;

function answerTo(request: Request): string {
  if ("question" in request) {
    if (!program) throw new Error("The engine is not open.");
    return program.ask(request.question);
  }
  program = new EngineProgram(new WebAssembly.Module(request.wasm), (done, all) => send({ progress: [done, all] }));
  program.open(request.rules, new Uint8Array(request.lexicon));
  return "";
}

function send(reply: Reply): void {
  postMessage(reply);
}

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  try {
    send({ id: data.id, answer: answerTo(data) });
  } catch (error) {
    send({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
});
