"use strict";
// Bots made with the JavaScript kit, as processes that speak UWI.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { Bot, KIT, LEXICON, ROOT, folder, position, started } = require("./bot_process.js");

const GREEDY = path.join(ROOT, "sample_bots", "greedy.js");
const PATIENCE = { timeout: require("../patience.js").patience };
const OF_THE_KIT = "id kit toptile.js 1.1";

async function ready(bot, seed = "18446744073709551615") {
  bot.send(LEXICON, `newgame id 17 players 2 seat 0 seed ${seed}`, "isready");
  assert.equal(await bot.line(), "readyok");
  return bot;
}

test("name and author default to those of bot.json, and the name to that of the file", async () => {
  const manifest = path.join(folder, "bot.json");
  let file;
  const introduction = async (call) => {
    const bot = started(`toptile.run(() => toptile.PASS${call});`);
    file = path.parse(bot.process.spawnargs.at(-1)).name;
    bot.send("uwi 1");
    return bot.linesTo("uwiok");
  };
  const isNamedAfterItsFile = async () => assert.deepEqual(await introduction(""), ["id name " + file, OF_THE_KIT, "uwiok"]);
  await isNamedAfterItsFile();
  fs.writeFileSync(manifest, '{"name": "ann", "author": "Ann\\n O"}');
  const author = "id author Ann O";
  assert.deepEqual(await introduction(""), ["id name ann", author, OF_THE_KIT, "uwiok"]);
  assert.deepEqual(await introduction(', { name: "Mine" }'), ["id name Mine", author, OF_THE_KIT, "uwiok"]);
  for (const broken of ["", "[]", '{"name": 3}']) {
    fs.writeFileSync(manifest, broken);
    await isNamedAfterItsFile();
  }
  fs.rmSync(manifest);
});

const LISTENING = `
  toptile.run((position) => {
    toptile.info({ string: "begun" });
    while (!position.shouldStop);
    return "5d.MOOD";
  }, { name: "Slow" });`;
const DEAF = `
  toptile.run(() => {
    toptile.info({ string: "begun" });
    for (;;);
  }, { name: "Deaf" });`;

async function thinking(code) {
  const bot = await ready(started(code));
  bot.send(position("MOODVVV"), "go infinite");
  assert.equal(await bot.line(), "info string begun");
  return bot;
}

test("greedy answers a whole session and leaves", PATIENCE, async () => {
  const bot = new Bot(GREEDY);
  bot.send("uwi 1");
  assert.deepEqual(await bot.linesTo("uwiok"), ["id name Greedy (JavaScript)", "id author Toptile", OF_THE_KIT, "uwiok"]);
  await ready(bot);
  bot.send(position("QITVVVV"), "go clock 10000,9000 inc 100,100", position("XVVVVVV", "5d.MOOD"), "go movetime 500");
  assert.deepEqual(await bot.next(2), ["bestmove 5c.QUIT", "bestmove pass"]);
  bot.send("hello", "go movetime soon", "refused lexicon XYZ is not a word", "x".repeat(70000), "quit");
  assert.equal(await bot.closed, 0);
  assert.deepEqual(bot.lines, ["bestmove pass"]);
  for (const told of ["ignored `hello`", "movetime: `soon`", "XYZ is not a word", "more than 65536 bytes"]) {
    assert.ok(bot.notes.includes(told), bot.notes);
  }
});

test("exactly the plays with an unknown word are challenged", PATIENCE, async () => {
  const bot = await ready(new Bot(GREEDY));
  for (const [moves, answer] of [
    [["5d.MOOD"], "accept"], [["5d.MOOX"], "challenge"], [["5d.MOOD", "g5.DEAR", "6f.NET"], "accept"],
    [["5d.MOOD", "pass", "g5.DEAR", "7f.NAT"], "challenge"], [["5d.MOOX", "5d.MOOD"], "accept"], [["pass"], "accept"],
    [[], "accept"]]) {
    bot.send(position("A", ...moves), "go challenge clock 10000,9000 inc 0,0");
    assert.equal(await bot.line(), "bestmove " + answer, moves.join());
  }
  bot.send(position("A", "5d.MOOX", "g5.XEAR").replace("5d.MOOX,", ""), "go challenge movetime 500");
  assert.equal(await bot.line(), "bestmove challenge");
});

