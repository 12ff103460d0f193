// A folder of files as a tar archive (POSIX ustar), for a browser to keep or to send.

export interface FolderFile {
  readonly path: string; // With / between its parts.
  readonly bytes: Uint8Array;
  readonly isProgram: boolean;
}

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** Fails with a sentence if a path is too long for the format. */
export function tarOf(files: readonly FolderFile[]): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap((file) => [headOf(file), padded(file.bytes)]);
  parts.push(new Uint8Array(2 * BLOCK));
  const archive = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    archive.set(part, at);
    at += part.length;
  }
  return archive;
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  whole.set(bytes);
  return whole;
}

function headOf({ path, bytes, isProgram }: FolderFile): Uint8Array {
  const head = new Uint8Array(BLOCK);
  const encoder = new TextEncoder();
  const put = (at: number, text: string): void => head.set(encoder.encode(text), at);
  const octal = (at: number, width: number, value: number): void => put(at, value.toString(8).padStart(width - 1, "0"));
  const [name, prefix] = namesOf(path);
  put(0, name);
  octal(100, 8, isProgram ? 0o755 : 0o644);
  octal(108, 8, 0);
  octal(116, 8, 0);
  octal(124, 12, bytes.length);
  octal(136, 12, 0);
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\u000000");
  put(345, prefix);
  const sum = head.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\u0000 `);
  return head;
}

/** The path in the two fields of a head: it may be split at a slash. */
function namesOf(path: string): [name: string, prefix: string] {
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  if (bytesOf(path) <= NAME_BYTES) return [path, ""];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (bytesOf(prefix) <= PREFIX_BYTES && bytesOf(name) <= NAME_BYTES && name !== "") return [name, prefix];
  }
  throw new Error(`The path ${path} is too long.`);
}

/** Whether a file starts like a program: a script that names its interpreter, or one for Linux. */
export function isProgram(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  return (a === 0x23 && b === 0x21) || (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46);
}
