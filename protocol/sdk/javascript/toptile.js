"use strict";
/*
Write a bot for Upwords in JavaScript: this one file is the whole kit (Node 18 or later, no packages).

A bot is one function that is given a Position and returns a move, or a promise of one:

    const toptile = require("./toptile.js");

    function choose(position) {
      return position.plays()[0] ?? toptile.PASS;
    }

    toptile.run(choose, { name: "My bot", author: "Me" });

A bot for which many positions cost little more than one may get the positions of many games in one call: see
`chooseMany` in run().

The kit speaks UWI 1.1 with the referee, keeps clock and options, knows the rules, and lists every legal play
with its points. It trusts the position it is sent and judges nothing but words.

Words used: a *symbol* is the one character that stands for a tile on racks and boards (`Q` is the Qu tile);
a *word* is spelled out as people write it (`QUIT`). Rows and columns count from 0 at the top left. Times are
seconds. Anything printed while the bot runs goes to stderr, because stdout belongs to the protocol.
*/

const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const tty = require("node:tty");
const { Console } = require("node:console");
const { Worker, isMainThread, parentPort, workerData } = require("node:worker_threads");

const KIT = "toptile.js 1.1"; // The number is that of the newest UWI that the kit speaks.
const MAX_GAMES = 1024; // A referee lets no bot play more games at once.
const GAMES_OF_CHOOSE_MANY = 64;
const LONGEST_LINE_BYTES = 64 * 1024;
const CLOCK_MARGIN_SECONDS = 0.03;
const GRACE_SECONDS = 0.5;
const WARM_UP_TURNS = 10;
const MOST_SYMBOLS = 32; // A set of symbols is the bits of one number.
const NO_CODE = MOST_SYMBOLS; // The code of a symbol that the ruleset does not have.
const SETTINGS = ["uwi", "setoption", "ruleset", "lexicon", "newgame"]; // An `isready` waits until these are done.
const MARKED = ["newgame", "position", "go", "stop", "refused", "result"]; // Only these lines may name their game.

/** A line, board or move that does not follow the formats. The message says what and where. */
class Unreadable extends Error {}

// Rules, words and board -------------------------------------------------------------------------------------

const HASBRO_TILES = "A7B3C4D5E8F3G3H3I7J1K2L5M5N5O7P3Q1R5S6T5U5V1W2X1Y2Z1";

// Each key on the wire has a property, a default, a lowest and a highest value.
const RULESET_NUMBERS = {
  size: ["size", 10, 2, 26],
  rack: ["rackSize", 7, 1, 99],
  height: ["maxHeight", 5, 1, 9],
  flat: ["flat", 2, 0, 9999],
  stacked: ["stacked", 1, 0, 9999],
  qu: ["quBonus", 2, 0, 9999],
  all: ["allTilesBonus", 20, 0, 9999],
  left: ["leftOver", 5, 0, 9999],
  passes: ["passRounds", 1, 1, 9999],
  scoreless: ["scorelessRounds", 3, 0, 9999],
  exchanges: ["freeExchanges", 0, 0, 9999],
};
const RULESET_TEXTS = {
  name: ["name", "hasbro"],
  plural: ["plural", "forbid"],
  end: ["end", "first_out"],
  lexicon: ["lexiconMode", "void"],
};

/**
 * The numbers of a game, as a `ruleset` line gives them. Those that it leaves out are as in `hasbro`.
 *
 * size                             the board's squares on a side
 * rackSize, maxHeight              the tiles of a full rack, and of the highest stack
 * flat, stacked                    the points for a tile of a flat word, and for one of a stacked word
 * quBonus                          the additional points for Qu in a flat word
 * allTilesBonus                    the points for a full rack laid in one turn
 * leftOver                         the points lost for each tile left at the end
 * passRounds, scorelessRounds      full rounds, of passes and without points, that end it (0: no limit)
 * freeExchanges                    each player's free exchanges in a game; 0: an exchange costs the turn
 * name, plural, end, lexiconMode   the texts of the line
 * tiles, faces                     Maps by symbol: the number of tiles, and the face
 */
class Ruleset {
  #byFirstUnit = new Map(); // Pairs of face and code, by the UTF-16 unit that the face begins with.
  #codes = new Map();

  /** `line` is what follows the word `ruleset`. Throws Unreadable; unknown keys are ignored. */
  constructor(line = "") {
    const pairs = pairsOf(line);
    for (const [key, [property, otherwise, lowest, highest]] of Object.entries(RULESET_NUMBERS)) {
      this[property] = numberOf(key, pairs.get(key) ?? String(otherwise), lowest, highest);
    }
    for (const [key, [property, otherwise]] of Object.entries(RULESET_TEXTS)) {
      this[property] = pairs.get(key) ?? otherwise;
    }
    this.tiles = tileCounts(pairs.get("tiles") ?? HASBRO_TILES);
    this.faces = new Map([...this.tiles.keys()].map((symbol) => [symbol, symbol]));
    for (const [symbol, face] of specialFaces(pairs.get("faces") ?? "Q=QU")) {
      if (this.tiles.has(symbol)) this.faces.set(symbol, face);
    }
    this.#numberSymbols();
  }

  /** Codes follow the order of the faces. As no face begins another, words in byte order are in code order. */
  #numberSymbols() {
    this.symbolOfCode = [...this.tiles.keys()].sort((a, b) => byBytes(this.faces.get(a), this.faces.get(b)));
    if (this.symbolOfCode.length > MOST_SYMBOLS) {
      throw new Unreadable(`tiles: ${this.symbolOfCode.length} symbols; at most ${MOST_SYMBOLS} are allowed`);
    }
    this.faceOfCode = this.symbolOfCode.map((symbol) => this.faces.get(symbol));
    this.faceOfCode.forEach((face, code) => {
      const unit = face.charCodeAt(0);
      this.#byFirstUnit.set(unit, [...(this.#byFirstUnit.get(unit) ?? []), [face, code]]);
      this.#codes.set(this.symbolOfCode[code], code);
    });
    this.quCode = this.faceOfCode.indexOf("QU");
    this.pluralCode = this.plural === "forbid" ? this.faceOfCode.indexOf("S") : -1;
    this.compareTexts = this.faceOfCode.some((face) => /[\ud800-\udfff]/.test(face)) ? byBytes : byUnits;
  }

  /** The number of a symbol, from 0 to 31; 32 for one that this ruleset does not have. */
  codeOf(symbol) {
    return this.#codes.get(symbol) ?? NO_CODE;
  }

  /** The tile whose face stands in `text` at `at`: [face, code], or undefined. */
  faceAt(text, at) {
    return this.#byFirstUnit.get(text.charCodeAt(at))?.find(([face]) => text.startsWith(face, at));
  }

  /** The tiles as people write them: `QIT` is `QUIT`. */
  spelled(symbols) {
    return Array.from(symbols, (symbol) => this.faces.get(symbol) ?? symbol).join("");
  }

  /** The tiles that spell `word`, or null when no tiles do. */
  symbolsOf(word) {
    let symbols = "";
    for (let at = 0; at < word.length; ) {
      const found = this.faceAt(word, at);
      if (!found) return null;
      symbols += this.symbolOfCode[found[1]];
      at += found[0].length;
    }
    return symbols || null;
  }

  /** Points of a word whose stacks hold `tiles` tiles in total; it is flat if each letter has one. */
  wordPoints(letters, tiles, hasQu) {
    if (tiles > letters) return this.stacked * tiles;
    return this.flat * tiles + (hasQu ? this.quBonus : 0);
  }

  allTilesPoints(laid) {
    return laid === this.rackSize ? this.allTilesBonus : 0;
  }
}

/**
 * The words that one ruleset allows, without those that its tiles cannot spell or its board cannot hold.
 *
 * It is a trie in three arrays. The children of a node lie side by side in the order of their codes, so that a bit
 * for each code and the place of the first child are all that a node needs.
 */
class Lexicon {
  #ruleset;

  /** `words` has one word on each line, in upper case. */
  constructor(words, ruleset) {
    this.#ruleset = ruleset;
    const { codes, starts } = wordsInCodes(words, ruleset);
    this.size = starts.length - 1;
    this.#grow(codes, starts);
  }

