"use strict";
// Bots made with the JavaScript kit that play several games at once.

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { KIT, LEXICON, position, started } = require("./bot_process.js");

const PATIENCE = { timeout: require("../patience.js").patience };
const FOREVER = "go infinite";
const BEST = "(position) => position.plays()[0] ?? toptile.PASS";
const BEST_OF_ALL = `toptile.run(null, { name: "All", chooseMany: (positions) => positions.map(${BEST}) });`;
const BEST_OF_EACH = `toptile.run(${BEST}, { name: "Each", games: 64 });`;
// Its choices follow from the game's own chance.
const DRAW = "(position) => position.random.choice(position.plays()) ?? toptile.PASS";
// It waits until one of its games is stopped, and passes in those that are not.
const WAITING = `
  toptile.run(null, { name: "Waiting", chooseMany: (positions) => {
    toptile.info({ string: "begun", position: positions[0] });
    while (!positions.some((position) => position.shouldStop));
    return positions.map((position) => (position.shouldStop ? "5d.MOOD" : toptile.PASS));
  } });`;

function newgame(mark, seed = 1) {
  return `game ${mark} newgame id ${mark} players 2 seat 0 seed ${seed}`;
}

async function inGames(bot, ...marks) {
  bot.send(LEXICON, ...marks.map((mark) => newgame(mark)), "isready");
  assert.equal(await bot.line(), "readyok");
  return bot;
}

/** Lines that ask about a game with this rack. */
function question(mark, rack = "MOODVVV", limits = FOREVER) {
  return [`game ${mark} ${position(rack)}`, `game ${mark} ${limits}`];
}

function batch(...questions) {
  return [`batch ${questions.length}`, ...questions.flat()];
}

async function waitingIn(...marks) {
  const bot = await inGames(started(WAITING), ...marks);
  bot.send(...batch(...marks.map((mark) => question(mark))));
  assert.equal(await bot.line(), `game ${marks[0]} info string begun`);
  return bot;
}

async function endsWith(bot, code, ...notes) {
  bot.send("quit");
  assert.equal(await bot.closed, code);
  assert.deepEqual([bot.lines, bot.notes], [[], notes.map((note) => `toptile: ${note}\n`).join("")]);
}

test("a bot offers as many games as it says, 64 if it chooses for many, and otherwise none", PATIENCE, async () => {
  for (const [call, offer] of [
    ["run(() => toptile.PASS, { name: 'N' })", []],
    ["run(() => toptile.PASS, { name: 'N', games: 3 })", ["games 3"]],
    ["run(() => toptile.PASS, { name: 'N', games: 1, chooseMany: () => [] })", []],
    ["run(null, { name: 'N', chooseMany: () => [] })", ["games 64"]],
    ["run(null, { name: 'N', chooseMany: () => [], games: 1024 })", ["games 1024"]],
  ]) {
    const bot = started(`toptile.${call};`);
    bot.send("uwi 1");
    assert.deepEqual(await bot.linesTo("uwiok"), ["id name N", "id kit toptile.js 1.1", ...offer, "uwiok"]);
  }
});

test("a number of games that is no number, and a bot without a function, are errors", PATIENCE, async () => {
  const told = "RangeError: games is how many games the bot plays at once, from 1, not ";
  for (const [call, error] of [
    ["() => 'pass', { games: 0 }", told + "0"], ["() => 'pass', { games: 1.5 }", told + "1.5"], ["() => 'pass', { games: '8' }", told + "8"],
    ["null, { chooseMany: () => [], games: NaN }", told + "NaN"],
    ["null, { games: 3 }", "TypeError: run() needs a function: choose, chooseMany or both"],
    ["", "TypeError: run() needs a function: choose, chooseMany or both"],
  ]) {
    const bot = started(`toptile.run(${call});`);
    assert.equal(await bot.closed, 1);
    assert.ok(bot.notes.includes(error), bot.notes);
  }
});

