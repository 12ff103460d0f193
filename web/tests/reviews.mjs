// Made-up reviews of recorded games, the same for the same game. They have the format of reviews.jsonl.

const grades = [
  [0.1, "blunder"],
  [0.05, "mistake"],
  [0.02, "inaccuracy"],
  [-1, "good"],
];

/** The review of a game. Every fifth reviewed turn is the best one, and others lose more or less. */
export function reviewOf(record) {
  const random = randomOf(record.id);
  const turns = [];
  record.turns.forEach((turn, i) => {
    if (i < record.opening || turn.move === "challenge" || turn.move === "accept") return;
    turns.push(reviewedTurn(record, turn, i + 1, turns.length % 5 === 0, random));
  });
  return { review: 1, game: record.id, record: "0123456789abcdef", nodes: 2000, turns };
}

function reviewedTurn(record, { seat, move, points }, number, isBest, random) {
  const chance = round(0.2 + 0.75 * random(), 4);
  const spread = round(80 * (chance - 0.5), 2);
  const lost = isBest ? 0 : round(0.16 * random() ** 2, 4);
  const lostPoints = round(100 * lost, 2);
  const worth = (less) => ({ chance: [Math.max(0, round(chance - less, 4)), 0.012], spread: [round(spread - 100 * less, 2), 1.1] });
  const isExact = number > record.turns.length - 3;
  const played = { move, points, ...worth(lost) };
  const other = turned(move);
  const best = isBest
    ? [{ ...played }, { move: other, points: points + 1, ...worth(0.01) }]
    : [{ move: other, points: points + 3, ...worth(0) }, { move: "ex.E", points: 0, ...worth(lost / 2) }, { move: "pass", points: 0, ...worth(lost + 0.1) }];
  const made = {
    turn: number,
    seat,
    chance: best[0].chance,
    spread: best[0].spread,
    best,
    played,
    loss: isBest ? { chance: [0, 0], spread: [0, 0] } : { chance: [lost, 0.006], spread: [lostPoints, 0.9] },
    grade: isBest ? "best" : grades.find(([least]) => lost >= least)[1],
    luck: number <= record.players.length ? null : [round(12 * (random() - 0.5), 2), 0.6],
  };
  return isExact ? { ...made, exact: true } : made;
}

/** The same word in the other direction, which fits wherever its place is on a board with as many rows as columns. */
export function turned(move) {
  const [, row, column, word] = /^(\d+)([a-z])\.(.+)$/.exec(move) ?? [];
  if (word) return `${column}${row}.${word}`;
  const [, second, first, down] = /^([a-z])(\d+)\.(.+)$/.exec(move) ?? [];
  return down ? `${first}${second}.${down}` : "pass";
}

/** What the report's data say about the reviews; `entrants` are those of a game's seats. */
export function reviewSummary(reviews, bots, entrantsOf) {
  const of = (entrant) =>
    reviews.flatMap((review) => review.turns.filter((turn) => entrantsOf(review.game)[turn.seat] === entrant).map((turn) => ({ ...turn, game: review.game })));
  return {
    nodes: 2000,
    games: reviews.length,
    bots: bots.map((entrant) => {
      const turns = of(entrant);
      const lost = turns.filter(({ grade }) => grade !== "best" && grade !== "good");
      lost.sort((a, b) => b.loss.chance[0] - a.loss.chance[0]);
      return {
        entrant,
        turns: turns.length,
        accuracy: round(90 - 3.3 * entrant, 1),
        loss_chance: [round(0.012 + 0.004 * entrant, 4), 0.003],
        loss_spread: [round(1.2 + 0.4 * entrant, 2), 0.2],
        grades: Object.fromEntries(["best", "good", "inaccuracy", "mistake", "blunder"].map((grade) => [grade, turns.filter((turn) => turn.grade === grade).length])),
        luck: [round(0.8 - entrant, 2), 1.4],
        mistakes: lost.slice(0, 50).map(({ game, turn, seat, played, best, loss, grade }) => ({
          run: 0, game, turn, seat, played: played.move, best: best[0].move, loss_chance: loss.chance[0], loss_spread: loss.spread[0], grade,
        })),
      };
    }),
    luck_share: 0.62,
  };
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}

/** Numbers from 0 to 1, by a linear congruential generator. */
function randomOf(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