  /** Reads a file with one word on each line, in any case. Throws when the file cannot be read. */
  static load(path, ruleset) {
    return new Lexicon(upperCase(fs.readFileSync(path, "utf8").replace(/^\ufeff/, "")), ruleset);
  }

  /** Is this a word, as spelled (`QUIT`)? */
  includes(word) {
    const symbols = this.#ruleset.symbolsOf(word);
    return symbols !== null && this.has(symbols);
  }

  /** The same as includes(), for a word given in symbols (`QIT`). */
  has(symbols) {
    let node = 0;
    for (const symbol of symbols) {
      node = this.child(node, this.#ruleset.codeOf(symbol));
      if (node < 0) return false;
    }
    return this.ends[node] === 1;
  }

  /** The node that is one symbol further, or -1. The root is node 0. */
  child(node, code) {
    if (code === NO_CODE) return -1;
    const bit = 1 << code, children = this.children[node];
    return children & bit ? this.first[node] + ones(children & (bit - 1)) : -1;
  }

  /** Makes the nodes level by level. A node is a range of the sorted words: those that begin alike. */
  #grow(codes, starts) {
    const most = codes.length + 1;
    const children = new Int32Array(most), first = new Int32Array(most), ends = new Uint8Array(most);
    const low = new Int32Array(most), high = new Int32Array(most);
    high[0] = starts.length - 1;
    let made = 1;
    for (let node = 0, depth = 0, level = 1; node < made; node++) {
      if (node === level) {
        depth++;
        level = made;
      }
      let at = low[node];
      if (at < high[node] && starts[at + 1] - starts[at] === depth) {
        ends[node] = 1;
        at++;
      }
      first[node] = made;
      while (at < high[node]) {
        const code = codes[starts[at] + depth];
        low[made] = at++;
        while (at < high[node] && codes[starts[at] + depth] === code) at++;
        high[made++] = at;
        children[node] |= 1 << code;
      }
    }
    this.children = children.slice(0, made);
    this.first = first.slice(0, made);
    this.ends = ends.slice(0, made);
  }
}

/**
 * The words of a list that the tiles can spell, sorted and each once: the codes of all words, the place where each
 * begins, and the place where the last one ends.
 */
function wordsInCodes(text, ruleset) {
  const codes = new Uint8Array(text.length), starts = new Int32Array(text.length / 2 + 2);
  const single = new Int16Array(65536).fill(-1), several = -2;
  for (const [code, face] of ruleset.faceOfCode.entries()) {
    single[face.charCodeAt(0)] = face.length === 1 ? code : several;
  }
  let words = 0, isSorted = true;
  for (let at = 0; at < text.length; at++) {
    const begin = starts[words];
    let end = begin, isSpellable = true;
    for (; at < text.length; ) {
      const unit = text.charCodeAt(at);
      if (unit === 10 || unit === 13) break;
      let code = single[unit], length = 1;
      if (code === several) {
        const found = ruleset.faceAt(text, at);
        if (found) [length, code] = [found[0].length, found[1]];
      }
      if (code < 0) isSpellable = false;
      else codes[end++] = code;
      at += length;
    }
    if (!isSpellable || end - begin < 2 || end - begin > ruleset.size) continue;
    if (words > 0 && compareCodes(codes, starts[words - 1], begin, begin, end) >= 0) isSorted = false;
    starts[++words] = end;
  }
  const found = { codes: codes.subarray(0, starts[words]), starts: starts.subarray(0, words + 1) };
  return isSorted ? found : sortedWords(found);
}

function compareCodes(codes, a, aEnd, b, bEnd) {
  while (a < aEnd && b < bEnd && codes[a] === codes[b]) {
    a++;
    b++;
  }
  if (a === aEnd || b === bEnd) return aEnd - a - (bEnd - b);
  return codes[a] - codes[b];
}

function sortedWords({ codes, starts }) {
  const compare = (a, b) => compareCodes(codes, starts[a], starts[a + 1], starts[b], starts[b + 1]);
  const order = Array.from({ length: starts.length - 1 }, (_, word) => word).sort(compare);
  const once = order.filter((word, at) => at === 0 || compare(order[at - 1], word) !== 0);
  const sorted = { codes: new Uint8Array(codes.length), starts: new Int32Array(once.length + 1) };
  once.forEach((word, at) => {
    sorted.codes.set(codes.subarray(starts[word], starts[word + 1]), sorted.starts[at]);
    sorted.starts[at + 1] = sorted.starts[at] + starts[word + 1] - starts[word];
  });
  return sorted;
}

/**
 * A turn: a play, an exchange or a pass.
 *
 * text    the text sent to the referee: `5d.MOOD`, `ex.J`, `pass`
 * points  the points it scores
 * words   the words it forms, spelled; the word in the line of play is first
 * laid    the tiles it lays: [row, column, symbol], from the left or the top
 */
class Move {
  constructor(text, points = 0, words = [], laid = []) {
    this.text = text;
    this.points = points;
    this.words = words;
    this.laid = laid;
  }

  get tilesLaid() {
    return this.laid.length;
  }
}

const PASS = Object.freeze(new Move("pass", 0, Object.freeze([]), Object.freeze([])));

/** The stacks on the squares. A board never changes: `after` gives a new one. */
class Board {
  #tops;
  #heights;

  constructor(size, tops = new Array(size * size).fill(""), heights = new Uint8Array(size * size)) {
    this.size = size;
    this.#tops = tops;
    this.#heights = heights;
  }

  /** Reads rows joined by `/`, with two characters for each square. Throws Unreadable. */
  static parse(text, size) {
    const rows = text.split("/").map((row) => Array.from(row));
    if (rows.length !== size || rows.some((row) => row.length !== 2 * size)) {
      throw new Unreadable(`board: ${size} rows of ${size} squares, two characters each, are expected`);
    }
    const tops = [], heights = new Uint8Array(size * size);
    for (const row of rows) {
      for (let at = 0; at < row.length; at += 2) {
        const [height, top] = [row[at], row[at + 1]];
        if ((height === ".") !== (top === ".") || !/^[1-9.]$/.test(height)) {
          throw new Unreadable("board: a square is a height of 1 to 9 and a symbol, or `..`");
        }
        heights[tops.length] = height === "." ? 0 : Number(height);
        tops.push(top === "." ? "" : top);
      }
    }
    return new Board(size, tops, heights);
  }

  toString() {
    const squares = this.#tops.map((top, at) => (top ? this.#heights[at] + top : ".."));
    const rows = Array.from({ length: this.size }, (_, row) => squares.slice(row * this.size, (row + 1) * this.size));
    return rows.map((row) => row.join("")).join("/");
  }

  isEmpty() {
    return this.#heights.every((height) => height === 0);
  }

  /** The symbol on top, or an empty string. */
  top(row, column) {
    return this.#tops[row * this.size + column];
  }

  height(row, column) {
    return this.#heights[row * this.size + column];
  }

  /** The board with the tiles [row, column, symbol] laid on it, whether or not that is legal. */
  after(laid) {
    const tops = this.#tops.slice(), heights = this.#heights.slice();
    for (const [row, column, symbol] of laid) {
      tops[row * this.size + column] = symbol;
      heights[row * this.size + column]++;
    }
    return new Board(this.size, tops, heights);
  }

  /** The squares [row, column] of the longest row of stacks through an occupied square. Two or more are a word. */
  run(row, column, down) {
    const square = down ? (at) => [at, column] : (at) => [row, at];
    let first = down ? row : column, past = first + 1;
    while (first > 0 && this.top(...square(first - 1))) first--;
    while (past < this.size && this.top(...square(past))) past++;
    return Array.from({ length: past - first }, (_, at) => square(first + at));
  }
}

// A position and its legal plays -----------------------------------------------------------------------------