test("all questions of a batch are answered together, each with the mark of its game", PATIENCE, async () => {
  for (const bot of [BEST_OF_ALL, BEST_OF_EACH]) {
    const writes = `
      const fs = require("node:fs"), write = fs.writeSync;
      fs.writeSync = (file, bytes) => (file === 1 && write(2, "<" + bytes + ">"), write(file, bytes));`;
    const crowd = await inGames(started(writes + bot), "17", "19", "a=b");
    crowd.send(...batch(question("19", "QITVVVV"), question("17", "DOVVVVV", "go movetime 5000"), question("a=b", "XVVVVVV")));
    const answers = ["game 19 bestmove 5c.QUIT", "game 17 bestmove 5d.DO", "game a=b bestmove pass"];
    assert.deepEqual(await crowd.next(3), answers);
    crowd.send("quit");
    assert.equal(await crowd.closed, 0);
    assert.equal(crowd.notes, `<readyok\n><${answers.join("\n")}\n>`);
  }
});

test("a bot makes the same moves alone and among others", PATIENCE, async () => {
  const racks = ["MOODEAR", "LEANDOX", "NETSPLU"], seeds = ["7", "7", "18446744073709551615"], marks = ["a", "b", "c"];
  const alone = started(`toptile.run(${DRAW}, { name: "Alone" });`), games = [];
  alone.send(LEXICON);
  for (const seed of seeds) {
    alone.send(`newgame id x players 2 seat 0 seed ${seed}`, ...racks.flatMap((rack) => [position(rack), FOREVER]));
    games.push(await alone.next(racks.length));
  }
  assert.notDeepEqual(games[0], games[2]);
  for (const call of [`run(null, { chooseMany: (positions) => positions.map(${DRAW}) })`, `run(${DRAW}, { games: 3 })`,
                      `run(${DRAW}, { chooseMany: async (positions) => positions.map(async (at) => (${DRAW})(at)) })`]) {
    const bot = started(`toptile.${call};`);
    bot.send(LEXICON, ...marks.map((mark, at) => newgame(mark, seeds[at])));
    for (const [turn, rack] of racks.entries()) {
      const order = turn % 2 ? marks : [...marks].reverse();
      bot.send(...batch(...order.map((mark) => question(mark, rack))));
      const expected = order.map((mark) => `game ${mark} ${games[marks.indexOf(mark)][turn]}`);
      assert.deepEqual(await bot.next(marks.length), expected);
    }
  }
});

test("games have nothing in common but lexicon and options, and are forgotten at their result", PATIENCE, async () => {
  const bot = await inGames(started(`
    toptile.run(null, {
      options: [toptile.Option.spin("Depth", 1, 1, 9)],
      chooseMany: (positions) => positions.map((position) => {
        position.game.turns = (position.game.turns ?? 0) + 1;
        const { id, seat, seed, turns, options } = position.game;
        toptile.info({ position, string: [id, seat, seed, turns, options.Depth, position.rack].join(" ") });
        return toptile.PASS;
      }),
      gameOver: (game, { scores }) => toptile.info({ string: [game.id, game.turns, ...scores].join(" ") }),
    });`), "1");
  bot.send("setoption name Depth value 3", "game 2 newgame id 2 players 2 seat 1 seed 5");
  const told = async (...strings) => {
    for (const string of strings) assert.equal(await bot.line(), `game ${string[0]} info string ${string}`);
    for (const [mark] of strings) assert.equal(await bot.line(), `game ${mark} bestmove pass`);
  };
  bot.send(...batch(question("1", "A"), question("2", "B", "go clock 100000,200000 inc 0,0")));
  await told("1 0 1 1 3 A", "2 1 5 1 3 B");
  bot.send(...batch(question("2", "C")));
  await told("2 1 5 2 3 C");
  bot.send("game 2 result scores 1,2 ranks 2,1 reason out", ...batch(question("1", "D")));
  assert.equal(await bot.line(), "game 2 info string 2 2 1 2");
  await told("1 0 1 2 3 D");
  // Nothing is left of game 2: not its position, and not its seat.
  for (const lines of [["game 2 go infinite"], [newgame("2", 9), "game 2 go infinite"]]) {
    bot.send(...lines);
    assert.equal(await bot.line(), "game 2 bestmove pass");
  }
  bot.send(...batch(question("2", "E")));
  await told("2 0 9 1 3 E");
  await endsWith(bot, 0, "ignored `game 2 go`, and answered pass: no game of this name is being played",
                 "ignored `game 2 go`, and answered pass: position: board and rack are needed");
});

