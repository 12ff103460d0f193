#!/usr/bin/env node
// Uses all of the JavaScript kit. What the kit says is summed up in a number, and the number chooses the play.
"use strict";
const toptile = require("./toptile.js");
const { Board, Clock, Game, Lexicon, Move, Option, PASS, Position, Random, Result, Ruleset, Unreadable } = toptile;

const heard = { pressed: 0 };

function* factsOfRules(ruleset) {
  yield [ruleset.name, ruleset.plural, ruleset.end, ruleset.lexiconMode];
  yield [ruleset.size, ruleset.rackSize, ruleset.maxHeight, ruleset.flat, ruleset.stacked, ruleset.quBonus];
  yield [ruleset.allTilesBonus, ruleset.leftOver, ruleset.passRounds, ruleset.scorelessRounds, ruleset.freeExchanges];
  yield [[...ruleset.tiles], [...ruleset.faces]];
  yield [ruleset.spelled("QIT"), ruleset.symbolsOf("QUIT"), ruleset.symbolsOf("Q")];
  yield [ruleset.wordPoints(3, 3, true), ruleset.wordPoints(3, 5, false), ruleset.allTilesPoints(7)];
}

function* factsOfWords(lexicon, ruleset) {
  yield [lexicon.includes("QUIT"), lexicon.has("QIT"), lexicon.has("XXX")];
  const own = new Lexicon("CAT\nDOG\nQUIT\n", ruleset);
  yield [own.includes("DOG"), own.has("QIT"), own.includes("COW")];
  try {
    Lexicon.load("/nonexistent/words", ruleset);
  } catch (error) {
    yield error.code;
  }
}

function* factsOfPosition(position) {
  const { board, game } = position;
  yield [String(board), board.isEmpty(), board.size, String(Board.parse(String(board), board.size)) === String(board)];
  yield Array.from({ length: board.size }, (_, row) => [board.top(row, 4), board.height(row, 4)]);
  yield [position.rack, position.seat, position.scores, position.racks, position.bag, position.unseen, position.moves];
  yield [game.id !== "", game.players, game.seat, game.seed !== 0n, game.options === position.options];
  yield [game.random === position.random, position.lexicon === game.lexicon, position.ruleset === game.ruleset];
  yield position.exchanges().map((move) => move.text);
  const play = position.lastPlay();
  yield play && [play.text, play.points, play.words, play.laid, toptile.hasUnknownWord(position, play)];
  if (play) yield [board.run(play.laid[0][0], play.laid[0][1], true), board.run(play.laid[0][0], play.laid[0][1], false)];
  try {
    yield position.exchange("E").text;
  } catch (error) {
    yield error instanceof RangeError;
  }
  try {
    Board.parse("nonsense", board.size);
  } catch (error) {
    yield error instanceof Unreadable;
  }
}

function* factsOfPlay(position, play) {
  yield [play.text, play.points, play.words, play.laid, play.tilesLaid];
  yield [position.laidBy(play.text), position.play(play.text).text, position.play("1a.NONSENSE")];
  const after = position.after(play);
  yield [after.rack, after.scores, after.racks, after.moves.at(-1), after.seat, String(after.board)];
  if (position.unseen.length >= 7) {
    const other = after.holding(position.unseen.slice(0, 7), (position.seat + 1) % 2);
    yield [other.rack, other.seat, other.unseen, other.plays().slice(0, 3).map((answer) => answer.text)];
  }
}

function* factsOfTools(ruleset, lexicon) {
  const clock = new Clock();
  clock.readLimits("movetime 500 bank 3000,2000 nodes 70", 1);
  yield [clock.limit, clock.bank, clock.banks, clock.nodes, clock.seats, clock.increment, clock.stopped];
  clock.readLimits("clock 10000,9000 inc 100,200", 1);
  yield [clock.limit, clock.seats, clock.increment, clock.elapsed >= 0, clock.remaining <= 9];
  const game = new Game(ruleset, lexicon, { id: "x", players: 2, seat: 1, seed: 5n });
  const empty = new Position(game, new Board(ruleset.size), "CATSDOG", { scores: [3, 4], racks: [7, 7], bag: 70 });
  yield [empty.plays().slice(0, 5).map((play) => play.text), empty.board.isEmpty()];
  const again = Position.parse(`board ${empty.board} rack CATSDOG scores 3,4 bag 70 unseen - moves -`, game, clock);
  yield [again.plays().slice(0, 5).map((play) => play.points), again.clock === clock];
  yield again.board.after([[4, 4, "Z"]]).top(4, 4);
  const result = new Result("scores 312,280 ranks 1,2 reason out");
  yield [result.scores, result.ranks, result.reason, new Ruleset("name x size 9 rack 6").size];
  yield [Option.spin("A", 2, 1, 9).declaration(), Option.check("B", true).valueOf("false"), Option.combo("C", "x", ["x", "y"]).valueOf("y")];
  yield [new Move("5d.MOOD", 8, ["MOOD"], [[4, 3, "M"]]).tilesLaid, PASS.text];
  const random = new Random(7n);
  yield [random.random(), random.below(100), random.choice([1, 2, 3]), random.shuffle([1, 2, 3, 4, 5])];
}

function digest(...generators) {
  let number = 17;
  for (const facts of generators) {
    for (const fact of facts) {
      for (const unit of JSON.stringify(fact)) number = (Math.imul(number, 31) + unit.codePointAt(0)) >>> 0;
    }
  }
  return number;
}

async function choose(position) {
  const { options, clock } = position;
  const plays = position.plays();
  if (position.shouldStop || plays.length === 0) return position.exchanges()[0] ?? PASS;
  let number = digest(factsOfPosition(position), factsOfPlay(position, plays[0]), Object.entries(options), [heard.pressed]);
  if (position.moves.length < 2) {
    number += digest(factsOfRules(position.ruleset), factsOfWords(position.lexicon, position.ruleset),
                     factsOfTools(position.ruleset, position.lexicon));
  }
  number += Number(clock.remaining > 0 && clock.elapsed >= 0 && clock.started > 0) + clock.seats.length;
  toptile.info({ depth: 1, nodes: plays.length, time: Math.floor(clock.elapsed * 1000), score: plays[0].points, pv: plays.slice(0, 2) });
  toptile.info({ pv: plays[0], string: `number ${number}` });
  toptile.info({ pv: "pass pass" });
  const few = plays.slice(0, options.Bold ? options.Plays : 1);
  const chosen = few[(number + position.random.below(3)) % few.length];
  return options.Style === "text" ? chosen.text : chosen;
}

toptile.run(choose, {
  name: "Everything (JavaScript)",
  author: "Ann",
  challenge: (position, play) => toptile.hasUnknownWord(position, play) && position.moves.length % 4 !== 3,
  gameOver: (game, result) => console.log("game", game.id, "ended:", result.reason, result.scores[game.seat], result.ranks[game.seat]),
  options: [Option.check("Bold", true), Option.spin("Plays", 3, 1, 9), Option.combo("Style", "move", ["move", "text"]),
            Option.string("Motto", "on and on"), Option.button("Press", () => heard.pressed++)],
});