/**
 * The time for one answer, in seconds, counted from the moment the `go` line was read.
 *
 * limit      the time to answer in, or null when there is no limit
 * increment  the time that the referee adds to this bot's clock after the move
 * seats      the time that every seat had left at the `go`, in seat order; below 0 in overtime
 * bank       the time that this bot may take beyond its limits, in all moves of the game that are left
 * banks      the time in every seat's bank at the `go`, in seat order; empty without time banks
 * nodes      how many nodes to look at, as the bot counts them in info({nodes}), or null when there is no limit
 * shared     the number of open questions that share the time; this clock runs at 1/shared of the usual speed
 *
 * `shared` is above 1 in a batch whose games have clocks of their own. All its questions are answered together, and each
 * game pays the same part of the time, so `limit * shared` seconds may pass until this clock runs out. A limit for one
 * move is not shared: it is for the whole batch. `challenge`, and `choose` if it is called for each position of a batch,
 * see in `remaining` what this position may take of the time that is left. It runs at the usual speed, and `shared` is 1.
 */
class Clock {
  #wasStopped;
  #batch;

  /** `batch` is for the kit: it has a function `countOpen`, and when this position's turn ends, if it has one. */
  constructor(started = secondsNow(), wasStopped = () => false, batch = { countOpen: () => 1, turnEnds: null }) {
    this.started = started;
    this.limit = null;
    this.increment = 0;
    this.seats = [];
    this.bank = 0;
    this.banks = [];
    this.nodes = null;
    this.#wasStopped = wasStopped;
    this.#batch = batch;
  }

  /** Has the referee asked for the answer? */
  get stopped() {
    return this.#wasStopped();
  }

  get elapsed() {
    return secondsNow() - this.started;
  }

  get shared() {
    return this.seats.length && this.#batch.turnEnds === null ? Math.max(1, this.#batch.countOpen()) : 1;
  }

  /** The time left on this clock: infinite if there is no limit, below 0 if the time is over. */
  get remaining() {
    if (this.#batch.turnEnds !== null) return this.#batch.turnEnds - secondsNow();
    return this.limit === null ? Infinity : this.limit - this.elapsed / this.shared;
  }

  /**
   * Takes `clock 10000,9000 inc 100,100`, `movetime 500`, `movetime 500 bank 3000,2000` or `infinite`, and
   * `nodes 5000`, from a `go` line. Throws Unreadable.
   */
  readLimits(line, seat) {
    const words = wordsOf(line);
    const after = (word) => (words.includes(word) ? words[words.indexOf(word) + 1] : undefined);
    const own = (key, seats) => {
      if (seat >= seats.length) throw new Unreadable(`go: ${key} has no time for seat ${seat}`);
      return seats[seat];
    };
    if (after("nodes") !== undefined) this.nodes = numberOf("nodes", after("nodes"));
    if (after("movetime") !== undefined) {
      this.limit = numberOf("movetime", after("movetime")) / 1000;
      if (after("bank") !== undefined) {
        this.banks = numbersOf("bank", after("bank")).map((left) => left / 1000);
        this.bank = own("bank", this.banks);
      }
    } else if (after("clock") !== undefined) {
      this.seats = numbersOf("clock", after("clock"), -Infinity).map((left) => left / 1000);
      const increments = numbersOf("inc", after("inc") ?? "-");
      this.limit = own("clock", this.seats);
      this.increment = (increments[seat] ?? 0) / 1000;
    }
  }
}

/** Chance that follows from a seed (a BigInt of 64 bits): xoshiro128**, whose first state comes from splitmix. */
class Random {
  #state = new Uint32Array(4);

  constructor(seed) {
    let mixed = BigInt.asUintN(64, BigInt(seed));
    for (let at = 0; at < 4; at += 2) {
      mixed = BigInt.asUintN(64, mixed + 0x9e3779b97f4a7c15n);
      let word = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
      word = BigInt.asUintN(64, (word ^ (word >> 27n)) * 0x94d049bb133111ebn);
      word ^= word >> 31n;
      this.#state[at] = Number(word & 0xffffffffn);
      this.#state[at + 1] = Number(word >> 32n);
    }
  }

  #next() {
    const state = this.#state, turned = (word, by) => (word << by) | (word >>> (32 - by));
    const drawn = Math.imul(turned(Math.imul(state[1], 5), 7), 9) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = turned(state[3], 11);
    return drawn;
  }

  /** A number that is at least 0 and less than 1. */
  random() {
    return ((this.#next() >>> 5) * 2 ** 26 + (this.#next() >>> 6)) / 2 ** 53;
  }

  /** A whole number from 0 to `n` - 1. */
  below(n) {
    return Math.floor(this.random() * n);
  }

  choice(items) {
    return items[this.below(items.length)];
  }

  /** Puts the items of an array into a random order. */
  shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
    return items;
  }
}

/**
 * All that stays the same from `newgame` to `result`: ruleset, lexicon, id, players, seat, seed (a BigInt),
 * options and random.
 *
 * `random` starts from the seed that the referee sends, so a bot that uses no other chance plays the same
 * moves again for the same seed. A bot may add properties of its own to a game.
 */
class Game {
  constructor(ruleset, lexicon, { id = "", players = 2, seat = 0, seed = 0n, options = {} } = {}) {
    Object.assign(this, { ruleset, lexicon, id, players, seat, seed: BigInt(seed), options });
    this.random = new Random(seed);
  }
}

/**
 * The game as one seat sees it when it is to move.
 *
 * board           the board
 * rack, seat      the rack, as symbols, and the seat whose rack it is
 * scores, racks   the points and the number of tiles held, in seat order (empty when the referee left them out)
 * bag             the number of tiles left in the bag, or null when left out
 * unseen          every tile that is neither on the board nor on this rack, as symbols
 * moves           the moves so far, as texts
 * game, clock     see Game and Clock; ruleset, lexicon, options, random are the game's
 */
class Position {
  #plays = null;

  constructor(game, board, rack, { scores = [], racks = [], bag = null, unseen = "", moves = [], seat = game.seat,
                                   clock = new Clock() } = {}) {
    Object.assign(this, { game, board, rack, scores, racks, bag, unseen, moves, seat, clock });
  }

  /** Reads what follows the word `position`. Throws Unreadable; unknown keys are ignored. */
  static parse(line, game, clock = new Clock()) {
    const pairs = pairsOf(line);
    const value = (key) => (pairs.get(key) ?? "-").replace(/^-$/, "");
    if (!pairs.has("board") || !pairs.has("rack")) throw new Unreadable("position: board and rack are needed");
    return new Position(game, Board.parse(value("board"), game.ruleset.size), value("rack"), {
      scores: numbersOf("scores", value("scores"), -Infinity),
      racks: numbersOf("racks", value("racks")),
      bag: value("bag") ? numberOf("bag", value("bag")) : null,
      unseen: value("unseen"),
      moves: value("moves").split(",").filter(Boolean),
      clock,
    });
  }

  get ruleset() {
    return this.game.ruleset;
  }

  get lexicon() {
    return this.game.lexicon;
  }

  /** Values of the options declared to run(), by name. */
  get options() {
    return this.game.options;
  }

  get random() {
    return this.game.random;
  }

  /**
   * True once the referee has asked for the answer, or when the time is as good as over. A bot that thinks
   * long asks this every few milliseconds and answers soon after it turns true.
   */
  get shouldStop() {
    return this.clock.stopped || this.clock.remaining * this.clock.shared < CLOCK_MARGIN_SECONDS;
  }

  /** Every legal play once, best first: most points, then fewest tiles laid, then the smallest text. */
  plays() {
    this.#plays ??= legalPlays(this);
    return this.#plays.slice();
  }