test("challenges of a batch are decided apart from its moves", PATIENCE, async () => {
  const code = (call) => `
    const challenge = (position, play) => {
      toptile.info({ string: play.text });
      return toptile.hasUnknownWord(position, play);
    };
    toptile.run(${call});`;
  const ask = (mark, played) => [`game ${mark} ${position("A", ...played)}`, `game ${mark} go challenge movetime 5000`];
  for (const call of [`null, { challenge, chooseMany: (positions) => positions.map(${BEST}) }`, `${BEST}, { challenge, games: 4 }`]) {
    const bot = await inGames(started(code(call)), "1", "2", "3", "4");
    bot.send(...batch(ask("1", ["5d.MOOX"]), question("2", "QIT"), ask("3", ["5d.MOOD"]), ask("4", ["pass"])));
    assert.deepEqual(await bot.next(2), ["game 1 info string 5d.MOOX", "game 3 info string 5d.MOOD"]);
    assert.deepEqual(await bot.next(4), ["game 1 bestmove challenge", "game 2 bestmove 5c.QUIT", "game 3 bestmove accept",
                                         "game 4 bestmove accept"]);
    bot.send(...batch(ask("4", ["5d.MOOX"]))); // Nothing is left to choose.
    assert.deepEqual(await bot.next(2), ["game 4 info string 5d.MOOX", "game 4 bestmove challenge"]);
    await endsWith(bot, 0);
  }
});

test("info has the mark of its game", PATIENCE, async () => {
  const each = await inGames(started(`
    toptile.run(async (position) => {
      await null;
      toptile.info({ string: position.rack });
      const game = new toptile.Game(position.ruleset, position.lexicon); // It is the bot's own.
      toptile.info({ depth: 1, position: new toptile.Position(game, position.board, "A") });
      return toptile.PASS;
    }, { games: 2 });`), "1", "2");
  each.send(...batch(question("1", "A"), question("2", "B")));
  assert.deepEqual(await each.next(6), [
    "game 1 info string A", "info depth 1", "game 2 info string B", "info depth 1", "game 1 bestmove pass", "game 2 bestmove pass"]);
  each.send("game 1 result", "game 2 result", "newgame id 3", position("C"), FOREVER);
  assert.deepEqual(await each.next(3), ["info string C", "info depth 1", "bestmove pass"]);
  await endsWith(each, 0);

  const all = await inGames(started(`
    toptile.run(null, { chooseMany: (positions) => {
      for (const position of positions) toptile.info({ depth: 1, position });
      toptile.info({ depth: 2, position: positions.at(-1).after(toptile.PASS).holding("A", 1) });
      return positions.map(() => toptile.PASS);
    } });`), "1", "2");
  all.send(...batch(question("1"), question("2")), ...batch(question("2")));
  assert.deepEqual((await all.next(5)).slice(0, 3), ["game 1 info depth 1", "game 2 info depth 1", "game 2 info depth 2"]);
  assert.deepEqual(await all.next(3), ["game 2 info depth 1", "game 2 info depth 2", "game 2 bestmove pass"]);
  await endsWith(all, 0);
});

test("in chooseMany, info must say which game it is about, and says so", PATIENCE, async () => {
  for (const ask of [batch(question("1")), ["game 1 result", "newgame id 2", position("A"), FOREVER]]) {
    const bot = await inGames(started("toptile.run(null, { chooseMany: () => [toptile.info({ depth: 1 })] });"), "1");
    bot.send(...ask);
    assert.equal(await bot.closed, 1);
    assert.match(bot.notes, /TypeError: info\(\) in chooseMany\(\) needs `position`, one of those it was given/);
    assert.deepEqual(bot.lines, []);
  }
});

