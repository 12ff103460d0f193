"use strict";
// Bots made with the JavaScript kit, as processes, and the lines that a referee would send them.

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const KIT = path.join(ROOT, "protocol", "sdk", "javascript", "toptile.js");
const toptile = require(KIT);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toptile-"));
const list = path.join(folder, "word list.txt");
fs.writeFileSync(list, "DEAR\nDO\nLEAN\nLEAP\nMOOD\nNET\nNETS\nOD\nON\nPLUS\nQUIT\nSNACK\nWOOD\nWOOL\n");
const running = new Set();
after(() => {
  for (const bot of running) bot.process.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true });
});

/** A bot's process; its lines are read as they come. */
class Bot {
  constructor(script) {
    this.process = spawn(process.execPath, [script], { stdio: "pipe" });
    running.add(this);
    this.lines = [];
    this.notes = "";
    this.wake = () => {};
    let begun = "";
    this.process.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (begun + text).split("\n");
      begun = lines.pop();
      this.lines.push(...lines);
      this.wake();
    });
    this.process.stderr.setEncoding("utf8").on("data", (text) => (this.notes += text));
    this.process.stdin.on("error", () => {});
    this.closed = new Promise((resolve) => this.process.on("close", (code) => resolve(code)));
  }

  send(...lines) {
    this.process.stdin.write(lines.map((line) => line + "\n").join(""));
  }

  async line() {
    while (!this.lines.length) await new Promise((resolve) => (this.wake = resolve));
    return this.lines.shift();
  }

  async next(count) {
    const lines = [];
    while (lines.length < count) lines.push(await this.line());
    return lines;
  }

  /** All lines up to and including the one that begins with `last`. */
  async linesTo(last) {
    const lines = [];
    do lines.push(await this.line());
    while (!lines.at(-1).startsWith(last));
    return lines;
  }
}

let scripts = 0;
/** A bot whose script is `bot1.js`, `bot2.js` and so on. */
function started(code) {
  const script = path.join(folder, `bot${++scripts}.js`);
  fs.writeFileSync(script, `const toptile = require(${JSON.stringify(KIT)});\n${code}`);
  return new Bot(script);
}

const LEXICON = `lexicon name small words 14 sha256 0 path ${list}`;

function position(rack, ...moves) {
  const ruleset = new toptile.Ruleset(), game = new toptile.Game(ruleset, new toptile.Lexicon("", ruleset));
  let board = new toptile.Board(10);
  for (const move of moves) board = board.after(new toptile.Position(game, board, "").laidBy(move).laid);
  return `position board ${board} rack ${rack} scores 0,0 racks 7,7 bag 80 moves ${moves.join(",") || "-"}`;
}

module.exports = { Bot, KIT, LEXICON, ROOT, folder, position, started, toptile };