  /** The legal play that `text` names, or null. A lone tile that forms words both ways has two names. */
  play(text) {
    let named;
    try {
      named = this.laidBy(text);
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
    const lone = named.laid.length === 1 ? String(named.laid[0]) : null;
    const isNamed = (play) => play.text === text ||
      (play.laid.length === 1 && String(play.laid[0]) === lone && play.words.includes(named.word));
    return this.plays().find(isNamed) ?? null;
  }

  /** The exchange of a tile. Throws a RangeError when the rules do not let this rack exchange it now. */
  exchange(symbol) {
    if (!Array.from(this.rack).includes(symbol) || !this.#mayExchange()) {
      throw new RangeError(`exchange ${symbol}: it is not on the rack, or no exchange is left`);
    }
    return new Move("ex." + this.ruleset.spelled(symbol));
  }

  /** Every legal exchange, one for each symbol. */
  exchanges() {
    const symbols = [...new Set(this.rack)].sort(byBytes);
    return this.#mayExchange() ? symbols.map((symbol) => this.exchange(symbol)) : [];
  }

  /**
   * The position after a play (or pass), before any tile is drawn. The seat stays the same. Bag and unseen are
   * as before, because it is not known which tiles come.
   */
  after(move) {
    const rack = without(this.rack, move.laid.map(([, , symbol]) => symbol));
    return new Position(this.game, this.board.after(move.laid), rack, {
      ...this,
      scores: this.scores.map((score, seat) => (seat === this.seat ? score + move.points : score)),
      racks: this.racks.map((tiles, seat) => (seat === this.seat ? Array.from(rack).length : tiles)),
      moves: [...this.moves, move.text],
    });
  }

  /**
   * The position as `seat` would see it if it had `rack`, drawn from `unseen`. A search needs this for the next
   * player's turn.
   */
  holding(rack, seat) {
    return new Position(this.game, this.board, rack, {
      ...this,
      unseen: without(this.unseen + this.rack, Array.from(rack)),
      seat,
    });
  }

  /** The tiles that a play's text lays on this board, and its word: { laid, word }. Throws Unreadable. */
  laidBy(text) {
    return laidBy(this.board, this.ruleset, text);
  }

  /**
   * The play that the player before just made, with its words, points and tiles. It is rebuilt by going through
   * `moves` from the empty board. It is null when the last move was not a play. Throws Unreadable when the moves do
   * not lead to this board.
   */
  lastPlay() {
    let board = new Board(this.board.size), laid = [];
    for (const text of this.moves) {
      ({ laid } = laidBy(board, this.ruleset, text));
      board = board.after(laid);
    }
    if (String(board) !== String(this.board)) throw new Unreadable("position: its moves do not lead to its board");
    return laid.length ? played(board, this.ruleset, this.moves.at(-1), laid) : null;
  }

  #mayExchange() {
    const free = this.ruleset.freeExchanges;
    const made = this.moves.filter((move) => move.startsWith("ex.") && move !== "ex.?").length;
    return this.bag !== 0 && (!free || made < free);
  }
}

function laidBy(board, ruleset, text) {
  if (text === "pass" || text.startsWith("ex.")) return { laid: [], word: "" };
  const [, across, letter, down, word] = /^([0-9]{1,2})?([a-z])([0-9]{1,2})?\.(.+)$/u.exec(text) ?? [];
  const symbols = word && ruleset.symbolsOf(word);
  if (!symbols || Boolean(across) === Boolean(down)) {
    throw new Unreadable(`move \`${text}\`: a play is like 5d.MOOD or g5.DEAR`);
  }
  const row = Number(across ?? down) - 1, column = letter.charCodeAt(0) - 97, tiles = Array.from(symbols);
  if (row < 0 || Math.max(row, column) >= board.size || (down ? row : column) + tiles.length > board.size) {
    throw new Unreadable(`move \`${text}\` leaves the board`);
  }
  const all = tiles.map((symbol, at) => (down ? [row + at, column, symbol] : [row, column + at, symbol]));
  return { laid: all.filter(([r, c, symbol]) => board.top(r, c) !== symbol), word };
}

/** The play that made the board `after`, with the words it formed and their points. */
function played(after, ruleset, text, laid) {
  const down = /^[a-z]/.test(text);
  const runs = [after.run(...laid[0].slice(0, 2), down), ...laid.map(([row, column]) => after.run(row, column, !down))];
  const words = [];
  let points = ruleset.allTilesPoints(laid.length);
  for (const run of runs.filter((squares) => squares.length > 1)) {
    const symbols = run.map((square) => after.top(...square));
    const tiles = run.reduce((sum, square) => sum + after.height(...square), 0);
    words.push(ruleset.spelled(symbols));
    points += ruleset.wordPoints(run.length, tiles, symbols.some((symbol) => ruleset.faces.get(symbol) === "QU"));
  }
  return new Move(text, points, words, laid);
}

function legalPlays(position) {
  const plays = [], { compareTexts } = position.ruleset;
  const searcher = new LineSearcher(position, plays);
  for (const down of [false, true]) {
    for (let at = 0; at < position.board.size; at++) searcher.search(down, at);
  }
  return plays.sort((a, b) => b.points - a.points || a.laid.length - b.laid.length || compareTexts(a.text, b.text));
}

/**
 * Lists the plays of a few made-up turns. Node runs code slowly until it has run often. Without this, the bot's clock
 * would pay for that in the first turn of a game.
 */
function warmUp(ruleset, lexicon) {
  const game = new Game(ruleset, lexicon), random = new Random(0n);
  const bag = [...ruleset.tiles].flatMap(([symbol, tiles]) => Array(tiles).fill(symbol));
  let board = new Board(ruleset.size);
  for (let turn = 0; turn < WARM_UP_TURNS; turn++) {
    const rack = random.shuffle(bag).slice(0, ruleset.rackSize).join("");
    const position = Position.parse(`board ${board} rack ${rack}`, game), plays = position.plays();
    if (plays.length) board = position.after(plays[0]).board;
  }
}

/** Lays words in one row or column after the other. Sets of symbols and of squares are the bits of a number. */
class LineSearcher {
  constructor(position, plays) {
    const { board, ruleset, lexicon } = position;
    this.plays = plays;
    this.ruleset = ruleset;
    this.lexicon = lexicon;
    this.size = board.size;
    this.boardIsEmpty = board.isEmpty();
    this.boardTops = new Uint8Array(this.size ** 2);
    this.boardHeights = new Uint8Array(this.size ** 2);
    this.isOccupied = new Uint8Array(this.size ** 2);
    for (let row = 0, at = 0; row < this.size; row++) {
      for (let column = 0; column < this.size; column++, at++) {
        this.boardHeights[at] = board.height(row, column);
        this.isOccupied[at] = this.boardHeights[at] ? 1 : 0;
        this.boardTops[at] = this.isOccupied[at] ? ruleset.codeOf(board.top(row, column)) : NO_CODE;
      }
    }
    this.rack = new Uint8Array(MOST_SYMBOLS);
    this.rackSet = 0;
    this.rackTiles = 0;
    for (const symbol of position.rack) {
      const code = ruleset.codeOf(symbol);
      if (code === NO_CODE) continue;
      this.rack[code]++;
      this.rackSet |= 1 << code;
      this.rackTiles++;
    }
    this.tops = new Uint8Array(this.size); // This and all below belong to the line that is searched.
    this.heights = new Uint8Array(this.size);
    this.occupied = 0;
    this.touching = 0; // The squares that join a play to the board.
    this.layable = new Int32Array(this.size); // The symbols that may be laid on a square.
    this.crosses = new Array(this.size).fill(null);
    this.oldWords = [];
    this.word = new Uint8Array(this.size);
  }

  search(down, at) {
    this.down = down;
    this.at = at;
    this.#readLine();
    const edge = this.size - 1;
    for (let start = 0; start < edge; start++) {
      if (start > 0 && this.occupied & (1 << (start - 1))) continue;
      const touching = this.touching & (-1 << start);
      if (!touching) return;
      this.touched = 31 - Math.clz32(touching & -touching);
      if (this.touched - start > this.rackTiles) continue;
      this.start = start;
      this.#extend(0, start, 0);
    }
  }

  /** The place on the board of square `square` of the line. */
  #place(square) {
    return this.down ? square * this.size + this.at : this.at * this.size + square;
  }

  #readLine() {
    this.occupied = this.touching = 0;
    for (let square = 0; square < this.size; square++) {
      const place = this.#place(square), bit = 1 << square;
      this.tops[square] = this.boardTops[place];
      this.heights[square] = this.boardHeights[place];
      const cross = (this.crosses[square] = this.#cross(square));
      if (this.isOccupied[place]) this.occupied |= bit;
      // A neighbour along the line does not count, because its stack is in the same word.
      const joins = this.boardIsEmpty ? this.#isCentre(this.at) && this.#isCentre(square) : this.isOccupied[place] || cross;
      if (joins) this.touching |= bit;
      let layable = this.heights[square] < this.ruleset.maxHeight ? this.rackSet : 0;
      if (this.tops[square] !== NO_CODE) layable &= ~(1 << this.tops[square]);
      if (cross && layable) layable = this.#fitting(cross, layable);
      this.layable[square] = layable;
    }
    this.oldWords = [];
    for (let first = 0, past; first < this.size; first = past + 1) {
      past = first;
      while (past < this.size && this.occupied & (1 << past)) past++;
      if (past - first > 1) this.oldWords.push(((1 << (past - first)) - 1) << first);
    }
  }