test("between games with names, one without a name is played as ever", PATIENCE, async () => {
  for (const [code, chooser] of [[`${BEST}, { chooseMany: () => "never" }`, "one"], [`null, { chooseMany: (all) => all.map(${BEST}) }`, "many"]]) {
    const bot = started(`toptile.run(${code});`);
    bot.send(LEXICON, "newgame id 17 players 2 seat 0 seed 1", "isready", position("QIT"), FOREVER);
    assert.deepEqual(await bot.next(2), ["readyok", "bestmove 5c.QUIT"], chooser);
    bot.send("result scores 1,2 ranks 2,1 reason out");
    if (chooser === "many") {
      bot.send(newgame("18"), ...batch(question("18", "DO")));
      assert.equal(await bot.line(), "game 18 bestmove 5d.DO");
      bot.send("game 18 result scores 1,2 ranks 2,1 reason out");
    }
    bot.send("newgame id 19 players 2 seat 0 seed 1", FOREVER, position("MOOD"), FOREVER);
    assert.deepEqual(await bot.next(2), ["bestmove pass", "bestmove 5b.MOOD"]);
    await endsWith(bot, 0, "ignored `go`, and answered pass: position: board and rack are needed");
  }
});

test("stop and the end of a game stop one game alone", PATIENCE, async () => {
  for (const end of ["stop", "result scores 0,0 ranks 1,1 reason passed"]) {
    const bot = await waitingIn("1", "2", "3");
    // None of these is about a game that waits.
    bot.send("stop", "game 4 stop", "newgame id 5 players 2 seat 0 seed 1", "game 6 newgame id 6", "game 4 result", "isready");
    bot.send(`game 2 ${end}`);
    assert.deepEqual(await bot.next(4), ["game 1 bestmove pass", "game 2 bestmove 5d.MOOD", "game 3 bestmove pass", "readyok"]);
    // A late stop does not stop the next question.
    bot.send("game 1 stop", ...batch(question("1"), question("3")));
    assert.equal(await bot.line(), "game 1 info string begun");
    bot.send("isready", "game 3 stop");
    assert.deepEqual(await bot.next(3), ["readyok", "game 1 bestmove pass", "game 3 bestmove 5d.MOOD"]);
    await endsWith(bot, 0, "ignored `game 4 result`: no game of this name is being played");
  }
});

test("isready is answered while a batch is thought about or incomplete", PATIENCE, async () => {
  const bot = await waitingIn("1", "2");
  bot.send("isready", "isready");
  assert.deepEqual(await bot.next(2), ["readyok", "readyok"]);
  bot.send("game 1 stop");
  await bot.next(2);
  const [first, second] = [question("1"), question("2")];
  bot.send("batch 2", ...first, "isready");
  assert.equal(await bot.line(), "readyok");
  bot.send(...second);
  assert.equal(await bot.line(), "game 1 info string begun");
  bot.send("game 7 newgame id 7 players 2 seat 0 seed 1", "isready", "game 2 stop"); // It waits for the new game.
  assert.deepEqual(await bot.next(3), ["game 1 bestmove pass", "game 2 bestmove 5d.MOOD", "readyok"]);
  await endsWith(bot, 0);
});

test("quit stops all games of a batch, and ends a bot that never looks", PATIENCE, async () => {
  const bot = await waitingIn("1", "2");
  bot.send("quit");
  assert.equal(await bot.closed, 0);
  assert.deepEqual([bot.lines, bot.notes], [["game 1 bestmove 5d.MOOD", "game 2 bestmove 5d.MOOD"], ""]);
  const deaf = await inGames(started(`
    toptile.run(null, { chooseMany: ([first]) => {
      toptile.info({ string: "begun", position: first });
      for (;;);
    } });`), "1", "2");
  deaf.send(...batch(question("1"), question("2")));
  assert.equal(await deaf.line(), "game 1 info string begun");
  deaf.process.stdin.end();
  await deaf.closed;
  assert.deepEqual(deaf.lines, []);
  assert.match(deaf.notes, /the input ended in the middle of a move/);
});

test("an incomplete batch is answered at the end of the input", PATIENCE, async () => {
  const [position, go] = question("2");
  for (const rest of [[], [position], [position, go.slice(0, 8)], [position, go]]) { // The last line has no end.
    const bot = await inGames(started(BEST_OF_ALL), "1", "2");
    bot.process.stdin.end(["batch 2", ...question("1"), ...rest].join("\n"));
    assert.equal(await bot.closed, 0);
    assert.deepEqual(bot.lines, ["game 1 bestmove 5b.MOOD", "game 2 bestmove 5b.MOOD"].slice(0, rest.includes(go) ? 2 : 1));
  }
  const bot = await inGames(started(BEST_OF_ALL), "1", "2");
  bot.process.stdin.end("batch 2\n");
  assert.equal(await bot.closed, 0);
  assert.deepEqual(bot.lines, []);
});

