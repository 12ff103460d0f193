// The engine, compiled to WebAssembly (browser/page_engine.h), as a program that answers questions. It runs in a worker of the
// page, and in Node for tests.

// The engine imports a few functions of WASI, the system interface of WebAssembly. It has no file but standard error.
const EBADF = 8;
const STDERR = 2;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  toptile_input(bytes: number): number;
  toptile_open(rulesBytes: number): number;
  toptile_ask(): number;
  toptile_answer(): number;
}

export class EngineProgram {
  private readonly exports: Exports;
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();
  /** What it wrote on standard error: why it stopped. */
  private written = "";
  /** Why it stopped: what it would answer afterwards means nothing. */
  private failure: Error | undefined;

  /** `progress` is called with the number of turns of a review that are done, and of all turns. */
  constructor(module: WebAssembly.Module, progress: (done: number, all: number) => void = () => {}) {
    const bytes = (): DataView => new DataView(this.exports.memory.buffer);
    const imports = {
      toptile: { progress },
      wasi_snapshot_preview1: {
        environ_sizes_get: (count: number, size: number) => {
          bytes().setUint32(count, 0, true);
          bytes().setUint32(size, 0, true);
          return 0;
        },
        environ_get: () => 0,
        clock_time_get: (_clock: number, _precision: bigint, time: number) => {
          bytes().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        fd_close: () => EBADF,
        fd_seek: () => EBADF,
        fd_write: (descriptor: number, list: number, count: number, total: number) => {
          let sum = 0;
          for (let i = 0; i < count; ++i) {
            const size = bytes().getUint32(list + 8 * i + 4, true);
            if (descriptor === STDERR) this.written += this.text(bytes().getUint32(list + 8 * i, true), size);
            sum += size;
          }
          bytes().setUint32(total, sum, true);
          return 0;
        },
        proc_exit: (code: number) => {
          throw new Error(`the engine ended with ${code}`);
        },
      },
    };
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.exports._initialize();
  }

  /** Opens a ruleset, as JSON, with a built lexicon. Fails with a sentence. */
  open(rules: string, lexicon: Uint8Array): void {
    const text = this.encoder.encode(rules);
    const lexiconAt = Math.ceil(text.length / 4) * 4;
    const input = this.exports.toptile_input(lexiconAt + lexicon.length);
    const memory = new Uint8Array(this.exports.memory.buffer);
    memory.set(text, input);
    memory.set(lexicon, input + lexiconAt);
    const size = this.run(() => this.exports.toptile_open(text.length));
    if (size > 0) throw new Error(this.text(this.exports.toptile_answer(), size));
  }

  /** Answers a question, both as JSON. */
  ask(question: string): string {
    const text = this.encoder.encode(question);
    const input = this.exports.toptile_input(text.length);
    new Uint8Array(this.exports.memory.buffer).set(text, input);
    const size = this.run(() => this.exports.toptile_ask());
    return this.text(this.exports.toptile_answer(), size);
  }

  private text(at: number, size: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }

  private run(call: () => number): number {
    if (this.failure) throw this.failure;
    try {
      return call();
    } catch (error) {
      throw (this.failure = new Error(`The engine stopped: ${this.written.trim() || String(error)}`));
    }
  }
}