  /** Four squares in the middle of a board are centre squares, or one when its size is odd. */
  #isCentre(index) {
    return index === (this.size - 1) >> 1 || index === this.size >> 1;
  }

  /** The stacks joined to a square across the line, or null: the codes of the whole word, and the others' tiles. */
  #cross(square) {
    const step = this.down ? 1 : this.size, place = this.#place(square), at = this.at;
    let before = 0, behind = 0, tiles = 0;
    while (before < at && this.isOccupied[place - (before + 1) * step]) tiles += this.boardHeights[place - ++before * step];
    while (at + behind + 1 < this.size && this.isOccupied[place + (behind + 1) * step]) {
      tiles += this.boardHeights[place + ++behind * step];
    }
    if (!before && !behind) return null;
    const codes = [];
    for (let index = -before; index <= behind; index++) codes.push(this.boardTops[place + index * step]);
    const hasQu = codes.some((code, index) => index !== before && code === this.ruleset.quCode);
    return { codes, before, tiles, hasQu };
  }

  /** Those of `symbols` that complete the word across. */
  #fitting({ codes, before }, symbols) {
    const { lexicon } = this;
    let node = 0, fitting = 0;
    for (let at = 0; at < before && node >= 0; at++) node = lexicon.child(node, codes[at]);
    if (node < 0) return 0;
    for (let rest = symbols & lexicon.children[node]; rest; rest &= rest - 1) {
      const code = 31 - Math.clz32(rest & -rest);
      let last = lexicon.child(node, code);
      for (let at = before + 1; at < codes.length && last >= 0; at++) last = lexicon.child(last, codes[at]);
      if (last >= 0 && lexicon.ends[last]) fitting |= 1 << code;
    }
    return fitting;
  }

  /** Continues a word from `node`, where the squares before `square` have led. Those in `laid` hold new tiles. */
  #extend(node, square, laid) {
    const { lexicon, size, rack } = this;
    if (lexicon.ends[node] && laid && square > this.touched && (square === size || !(this.occupied & (1 << square)))) {
      this.#take(square, laid);
    }
    if (square === size) return;
    const children = lexicon.children[node], first = lexicon.first[node], top = this.tops[square];
    if (top !== NO_CODE && children & (1 << top)) {
      this.word[square] = top;
      this.#extend(first + ones(children & ((1 << top) - 1)), square + 1, laid);
    }
    for (let rest = children & this.layable[square]; rest; rest &= rest - 1) {
      const bit = rest & -rest, code = 31 - Math.clz32(bit);
      if (!rack[code]) continue;
      rack[code]--;
      this.word[square] = code;
      this.#extend(first + ones(children & (bit - 1)), square + 1, laid | (1 << square));
      rack[code]++;
    }
  }

  /** Lists the word that ends before `end`, after checking the rules that the search did not check. */
  #take(end, laid) {
    if ((laid & (laid - 1)) === 0) {
      const square = 31 - Math.clz32(laid);
      // A single tile with a word across is listed already as a play across, and it is written so.
      if ((this.down && this.crosses[square]) || this.#isPlainPlural(square, end)) return;
    } else {
      // Rule 6. A play covers only one square of a word across this line, so only words in it can be covered.
      for (const old of this.oldWords) if ((old & laid) === old) return;
    }
    this.plays.push(this.#scored(end, laid));
  }

  /** Checks rule 7 for a play that lays one tile. */
  #isPlainPlural(square, end) {
    const { pluralCode } = this.ruleset, cross = this.crosses[square];
    if (this.word[square] !== pluralCode || this.occupied & (1 << square)) return false;
    if (square !== end - 1 || end - this.start < 3 || this.word[square - 1] === pluralCode) return false;
    if (!cross) return true;
    return cross.before === cross.codes.length - 1 && cross.before > 1 && cross.codes[cross.before - 1] !== pluralCode;
  }

  #scored(end, laid) {
    const { ruleset, start, at } = this, { faceOfCode, quCode } = ruleset;
    const words = [""], tiles = [];
    let stacked = 0, hasQu = false, points = 0;
    for (let square = start; square < end; square++) {
      const code = this.word[square];
      words[0] += faceOfCode[code];
      stacked += this.heights[square];
      if (code === quCode) hasQu = true;
      if (!(laid & (1 << square))) continue;
      tiles.push(this.down ? [square, at, ruleset.symbolOfCode[code]] : [at, square, ruleset.symbolOfCode[code]]);
      const cross = this.crosses[square];
      if (!cross) continue;
      const { codes, before } = cross;
      points += ruleset.wordPoints(codes.length, cross.tiles + this.heights[square] + 1, cross.hasQu || code === quCode);
      let crossing = "";
      for (let index = 0; index < codes.length; index++) crossing += faceOfCode[index === before ? code : codes[index]];
      words.push(crossing);
    }
    points += ruleset.wordPoints(end - start, stacked + tiles.length, hasQu) + ruleset.allTilesPoints(tiles.length);
    const place = this.down ? letterOf(at) + (start + 1) : at + 1 + letterOf(start);
    return new Move(place + "." + words[0], points, words, tiles);
  }
}

// The session with the referee -------------------------------------------------------------------------------

/** A setting that a bot declares to run() and reads as `position.options[name]`. */
class Option {
  #declared;
  #read;

  /** The functions below call this. `read` gives the value of a text, or undefined. */
  constructor(name, kind, otherwise, declared, read) {
    this.name = name;
    this.kind = kind;
    this.default = otherwise;
    this.#declared = declared;
    this.#read = read;
  }

  /** An option that is true or false. */
  static check(name, otherwise) {
    const values = new Map([["true", true], ["false", false]]);
    return new Option(name, "check", otherwise, String(otherwise), (text) => values.get(text));
  }

  /** An option that is a whole number from `lowest` to `highest`. */
  static spin(name, otherwise, lowest, highest) {
    const declared = `${otherwise} min ${lowest} max ${highest}`;
    return new Option(name, "spin", otherwise, declared, (text) => numberOf(name, text, lowest, highest));
  }

  /** An option that is one of some texts. */
  static combo(name, otherwise, choices) {
    const declared = [otherwise, ...choices].join(" var ");
    return new Option(name, "combo", otherwise, declared, (text) => choices.find((choice) => choice === text));
  }

  /** An option that is any text on one line. */
  static string(name, otherwise = "") {
    return new Option(name, "string", otherwise, otherwise, (text) => text);
  }

  /** An option that calls `action()` each time the referee presses it. It has no value. */
  static button(name, action) {
    return new Option(name, "button", null, "", () => void action());
  }