test("a wrong list of moves ends the bot and says what is wrong", PATIENCE, async () => {
  for (const [moves, told] of [
    ["[]", "chooseMany returned 0 moves for 2 positions"],
    ["['pass']", "chooseMany returned 1 move for 2 positions"],
    ["['pass', 'pass', 'pass']", "chooseMany returned 3 moves for 2 positions"],
    ["'pass'", "chooseMany returns a list of moves, not pass"],
    ["undefined", "chooseMany returns a list of moves, not undefined"],
    ["['pass', null]", "a move is a play, an exchange, PASS or a text, not null"],
    ["[Promise.reject(new TypeError('my mistake')), 'pass']", "my mistake"],
    ["(() => { throw new TypeError('my mistake'); })()", "my mistake"],
  ]) {
    const bot = await inGames(started(`toptile.run(null, { chooseMany: async () => ${moves} });`), "1", "2");
    bot.send(...batch(question("1"), question("2")));
    assert.equal(await bot.closed, 1, moves);
    assert.ok(bot.notes.includes("Error: " + told), bot.notes);
    assert.deepEqual(bot.lines, []);
  }
});

test("lines with a strange mark are noted, and count for nothing", PATIENCE, async () => {
  const bot = await inGames(started(BEST_OF_ALL), "1", "2");
  const strange = ["game", "game   ", "game 1", "game 1 hello", "game 1 isready", "game 1 quit", "game 1 batch 2", "game 1 uwi 1",
                   "game 1 setoption name A", "game 1 game 1 go infinite", "game go infinite", "game 1 bestmove pass", "game __proto__ constructor"];
  bot.send("game 3 result"); // Within a batch it would mean that the referee goes on.
  bot.send("batch 2", ...question("1", "QIT"), ...strange, "game 3 position board x rack A", "game 3 refused lexicon X",
           "game 1 refused lexicon QAT is not a word", "isready", ...question("2", "DO"));
  assert.deepEqual(await bot.next(3), ["readyok", "game 1 bestmove 5c.QUIT", "game 2 bestmove 5d.DO"]);
  bot.send(...batch(question("constructor", "QIT"))); // A name of JavaScript's own is no game either.
  assert.equal(await bot.line(), "game constructor bestmove pass");
  bot.send("quit");
  assert.equal(await bot.closed, 0);
  for (const line of strange) assert.ok(bot.notes.includes(`ignored \`${line.trim().replace(/^game$/, "game ")}`), line + "\n" + bot.notes);
  for (const noted of ["ignored `game 3 position`: no game of this name is being played", "ignored `game 3 result`", "the referee refused the last move of game 1: lexicon QAT"]) {
    assert.ok(bot.notes.includes(noted), bot.notes);
  }
});

test("a batch that cannot be right never leaves a game hanging", PATIENCE, async () => {
  const bot = await inGames(started(BEST_OF_ALL), "1", "2");
  for (const strange of ["batch", "batch 0", "batch -1", "batch x", "batch 3", "batch 2 2", "batch 99999999999999999999"]) {
    bot.send(strange, ...question("1", "DO"));
    assert.equal(await bot.line(), "game 1 bestmove 5d.DO", strange);
  }
  bot.send(...question("2", "QIT")); // No batch announced it.
  assert.equal(await bot.line(), "game 2 bestmove 5c.QUIT");
  bot.send("batch 2", ...question("1", "DO"), ...batch(question("2", "QIT"))); // The first is incomplete.
  assert.deepEqual(await bot.next(2), ["game 1 bestmove 5d.DO", "game 2 bestmove 5c.QUIT"]);
  bot.send(...batch(question("1", "DO"), question("9", "DO"))); // A game that is not known
  assert.deepEqual(await bot.next(2), ["game 1 bestmove 5d.DO", "game 9 bestmove pass"]);
  bot.send(...batch(["game 1 position nonsense", "game 1 go infinite"], question("2", "DO", "go movetime soon")));
  assert.deepEqual(await bot.next(2), ["game 1 bestmove pass", "game 2 bestmove pass"]);
  bot.send(...batch(question("1", "DO"), question("1", "QIT"))); // A game that is asked about twice
  assert.deepEqual(await bot.next(2), ["game 1 bestmove 5d.DO", "game 1 bestmove 5c.QUIT"]);
  bot.send("quit");
  assert.equal(await bot.closed, 0);
});

