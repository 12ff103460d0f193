import type { Match } from "../data.ts";
import { el, svg, type Child } from "../dom.ts";
import { count, decimal, percent, plural, signed } from "../words.ts";
import type { Context, Section } from "./context.ts";
import { eloIntervalWords } from "./elo_interval.ts";
import { wide } from "./table.ts";

export const seatsSection: Section = {
  id: "seats",
  title: "Seats and pairs",
  draw(context) {
    const { seats, first_seat, seat_elo, match } = context.data;
    const parts: Child[] = [seats && seatTable(context), firstSeat(context), pairsOf(context), match && matchPart(match)];
    return seats || first_seat || seat_elo || match ? el("div", { class: "columns" }, parts) : null;
  },
};

const ordinals = ["First", "Second", "Third", "Fourth"];

function hasForfeited({ games, finished }: { games: number; finished?: number }): boolean {
  return finished !== undefined && finished < games;
}

function seatTable(context: Context): Child {
  const { seats, seat_elo } = context.data;
  const withElo = (seat_elo?.length ?? 0) > 0;
  const head = ["Seat", "Games", "Won", "Tied", "Mean points", ...(withElo ? ["Elo"] : [])];
  const rows = seats!.by_seat.map((seat, i) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, ordinals[i] ?? i + 1),
      [
        count(seat.games),
        `${count(seat.wins)} (${percent(seat.games > 0 ? seat.wins / seat.games : null)})`,
        count(seat.ties),
        [decimal(seat.mean_points, 1), hasForfeited(seat) && seat.finished! > 0 && el("small", {}, plural(seat.finished!, "game"))],
      ].map((cell) => el("td", { class: "number" }, cell)),
      withElo && el("td", { class: "number" }, signed(seat_elo![i] ?? 0)),
    ),
  );
  const heads = head.map((label, i) => el("th", { scope: "col", class: i > 0 ? "number" : null }, label));
  return el(
    "div",
    {},
    el("h3", {}, "Seats"),
    wide("Seats", el("table", {}, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows)), "table-seats"),
    seats!.by_seat.some(hasForfeited) && el("p", { class: "note" }, "Mean points are those of games that nobody forfeited."),
    withElo && el("p", { class: "note" }, "Elo: what the seat is worth against the last one."),
    !withElo && firstSeatWords(context),
  );
}

/** In Elo, as below the tables in the terminal. A wider interval says nothing that a reader could use. */
const mostUncertain = 100;

function firstSeat(context: Context): Child {
  return !context.data.seats && el("div", {}, el("h3", {}, "First seat"), firstSeatWords(context));
}

function firstSeatWords(context: Context): Child {
  const first = context.data.first_seat;
  const seat = context.data.seats?.players ?? 2;
  if (!first || seat > 2) return null;
  if (Math.max(first.error_low, first.error_high) > mostUncertain)
    return el("p", { class: "note" }, "These games are too few to say what moving first is worth.");
  return el(
    "p",
    { class: "note" },
    `Moving first is worth ${signed(first.elo)} Elo, between ${signed(first.elo - first.error_low)} and ${signed(first.elo + first.error_high)} 95 times in 100.`,
  );
}

function pairsOf(context: Context): Child {
  const pairs = context.data.seats?.pairs;
  if (!pairs || context.data.match || pairs.pairs === 0) return null;
  return el(
    "div",
    {},
    el("h3", {}, "Pairs"),
    el("p", {}, `${plural(pairs.pairs, "pair")} of games with the same tiles and the seats swapped.`),
    pentanomialBars(pairs.pentanomial, "the bot that stands higher"),
    el("p", { class: "note" }, "By the points of the bot that stands higher."),
    pairingWords(pairs.pairing_ratio),
  );
}

function pairingWords(ratio: number | null | undefined): Child {
  return (
    typeof ratio === "number" &&
    el("p", { class: "note" }, `Played in pairs, it takes ${decimal(ratio, 2)} times as many games as without pairs.`)
  );
}

const pairWords = ["0–2", "½–1½", "1–1", "1½–½", "2–0"];

/** `counts` are the numbers of pairs in which `name` made 0, ½, 1, 1½ and 2 points. */
export function pentanomialBars(counts: readonly number[], name: string): Child {
  const all = counts.reduce((sum, pairs) => sum + pairs, 0);
  if (all === 0) return null;
  let x = 0;
  const parts = counts.map((pairs, i) => {
    const width = (100 * pairs) / all;
    x += width;
    return svg("rect", { class: `key-${i}`, x: x - width, width, y: 0, height: 10 }, svg("title", {}, `${pairWords[i]}: ${pairs}`));
  });
  const told = counts.map((pairs, i) => `${pairWords[i]}: ${pairs}`).join(", ");
  return el(
    "div",
    { class: "pentanomial" },
    svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": `Pairs of games by points of ${name}: ${told}` }, parts),
    el("dl", {}, counts.map((pairs, i) => el("div", { class: `key-${i}` }, el("dt", {}, pairWords[i]), el("dd", {}, count(pairs))))),
  );
}

function isAlike({ pentanomial, score }: Match): boolean {
  return score !== 0.5 && pentanomial.filter((pairs) => pairs > 0).length === 1;
}

function matchPart(match: Match): Child {
  const rows: [string, Child][] = [
    ["Score", percent(match.score, 1)],
    ["Elo", eloIntervalWords(match.elo, match.score)],
    ["Normalized Elo", eloIntervalWords(match.normalized_elo, match.score)],
    ["Stronger", match.superiority === null ? "–" : `with a chance of ${percent(match.superiority, 1)}${isAlike(match) ? ", by the number of pairs alone, as all ended alike" : ""}`],
  ];
  if (match.spread.pairs > 0) {
    const error = match.spread.error;
    rows.push(["Spread", `${signed(match.spread.mean, 1)}${error === null ? "" : ` ± ${decimal(error, 1)}`} points a game`]);
  }
  return el(
    "div",
    {},
    el("h3", {}, el("bdi", {}, match.bots[0]), " against ", el("bdi", {}, match.bots[1])),
    el("p", {}, `${plural(match.pairs, "pair")} of games with the same tiles and the seats swapped.`),
    pentanomialBars(match.pentanomial, match.bots[0] ?? ""),
    el("dl", { class: "facts" }, rows.map(([label, value]) => [el("dt", {}, label), el("dd", {}, value)])),
    pairingWords(match.pairing_ratio),
    match.note && el("p", { class: "note" }, match.note),
  );
}