test("stop and isready are obeyed while a bot thinks, and stop ahead of time stops nothing", PATIENCE, async () => {
  const bot = await thinking(LISTENING);
  bot.send("isready");
  assert.equal(await bot.line(), "readyok");
  bot.send("isready", "stop");
  assert.deepEqual(await bot.next(2), ["readyok", "bestmove 5d.MOOD"]);
  bot.send("stop", position("MOODVVV"), "go infinite");
  assert.equal(await bot.line(), "info string begun");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(bot.lines, []);
  bot.send("newgame id 18 seat 0 seed 1", "isready");
  assert.deepEqual(await bot.next(2), ["bestmove 5d.MOOD", "readyok"]);
});

test("the clock stops a bot that looks, not long before the end", PATIENCE, async () => {
  const bot = await ready(started(LISTENING)), begun = performance.now();
  bot.send(position("MOODVVV"), "go clock 300,90000 inc 100,100");
  assert.deepEqual(await bot.next(2), ["info string begun", "bestmove 5d.MOOD"]);
  assert.ok(performance.now() - begun > 200);
});

test("each seat has its own clock and its own bank", PATIENCE, async () => {
  const bot = await ready(started(`
    toptile.run((position) => {
      const { remaining, seats, bank, banks, nodes } = position.clock;
      toptile.info({ string: JSON.stringify([Math.ceil(remaining), seats, bank, banks, nodes]) });
      return toptile.PASS;
    }, { name: "Clock" });`));
  bot.send("newgame id 1 players 2 seat 1 seed 5");
  for (const [limits, told] of [
    ["clock 10000,90000 inc 100,300", "[90,[10,90],0,[],null]"],
    ["clock 1000,-61500 inc 0,0", "[-61,[1,-61.5],0,[],null]"],
    ["movetime 7000 bank 30000,28000", "[7,[],28,[30,28],null]"],
    ["movetime 7000 nodes 5000", "[7,[],0,[],5000]"],
  ]) {
    bot.send(position("AXVVVVV"), `go ${limits}`);
    assert.deepEqual(await bot.next(2), [`info string ${told}`, "bestmove pass"]);
  }
});

test("quit and the end of the input end even a bot that never looks", PATIENCE, async () => {
  for (const leave of [(bot) => bot.send("quit"), (bot) => bot.process.stdin.end()]) {
    const bot = await thinking(DEAF);
    leave(bot);
    await bot.closed;
    assert.deepEqual(bot.lines, []);
    assert.match(bot.notes, /the input ended in the middle of a move/);
  }
});

test("quit stops a bot that looks, and timers of its own do not keep it", PATIENCE, async () => {
  const bot = await thinking("setInterval(() => {}, 1000);" + LISTENING);
  bot.send("quit");
  assert.equal(await bot.closed, 0);
  assert.deepEqual([bot.lines, bot.notes], [["bestmove 5d.MOOD"], ""]);
});

test("an exception ends the bot at once with its stack, and a wrong answer says what a move is", PATIENCE, async () => {
  for (const [body, told] of [["{ throw new Error('my mistake'); }", /my mistake[^]*at /], ["null", /TypeError: a move is a play, an exchange/]]) {
    const bot = await ready(started(`toptile.run(() => ${body}, { name: "Wrong" });`));
    bot.send(position("A"), "go infinite");
    assert.equal(await bot.closed, 1);
    assert.match(bot.notes, told);
    assert.deepEqual(bot.lines, []);
  }
});

test("an async bot is waited for, and what it prints goes to stderr", PATIENCE, async () => {
  const bot = await ready(started(`
    toptile.run(async (position) => {
      console.log("a slip of the pen");
      process.stdout.write("another\\n");
      await new Promise((resolve) => setTimeout(resolve, 20));
      const best = position.plays()[0];
      toptile.info({ depth: 2, nodes: 0, time: 15, score: 8.5, pv: [best, "pass"], string: "two\\nlines" });
      return best;
    }, { name: "Info" });`));
  bot.send(position("QIT"), "go infinite");
  assert.deepEqual(await bot.next(2), ["info depth 2 nodes 0 time 15 score 8.5 pv 5c.QUIT pass string two lines", "bestmove 5c.QUIT"]);
  bot.send("quit");
  assert.equal(await bot.closed, 0);
  assert.equal(bot.notes, "a slip of the pen\nanother\n");
});