test("when the referee goes on in the middle of a batch, what was asked is answered first", PATIENCE, async () => {
  const bot = await inGames(started(`
    toptile.run(null, { gameOver: () => toptile.info({ string: "over" }), chooseMany: (positions) => positions.map(({ rack }) => "ex." + rack) });`), "1", "2");
  bot.send("batch 2", ...question("1", "A"), "hello", "game 2 refused lexicon X", "game 1 result scores 0,0 ranks 1,1 reason passed", ...question("2", "B"));
  // The bot is not asked about a game that is over.
  assert.deepEqual(await bot.next(3), ["game 1 bestmove pass", "game 1 info string over", "game 2 bestmove ex.B"]);
  bot.send(newgame("3"), "batch 2", ...question("2", "C"), position("D"), FOREVER, ...question("3", "E"));
  assert.deepEqual(await bot.next(3), ["game 2 bestmove ex.C", "bestmove ex.D", "game 3 bestmove ex.E"]);
  bot.send("batch 2", ...question("2", "F"), newgame("4"), "isready");
  assert.deepEqual(await bot.next(2), ["game 2 bestmove ex.F", "readyok"]);
  await endsWith(bot, 0, "ignored `hello`: unknown", "the referee refused the last move of game 2: lexicon X");
});

test("a game that is over before its batch begins is not thought about", PATIENCE, async () => {
  for (const call of ["null, { challenge, chooseMany: (positions) => positions.map(choose) }", "choose, { challenge, games: 3 }"]) {
    const bot = await inGames(started(`
      const choose = (position) => (toptile.info({ string: position.rack, position }), toptile.PASS);
      const challenge = (position, play) => (toptile.info({ string: play.text }), false);
      toptile.run(${call});`), "1", "2", "3");
    const challenge = [`game 2 ${position("B", "5d.MOOD")}`, "game 2 go challenge infinite"];
    bot.send("batch 3", ...question("1", "A"), ...challenge, "game 2 result", ...question("3", "C"));
    assert.deepEqual(await bot.next(5), ["game 1 info string A", "game 1 bestmove pass", "game 2 bestmove accept",
                                         "game 3 info string C", "game 3 bestmove pass"]);
    bot.send("batch 2", ...question("1", "D"), "game 1 result");
    assert.equal(await bot.line(), "game 1 bestmove pass");
    await endsWith(bot, 0);
  }
});

test("words and rules that come late hold for all games", PATIENCE, async () => {
  const bot = started(BEST_OF_ALL);
  bot.send(newgame("1"), newgame("2"), LEXICON, "isready", ...batch(question("1", "DO"), question("2", "QIT")));
  assert.deepEqual(await bot.next(3), ["readyok", "game 1 bestmove 5d.DO", "game 2 bestmove 5c.QUIT"]);
});

test("games with clocks share the time of a batch, and a time for the move is not shared", PATIENCE, async () => {
  const bot = await inGames(started(`
    toptile.run(null, { chooseMany: (positions) => {
      for (const { clock } of positions) {
        const before = clock.elapsed, { remaining } = clock, after = clock.elapsed, { limit, shared } = clock;
        const isBetween = limit - after / shared <= remaining && remaining <= limit - before / shared;
        toptile.info({ string: [limit, shared, isBetween].join(" "), position: positions[0] });
      }
      return positions.map(() => toptile.PASS);
    } });`), "1", "2", "3");
  const clock = "go clock 100000,90000 inc 0,0";
  bot.send(...batch(question("1", "A", "go movetime 90000"), question("2", "A", clock), question("3", "A", clock)),
           ...batch(question("3", "A", clock)));
  assert.deepEqual((await bot.next(6)).slice(0, 3), ["90 1 true", "100 3 true", "100 3 true"].map((told) => "game 1 info string " + told));
  assert.equal(await bot.line(), "game 3 info string 100 1 true");
});