  declaration() {
    return `option name ${this.name} type ${this.kind}` + (this.#declared && ` default ${this.#declared}`);
  }

  /** The value that `text` gives. Throws Unreadable when it gives none. A button is pressed. */
  valueOf(text) {
    const value = this.#read(text);
    if (value === undefined && this.kind !== "button") {
      throw new Unreadable(`option ${this.name} has no value \`${text}\``);
    }
    return value;
  }
}

/** How a game ended: scores and ranks in seat order (rank 1 is best), and the reason. */
class Result {
  constructor(line) {
    const pairs = pairsOf(line);
    this.scores = numbersOf("scores", pairs.get("scores") ?? "", -Infinity);
    this.ranks = numbersOf("ranks", pairs.get("ranks") ?? "");
    this.reason = pairs.get("reason") ?? "";
  }
}

/**
 * Tells the referee what the bot thinks: info({ depth, nodes, time, score, pv, string, position }). Each may be left
 * out. `time` is in milliseconds; `pv` has the expected moves, this bot's first: a list, one move, or a text of moves
 * with blanks between them. `position` says which game the line is about. It is needed in chooseMany() only; elsewhere
 * it is the game that the bot is asked about.
 */
function info({ pv = [], string = "", position = null, ...numbers }) {
  const mark = position ? marks.get(position.game) : markAsked;
  if (mark === null) throw new TypeError("info() in chooseMany() needs `position`, one of those it was given");
  const words = ["info"];
  for (const key of ["depth", "nodes", "time", "score"]) {
    if (numbers[key] !== undefined) words.push(key, numbers[key]);
  }
  const moves = movesOf(pv);
  if (moves.length) words.push("pv", ...moves);
  if (string) words.push("string", String(string).trim().replace(/\s+/g, " "));
  send(marked(mark, words.join(" ")));
}

// The name of a game is the mark on its lines. The lines of a game without a name have none.
const marks = new WeakMap(); // By Game.
let markAsked = ""; // The mark of the game that the bot is asked about; null: it is asked about several.

/** Calls a function of the bot. */
async function callAbout(mark, call, ...values) {
  markAsked = mark;
  try {
    return await call(...values);
  } finally {
    markAsked = "";
  }
}

function marked(mark, line) {
  return mark ? `game ${mark} ${line}` : line;
}

function movesOf(pv) {
  if (typeof pv === "string") return wordsOf(pv);
  if (pv instanceof Move) return [pv.text];
  if (Array.isArray(pv)) return pv.map(moveText);
  throw new TypeError(`pv is a list of moves, one move or a text of moves, not ${String(pv)}`);
}

/** The kit's answer to `go challenge`: challenge exactly the plays with a word outside the lexicon. */
function hasUnknownWord(position, play) {
  return play.words.some((word) => !position.lexicon.includes(word));
}

/**
 * Plays until the referee says `quit` or closes the input; then the promise is fulfilled.
 *
 * choose(position)           the bot: returns a play, an exchange, PASS, or the text of a move
 * name, author               if empty, those in the `bot.json` beside the program
 * options                    the Options that the bot has
 * challenge(position, play)  returns true to challenge the play just made; `position` is the one after it
 * gameOver(game, result)     called when a game has ended
 * chooseMany(positions)      the bot for several games: returns a list with a move for each position, in their order
 * games                      how many games the bot offers to play at once: 64 with chooseMany(), otherwise 1
 *
 * All are called one at a time and may be async. An exception in one of them ends the bot, with a stack on
 * stderr. A line that cannot be understood is ignored, with a note on stderr.
 *
 * If the organizer lets the bot play several games at once, chooseMany() gets all positions that wait for a move.
 * Without it, choose() is called for each of them. All answers are sent together. If `choose` is null, chooseMany()
 * also plays single games, with lists of one position.
 */
async function run(choose, bot = {}) {
  const { options = [], challenge = hasUnknownWord, gameOver = () => {}, chooseMany = null } = bot;
  const { games = chooseMany ? GAMES_OF_CHOOSE_MANY : 1 } = bot;
  if (!choose && !chooseMany) throw new TypeError("run() needs a function: choose, chooseMany or both");
  if (!Number.isInteger(games) || games < 1) {
    throw new RangeError(`games is how many games the bot plays at once, from 1, not ${String(games)}`);
  }
  const name = bot.name || manifestText("name") || path.parse(process.argv[1] ?? "").name || "bot";
  const author = bot.author || manifestText("author");
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  globalThis.console = new Console(process.stderr, process.stderr);
  const session = new Session({ choose, chooseMany, games, name, author, options, challenge, gameOver });
  await session.run();
  setTimeout(() => process.exit(), GRACE_SECONDS * 1000).unref(); // The bot may have left timers behind.
}

/** A text of the `bot.json` beside the program, in one line; empty if the file or the text is missing. */
function manifestText(key) {
  try {
    const text = fs.readFileSync(path.join(path.dirname(process.argv[1]), "bot.json"), "utf8");
    const value = JSON.parse(text.replace(/^\ufeff/, ""))[key];
    return typeof value === "string" ? value.trim().split(/\s+/).join(" ") : "";
  } catch {
    return "";
  }
}

/**
 * The state that both threads share: how many `go` were read and answered, which of them were stopped, since when the
 * bot thinks, and which thread writes. Each `go` has a number, from 1.
 */
class Progress {
  #stops;

  constructor(buffer = new SharedArrayBuffer(8 + 4 * (COUNTS + STOPS))) {
    this.buffer = buffer;
    this.thinkingSince = new Float64Array(buffer, 0, 1); // 0 when it does not think.
    this.counts = new Int32Array(buffer, 8, COUNTS);
    this.#stops = new Int32Array(buffer, 8 + 4 * COUNTS, STOPS);
  }