test("the expected moves may be a list, one move or a text", PATIENCE, async () => {
  const bot = await ready(started(`
    toptile.run((position) => {
      const best = position.plays()[0];
      for (const pv of [best, best.text, "5c.QUIT  pass", [best], [], "", 7]) {
        try {
          toptile.info({ depth: 1, pv });
        } catch (error) {
          toptile.info({ string: error.message });
        }
      }
      return best;
    }, { name: "Info" });`));
  bot.send(position("QIT"), "go infinite");
  const play = "info depth 1 pv 5c.QUIT";
  assert.deepEqual(await bot.next(7), [play, play, play + " pass", play, "info depth 1", "info depth 1",
    "info string pv is a list of moves, one move or a text of moves, not 7"]);
});

test("options are declared, set and checked", PATIENCE, async () => {
  const bot = started(`
    const { Option } = toptile;
    toptile.run((position) => {
      toptile.info({ string: JSON.stringify(position.options) });
      return toptile.PASS;
    }, { name: "Options", options: [Option.check("Fast", true), Option.spin("Search depth", 3, 1, 9),
         Option.combo("Style", "calm", ["calm", "wild"]), Option.string("Book"),
         Option.button("Clear", () => toptile.info({ string: "cleared" }))] });`);
  bot.send("uwi 1");
  assert.deepEqual((await bot.linesTo("uwiok")).slice(2, -1), [
    "option name Fast type check default true", "option name Search depth type spin default 3 min 1 max 9",
    "option name Style type combo default calm var calm var wild", "option name Book type string", "option name Clear type button"]);
  await ready(bot);
  bot.send("setoption name Fast value false", "setoption name Search depth value 9", "setoption name Clear",
           "setoption name Style value mad", "setoption name Book value my book.txt", position("A"), "go infinite");
  assert.deepEqual(await bot.next(3), ["info string cleared",
    'info string {"Fast":false,"Search depth":9,"Style":"calm","Book":"my book.txt"}', "bestmove pass"]);
  bot.send("setoption name Book value", position("A"), "go infinite", "quit");
  assert.match(await bot.line(), /"Book":""/);
  await bot.closed;
  assert.match(bot.notes, /option Style has no value `mad`/);
});

test("the same seed gives the same moves", PATIENCE, async () => {
  const bot = started("toptile.run((position) => position.random.choice(position.plays()), { name: 'Random' });");
  const answers = [];
  for (const seed of ["7", "7", "18446744073709551615"]) {
    await ready(bot, seed);
    for (let turn = 0; turn < 8; turn++) bot.send(position("MOODEAR"), "go infinite");
    answers.push(await bot.next(8));
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.notDeepEqual(answers[0], answers[2]);
});

test("the bot of the page beside the kit plays", PATIENCE, async () => {
  const page = fs.readFileSync(path.join(path.dirname(KIT), "README.md"), "utf8");
  const code = page.split("```js\n")[1].split("```")[0].replace("./toptile.js", KIT).replace(/^#!.*/, "");
  const script = path.join(folder, "readme.js");
  fs.writeFileSync(script, code);
  const bot = await ready(new Bot(script));
  bot.send(position("QITVVVV"), "go clock 10000,9000 inc 100,100", "quit");
  assert.equal(await bot.line(), "bestmove 5c.QUIT");
  assert.equal(await bot.closed, 0);
});

test("the game and its result reach the author", PATIENCE, async () => {
  const bot = await ready(started(`
    const gameOver = (game, { scores, ranks, reason }) => toptile.info({ string: [game.id, game.seed, scores, ranks, reason].join(" ") });
    toptile.run(() => toptile.PASS, { name: "Result", gameOver });`));
  bot.send("result scores 312,-2 ranks 1,2 reason out");
  assert.equal(await bot.line(), "info string 17 18446744073709551615 312,-2 1,2 out");
});