test("when a game ends, the others of its batch share the time", PATIENCE, async () => {
  const bot = await inGames(started(`
    toptile.run(null, { chooseMany: (positions) => {
      const [{ clock }] = positions;
      for (let told = 0; !clock.stopped; ) {
        const { shared } = clock;
        if (shared !== told) toptile.info({ string: String(shared), position: positions[0] });
        told = shared;
      }
      return positions.map(() => toptile.PASS);
    } });`), "1", "2", "3");
  bot.send(...batch(...["1", "2", "3"].map((mark) => question(mark, "A", "go clock 90000000,1 inc 0,0"))));
  const told = async () => (await bot.line()).replace("game 1 info string ", "");
  assert.equal(await told(), "3");
  bot.send("game 2 stop", "isready", "game 3 result"); // A stop ends no game.
  assert.deepEqual([await bot.line(), await told()], ["readyok", "2"]);
  bot.send("game 1 stop");
  assert.deepEqual(await bot.next(3), ["game 1 bestmove pass", "game 2 bestmove pass", "game 3 bestmove pass"]);
});

test("a bot that chooses for one position after the other gets a part of the time for each", PATIENCE, async () => {
  const bot = await inGames(started(`
    const tell = ({ clock: { remaining, limit, shared } }, ...words) =>
      toptile.info({ string: [...words, limit, shared, Math.ceil(remaining / 1000)].join(" ") });
    toptile.run((position) => {
      tell(position);
      return toptile.PASS;
    }, { games: 3, challenge: (position) => void tell(position, "challenge") });`), "1", "2", "3");
  const told = async (limits, ...strings) => {
    bot.send(...batch(...limits.map((limit, at) => question(String(at + 1), "A", "go " + limit))));
    assert.deepEqual(await bot.next(strings.length), strings.map((string, at) => `game ${at + 1} info string ${string}`));
    await bot.next(strings.length);
  };
  const clock = (seconds) => `clock ${seconds}000,1 inc 0,0`;
  await told([clock(9000), clock(9000), clock(9000)], "9000 1 9", "9000 1 9", "9000 1 9");
  await told([clock(90000), clock(9000), clock(2000)], "90000 1 2", "9000 1 3", "2000 1 2"); // The third could be out of time.
  await told(["movetime 9000000", "movetime 9000000", "movetime 9000000"], "9000 1 3", "9000 1 5", "9000 1 9");
  await told([clock(9000)], "9000 1 9");
  // A challenge has a part of its own: the third question could be out of time.
  bot.send(...batch([`game 1 ${position("A", "5d.MOOD")}`, "game 1 go challenge " + clock(9000)], question("2", "A", "go " + clock(9000)),
                    question("3", "A", "go " + clock(2000))));
  assert.deepEqual(await bot.next(6), [
    "game 1 info string challenge 9000 1 2", "game 2 info string 9000 1 3", "game 3 info string 2000 1 2",
    "game 1 bestmove accept", "game 2 bestmove pass", "game 3 bestmove pass"]);
  await told(["infinite", "infinite"], "1 Infinity", "1 Infinity");
});

test("a thousand games are played at once, again and again", PATIENCE, async () => {
  const marks = Array.from({ length: 1024 }, (_, at) => `g${at}`);
  const bot = await inGames(started(`
    toptile.run(null, { games: 1024, chooseMany: (positions) => positions.map((at) => (at.shouldStop ? "5d.MOOD" : toptile.PASS)) });`), ...marks);
  const questions = marks.map((mark) => question(mark, "A"));
  for (let turn = 0; turn < 3; turn++) {
    bot.send(...batch(...questions));
    assert.deepEqual(await bot.next(1024), marks.map((mark) => `game ${mark} bestmove pass`));
    bot.send(...marks.map((mark) => `game ${mark} stop`)); // Each comes too late.
  }
  await endsWith(bot, 0);
});
