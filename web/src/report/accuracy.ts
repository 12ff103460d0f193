// How well each bot moved, by the reviews of its games.
import type { MeanWithInterval, ReviewSummary, ReviewedBot } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { gradeMark } from "../grade_mark.ts";
import { grades, pluralOf } from "../grades.ts";
import { formatRoute } from "../route.ts";
import { count, decimal, percent, plural, signed } from "../words.ts";
import { botName, nameOf } from "./bot_name.ts";
import { concerns, emphasis, type Context, type Section } from "./context.ts";
import { reviewsOf } from "./review_summary.ts";
import { sortableTable, type Column } from "./table.ts";

export const accuracySection: Section = {
  id: "accuracy",
  title: "Accuracy",
  draw(context) {
    const review = reviewsOf(context.data);
    if (!review) return null;
    return [
      el("p", { class: "note" }, `${basis(review)} Numbers after ± are halves of 95 % intervals; accuracy 100 is perfect.`),
      sortableTable(context, {
        id: "accuracy",
        caption: "Accuracy of each bot",
        rows: [...review.bots].sort((a, b) => b.accuracy - a.accuracy),
        columns: columns(context),
        rowClass: (row) => emphasis(context, row.entrant),
      }),
      links(context, review),
      typeof review.luck_share === "number" &&
        el("p", {}, `The luck of the draw explains ${percent(review.luck_share)} of how much the final spreads differ. The rest is play, and luck that no draw shows.`),
    ];
  },
};

export function basis({ games, nodes }: ReviewSummary): string {
  return `The champion looked at every turn of ${plural(games, "game")} again, with ${plural(nodes, "node")} a turn.`;
}

/** "2.1 % ± 0.3" */
export function lostChance([mean, half]: MeanWithInterval): string {
  return `${percent(mean, 1)}${halfWords(half, 100)}`;
}

/** "1.9 ± 0.2" */
export function lostPoints([mean, half]: MeanWithInterval): string {
  return `${decimal(mean, 1)}${halfWords(half)}`;
}

export function luckWords([mean, half]: MeanWithInterval): string {
  return `${signed(mean, 1)}${halfWords(half)}`;
}

function halfWords(half: number | null | undefined, scale = 1): string {
  return typeof half === "number" ? ` ± ${decimal(scale * half, 1)}` : "";
}

function columns(context: Context): Column<ReviewedBot>[] {
  const graded = grades.map((grade): Column<ReviewedBot> => ({
    key: grade,
    label: gradeMark(grade) ?? "Good",
    title: `Moves by their grade: ${pluralOf(grade)}`,
    numeric: true,
    isSpare: grade !== "mistake" && grade !== "blunder",
    by: (row) => row.grades[grade],
    cell: (row) => count(row.grades[grade] ?? 0),
  }));
  return [
    { key: "bot", label: "Bot", isRowHead: true, by: (row) => nameOf(context, row.entrant), cell: (row) => botName(context, row.entrant) },
    { key: "accuracy", label: "Accuracy", numeric: true, by: (row) => row.accuracy, cell: (row) => decimal(row.accuracy, 1) },
    {
      key: "chance",
      label: "Chance lost",
      title: "The chance to win that a move lost on average",
      numeric: true,
      ascending: true,
      by: (row) => row.loss_chance[0],
      cell: (row) => lostChance(row.loss_chance),
    },
    {
      key: "points",
      label: "Points lost",
      title: "The points of the final spread that a move lost on average",
      numeric: true,
      ascending: true,
      isSpare: true,
      by: (row) => row.loss_spread[0],
      cell: (row) => lostPoints(row.loss_spread),
    },
    ...graded,
    {
      key: "luck",
      label: "Luck a game",
      title: "The points that the draws of a game were worth more than the mean draw",
      numeric: true,
      isSpare: true,
      by: (row) => row.luck[0],
      cell: (row) => luckWords(row.luck),
    },
    { key: "turns", label: "Turns", title: "Turns with a grade", numeric: true, isSpare: true, by: (row) => row.turns, cell: (row) => count(row.turns) },
  ];
}

/** The ways to the pages of mistakes. */
function links(context: Context, review: ReviewSummary): Child {
  const shown = review.bots.filter((bot) => bot.mistakes.length > 0 && concerns(context, bot.entrant));
  if (shown.length === 0) return null;
  return el(
    "p",
    { class: "controls" },
    "Costliest mistakes of ",
    shown.map(({ entrant }, i) => [
      i > 0 && ", ",
      el("a", { href: formatRoute({ view: "mistakes", bot: nameOf(context, entrant) }), "data-key": `mistakes-${entrant}` }, el("bdi", { class: "name" }, nameOf(context, entrant))),
    ]),
  );
}