  /**
   * Stops one `go`, which is about a game with a name. Its answer is worth nothing if the game is over. One that was
   * answered long ago changes nothing, because its place may be that of an open one.
   */
  stop(go, isOver) {
    const place = go % STOPS;
    if (Math.abs(Atomics.load(this.#stops, place)) <= go) Atomics.store(this.#stops, place, isOver ? -go : go);
  }

  isOver(go) {
    return Atomics.load(this.#stops, go % STOPS) === -go;
  }

  /** Stops every `go` up to this one that is about the game without a name. */
  stopPlain(go) {
    Atomics.store(this.counts, STOPPED, go);
  }

  stopAll() {
    this.stopPlain(Atomics.load(this.counts, READ));
    Atomics.store(this.counts, LEAVING, 1);
  }

  wasStopped(go, mark) {
    if (!mark) return Atomics.load(this.counts, STOPPED) >= go;
    return Atomics.load(this.counts, LEAVING) === 1 || Math.abs(Atomics.load(this.#stops, go % STOPS)) === go;
  }
}
const [READ, STOPPED, ANSWERED, LEAVING, WRITING, COUNTS] = [0, 1, 2, 3, 4, 5];
const STOPS = 2 * MAX_GAMES; // No more questions than games are open, so two of them never share a place.
const progress = new Progress(workerData?.toptileLines);

/** Shares the time among questions that are asked together and thought about one after the other. */
class Turns {
  #left;
  #endsAt;

  constructor(questions) {
    const endOf = ({ position: { clock } }) => clock.started + (clock.limit ?? Infinity) * clock.shared;
    this.#left = questions.length;
    this.#endsAt = Math.min(...questions.map(endOf));
  }

  /**
   * Gives the question its part of the time that is left. In its turn the clock runs at the usual speed, so that a bot
   * that uses a part of the time that remains uses the same part as in a single game. Returns false if the bot need not
   * think about it, because the game is over.
   */
  begin({ mark, go, position, batch }) {
    const now = secondsNow(), part = (this.#endsAt - now) / this.#left--;
    if (mark) batch.turnEnds = now + Math.min(position.clock.remaining, part);
    return !progress.isOver(go);
  }
}

/** The bot's thread, which takes the lines in order and thinks. See readLines() for the other one. */
class Session {
  #bot;
  #options;
  #values = Object.create(null);
  #ruleset = new Ruleset();
  #lexicon = new Lexicon("", this.#ruleset);
  #lexiconPath = "";
  #lexiconIsDue = false;
  #games = new Map(); // The game and the last position line of each game that is played, by its mark.
  #batch = []; // The questions of a batch that is not complete.
  #missing = 0; // The number of its questions that have not come yet.
  #isWarm = false;

  constructor(bot) {
    this.#bot = bot;
    this.#options = new Map(bot.options.map((option) => [option.name, option]));
    for (const option of bot.options) if (option.kind !== "button") this.#values[option.name] = option.default;
    this.#games.set("", { game: new Game(this.#ruleset, this.#lexicon, { options: this.#values }), positionLine: "" });
  }

  async run() {
    const reader = new Worker(__filename, { workerData: { toptileLines: progress.buffer } });
    const waiting = [];
    let wake = () => {};
    reader.on("message", (message) => {
      waiting.push(message);
      wake();
    });
    let failed = null;
    reader.on("error", (error) => {
      failed = error;
      wake();
    });
    for (;;) {
      while (!waiting.length && !failed) await new Promise((resolve) => (wake = resolve));
      if (failed) throw failed;
      const message = waiting.shift();
      if (message.command === "quit") break;
      await (message.command === "go" ? this.#takeQuestion(message) : this.#obey(message));
    }
    await this.#answerBatch();
    await reader.terminate();
  }

  async #obey({ mark, command, rest }) {
    const obey = {
      uwi: () => this.#introduce(rest),
      setoption: () => this.#setOption(rest),
      isready: () => this.#becomeReady(),
      ruleset: () => this.#takeRuleset(rest),
      lexicon: () => this.#takeLexicon(rest),
      newgame: () => this.#beginGame(mark, rest),
      position: () => void (this.#stateOf(mark).positionLine = rest),
      batch: () => this.#beginBatch(rest),
      refused: () => note(`the referee refused the last move${mark && " of game " + mark}: ${rest}`),
      result: () => this.#endGame(mark, rest),
    };
    if (!Object.hasOwn(obey, command)) return note(`ignored \`${command.slice(0, 40)}\`: unknown`);
    // If the referee goes on to other things, the rest of a batch will not come.
    if (!["position", "refused"].includes(command)) await this.#answerBatch();
    try {
      await obey[command]();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      note(`ignored \`${marked(mark, command)}\`: ${error.message}`);
    }
  }

  #introduce(version) {
    if (version !== "1") note(`the referee speaks UWI ${version}, this kit speaks 1`);
    send("id name " + this.#bot.name);
    if (this.#bot.author) send("id author " + this.#bot.author);
    send("id kit " + KIT);
    if (this.#bot.games > 1) send("games " + this.#bot.games);
    for (const option of this.#options.values()) send(option.declaration());
    send("uwiok");
  }

  #setOption(rest) {
    const [, name, value = ""] = /^(?:name )?(.*?)(?: value(?: (.*))?)?$/u.exec(rest);
    const option = this.#options.get(name.trim());
    if (!option) throw new Unreadable(`unknown option \`${name.trim()}\``);
    const read = option.valueOf(value.trim());
    if (option.kind !== "button") this.#values[option.name] = read;
  }

  #becomeReady() {
    this.#loadLexicon();
    send("readyok");
  }

  #takeRuleset(rest) {
    this.#ruleset = new Ruleset(rest);
    this.#lexiconIsDue = true;
  }

  #takeLexicon(rest) {
    const path = /(?:^|\s)path (.+)/u.exec(rest);
    if (!path) throw new Unreadable("it has no path");
    this.#lexiconIsDue = true;
    this.#lexiconPath = path[1];
  }

  /** Reads the word list. It is called only when ruleset and path will not change any more. */
  #loadLexicon() {
    if (!this.#lexiconIsDue) return;
    this.#lexiconIsDue = false;
    this.#lexicon = new Lexicon("", this.#ruleset);
    try {
      if (this.#lexiconPath) this.#lexicon = Lexicon.load(this.#lexiconPath, this.#ruleset);
    } catch (error) {
      note(`no lexicon: ${error.message}`);
    }
    for (const { game } of this.#games.values()) Object.assign(game, { ruleset: this.#ruleset, lexicon: this.#lexicon });
    if (this.#lexicon.size && !this.#isWarm) {
      this.#isWarm = true;
      warmUp(this.#ruleset, this.#lexicon);
    }
  }

  #stateOf(mark) {
    const state = this.#games.get(mark);
    if (!state) throw new Unreadable("no game of this name is being played");
    return state;
  }

  #beginGame(mark, rest) {
    const pairs = pairsOf(rest);
    const seed = pairs.get("seed") ?? "0";
    numberOf("seed", seed);
    const players = numberOf("players", pairs.get("players") ?? "2"), seat = numberOf("seat", pairs.get("seat") ?? "0");
    this.#loadLexicon();
    const id = pairs.get("id") ?? mark, numbers = { players, seat, seed: BigInt(seed) };
    const game = new Game(this.#ruleset, this.#lexicon, { id, ...numbers, options: this.#values });
    if (mark) marks.set(game, mark);
    this.#games.set(mark, { game, positionLine: "" });
  }

  async #endGame(mark, rest) {
    const { game } = this.#stateOf(mark);
    if (mark) this.#games.delete(mark);
    const result = new Result(rest);
    await callAbout(mark, this.#bot.gameOver, game, result);
  }

  #beginBatch(rest) {
    const questions = numberOf("batch", rest, 1);
    if (questions >= this.#games.size) throw new Unreadable("it has more questions than there are games with names");
    this.#missing = questions;
  }

  /** Answers a question, together with the others of its batch if it is in one. */
  async #takeQuestion({ mark, rest, started, go }) {
    const { game = null, positionLine = "" } = this.#games.get(mark) ?? {};
    const question = { mark, rest, started, go, game, positionLine };
    if (!mark) {
      await this.#answerBatch();
      return this.#answer([question]);
    }
    this.#batch.push(question);
    this.#missing--;
    if (this.#missing <= 0) await this.#answerBatch();
  }

  async #answerBatch() {
    const questions = this.#batch;
    this.#batch = [];
    this.#missing = 0;
    if (questions.length) await this.#answer(questions);
  }

  /**
   * Answers the questions that are asked together: one about the game without a name, or some about games with names.
   * It answers every `go`, so that a line that cannot be understood never leaves a game hanging. The bot is not asked
   * about games that are over.
   */
  async #answer(questions) {
    const countOpen = () => questions.filter(({ go }) => !progress.isOver(go)).length;
    for (const question of questions) {
      question.answer = isChallenge(question) ? "accept" : PASS.text;
      question.batch = { countOpen, turnEnds: null };
      question.position = progress.isOver(question.go) ? null : this.#positionOf(question);
    }
    const asked = questions.filter(({ position }) => position);
    const moves = asked.filter((question) => !isChallenge(question));
    const turns = new Turns(asked);
    if (asked.length) progress.thinkingSince[0] = secondsNow();
    for (const question of asked.filter(isChallenge)) {
      if (!turns.begin(question)) continue;
      question.answer = await callAbout(question.mark, () => this.#verdict(question.position));
    }
    await this.#chooseMoves(moves.filter(({ go }) => !progress.isOver(go)), turns);
    progress.thinkingSince[0] = 0;
    Atomics.add(progress.counts, ANSWERED, questions.length);
    send(...questions.map(({ mark, answer }) => marked(mark, "bestmove " + answer)));
  }

  /** The position of a question, or null if that cannot be understood. */
  #positionOf({ mark, rest, started, go, game, positionLine, answer, batch }) {
    try {
      this.#loadLexicon();
      if (!game) throw new Unreadable("no game of this name is being played");
      const clock = new Clock(started, () => progress.wasStopped(go, mark), batch);
      clock.readLimits(rest, game.seat);
      return Position.parse(positionLine, game, clock);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      note(`ignored \`${marked(mark, "go")}\`, and answered ${answer}: ${error.message}`);
      return null;
    }
  }

  async #chooseMoves(questions, turns) {
    if (!questions.length) return;
    const { choose, chooseMany } = this.#bot, positions = questions.map(({ position }) => position);
    if (chooseMany && (questions[0].mark || !choose)) {
      const chosen = await callAbout(null, async () => {
        const moves = await chooseMany(positions);
        return Promise.all(movesFor(questions.length, moves));
      });
      questions.forEach((question, at) => (question.answer = moveText(chosen[at])));
      return;
    }
    for (const question of questions) {
      if (!turns.begin(question)) continue;
      question.answer = moveText(await callAbout(question.mark, choose, question.position));
    }
  }

  async #verdict(position) {
    const play = doubtfulPlay(position);
    return play && (await this.#bot.challenge(position, play)) ? "challenge" : "accept";
  }
}

function isChallenge({ rest }) {
  return wordsOf(rest).includes("challenge");
}

/**
 * The last play. If the moves do not tell which tiles it laid, its words are those through every square of its
 * word, because a wrong challenge costs nothing.
 */
function doubtfulPlay(position) {
  const readable = (read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      note(error.message);
      return undefined;
    }
  };
  const last = readable(() => position.lastPlay());
  if (last !== undefined) return last;
  const text = position.moves.at(-1) ?? PASS.text, empty = new Board(position.board.size);
  const whole = readable(() => laidBy(empty, position.ruleset, text).laid) ?? [];
  return whole.length ? new Move(text, 0, played(position.board, position.ruleset, text, whole).words) : null;
}

function moveText(move) {
  const text = typeof move === "string" ? move : move?.text;
  if (typeof text !== "string") {
    throw new TypeError(`a move is a play, an exchange, PASS or a text, not ${String(move)}`);
  }
  return text;
}

function movesFor(positions, moves) {
  if (!Array.isArray(moves)) throw new TypeError(`chooseMany returns a list of moves, not ${String(moves)}`);
  if (moves.length === positions) return moves;
  throw new RangeError(`chooseMany returned ${counted(moves.length, "move")} for ${counted(positions, "position")}`);
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Lines in and out -------------------------------------------------------------------------------------------

/**
 * The reading thread. It hands on the lines of standard input, and answers lines that must not wait while the bot
 * thinks (`stop`, `isready`). It never blocks, because Node waits for its threads when it ends.
 */
function readLines() {
  const { counts } = progress;
  const lastQuestions = new Map(); // The number of the last `go` of each game with a name, by its mark.
  let setSinceGo = false, hasEnded = false, begun = Buffer.alloc(0);
  const input = openInput();

  /** `mark` is empty if the line names no game. */
  function receive(command, rest, mark = "") {
    const read = Atomics.load(counts, READ);
    if (command === "stop") return stop(mark, read);
    if (command === "isready" && Atomics.load(counts, ANSWERED) < read && !setSinceGo) return send("readyok");
    if (command === "newgame" || (command === "result" && mark)) stop(mark, read, true);
    if (command === "result") lastQuestions.delete(mark);
    if (command === "quit") progress.stopAll();
    if (SETTINGS.includes(command)) setSinceGo = true;
    if (command === "go") {
      setSinceGo = false;
      Atomics.add(counts, READ, 1);
      if (mark) lastQuestions.set(mark, read + 1);
    }
    parentPort.postMessage({ mark, command, rest, started: secondsNow(), go: read + 1 });
  }

  function stop(mark, read, isOver = false) {
    if (!mark) progress.stopPlain(read);
    else if (lastQuestions.has(mark)) progress.stop(lastQuestions.get(mark), isOver);
  }

  /** `line` is a mark, and what the line says about its game. */
  function receiveMarked(line) {
    const [, mark, command, rest] = /^(\S*)\s*(\S*)\s*(.*)$/su.exec(line);
    if (MARKED.includes(command)) receive(command, rest, mark);
    else note(`ignored \`game ${line.slice(0, 40)}\`: it is not a line about one game`);
  }

  function end() {
    if (hasEnded) return;
    hasEnded = true;
    receive("quit", "");
    leaveInTime(progress.thinkingSince);
  }

  function take(bytes) {
    if (hasEnded) return;
    if (bytes.length > LONGEST_LINE_BYTES) return note(`ignored a line of more than ${LONGEST_LINE_BYTES} bytes`);
    const [, command, rest] = /^(\S*)\s*(.*)$/su.exec(bytes.toString("utf8").trim());
    if (command === "quit") end();
    else if (command === "game") receiveMarked(rest);
    else if (command) receive(command, rest);
  }

  input.on("data", (chunk) => {
    begun = Buffer.concat([begun, chunk]);
    for (let past; (past = begun.indexOf(10)) >= 0; begun = begun.subarray(past + 1)) take(begun.subarray(0, past));
    begun = begun.subarray(0, LONGEST_LINE_BYTES + 1);
  });
  input.on("end", () => {
    take(begun);
    end();
  });
  input.on("error", (error) => {
    note("the referee is gone: " + error.message);
    end();
  });
}

function openInput() {
  const kind = fs.fstatSync(0);
  if (tty.isatty(0)) return new tty.ReadStream(0);
  if (kind.isFIFO() || kind.isSocket()) return new net.Socket({ fd: 0, readable: true, writable: false });
  return fs.createReadStream("", { fd: 0 });
}

/** Ends the process even if the bot still thinks and never looks at `shouldStop`. */
function leaveInTime(thinkingSince) {
  const asked = secondsNow();
  setInterval(() => {
    const since = thinkingSince[0];
    if (!since || secondsNow() - Math.max(since, asked) < GRACE_SECONDS) return;
    note("the input ended in the middle of a move, and the bot stops");
    process.kill(process.pid, "SIGKILL"); // A thread can end a process whose main thread is busy only so.
  }, 20);
}

/**
 * Sends lines in one write. It does so without process.stdout, so that nothing waits in a buffer and both threads can
 * write. One waits for the other, because a full pipe may take the lines in parts.
 */
function send(...lines) {
  const { counts } = progress;
  while (Atomics.compareExchange(counts, WRITING, 0, 1) !== 0) Atomics.wait(counts, WRITING, 1, 1);
  try {
    writeAll(1, lines.map((line) => line + "\n").join(""));
  } finally {
    Atomics.store(counts, WRITING, 0);
    Atomics.notify(counts, WRITING);
  }
}

function note(text) {
  writeAll(2, `toptile: ${text}\n`);
}

function writeAll(file, text) {
  let rest = Buffer.from(text);
  while (rest.length) {
    try {
      rest = rest.subarray(fs.writeSync(file, rest));
    } catch (error) {
      if (error.code === "EPIPE") process.exit(); // The referee does not read any more.
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function secondsNow() {
  return Number(process.hrtime.bigint()) / 1e9;
}

function wordsOf(line) {
  return line.split(/[ \t]+/).filter(Boolean);
}

function pairsOf(line) {
  const words = wordsOf(line), pairs = new Map();
  for (let at = 0; at + 1 < words.length; at += 2) pairs.set(words[at], words[at + 1]);
  return pairs;
}

function numberOf(name, text, lowest = 0, highest = Infinity) {
  if (!/^-?[0-9]{1,20}$/.test(text)) throw new Unreadable(`${name}: \`${text}\` is not a whole number`);
  const number = Number(text);
  if (number < lowest || number > highest) throw new Unreadable(`${name}: ${text} is out of range`);
  return number;
}

function numbersOf(name, text, lowest = 0) {
  return text === "" || text === "-" ? [] : text.split(",").map((part) => numberOf(name, part, lowest));
}

function tileCounts(text) {
  if (!/^(?:[^0-9./,=-][0-9]{1,4})+$/u.test(text)) {
    throw new Unreadable(`tiles: \`${text}\` is not a list of symbols with their counts, like A7B3`);
  }
  return new Map(Array.from(text.matchAll(/([^0-9])([0-9]+)/gu), ([, symbol, count]) => [symbol, Number(count)]));
}

function specialFaces(text) {
  const faces = new Map();
  for (const part of text.split(",").filter((some) => some.includes("="))) {
    const at = part.indexOf("="), symbol = part.slice(0, at), face = part.slice(at + 1);
    if (Array.from(symbol).length !== 1 || !face) {
      throw new Unreadable(`faces: \`${text}\` is not a list of symbols with their faces, like Q=QU`);
    }
    faces.set(symbol, face);
  }
  return faces;
}

/** The symbols that are left after each of `taken` was taken away once. */
function without(symbols, taken) {
  const left = Array.from(symbols);
  for (const symbol of taken) if (left.includes(symbol)) left.splice(left.indexOf(symbol), 1);
  return left.join("");
}

/** The text in upper case. A sharp s stays, because it has no capital and SS would be another word. */
function upperCase(text) {
  return text.split(/[ßẞ]/).map((part) => part.toUpperCase()).join("ß");
}

function letterOf(column) {
  return String.fromCharCode(97 + column);
}

function byUnits(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of the texts' UTF-8 bytes, which is not that of JavaScript's `<` beyond U+FFFF. */
function byBytes(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** How many bits of a 32-bit number are set. */
function ones(bits) {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

module.exports = { Board, Clock, Game, Lexicon, Move, Option, PASS, Position, Random, Result, Ruleset, Unreadable,
                   hasUnknownWord, info, run };

if (!isMainThread && workerData?.toptileLines) readLines();
