// The page of a bot's costliest mistakes. Each opens in the viewer at its turn.
import type { CostlyMove, ReportData, ReviewSummary, ReviewedBot } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { gradeWord } from "../grade_mark.ts";
import { grades, pluralOf } from "../grades.ts";
import type { RecordSource } from "../records.ts";
import { gameAddress, type MistakesRoute } from "../route.ts";
import { count, decimal, percent } from "../words.ts";
import { basis, lostChance, lostPoints, luckWords } from "./accuracy.ts";
import { botName } from "./bot_name.ts";
import type { Context } from "./context.ts";
import { result } from "./games.ts";
import { gradeOf, reviewsOf } from "./review_summary.ts";
import { SubPage } from "./sub_page.ts";
import { narrow, sorted, sortableTable, type Column } from "./table.ts";

const tableId = "mistakes";

export class MistakesPage extends SubPage {
  private bot: string | null = null;

  constructor(data: ReportData, records: RecordSource) {
    super("mistakes", "Mistakes", data, records);
  }

  show({ bot }: MistakesRoute, reportAddress: string): void {
    this.leadBackTo(reportAddress);
    if (this.bot === bot) return;
    this.begin();
    this.bot = bot;
    this.draw();
  }

  /** The rows of the games with these mistakes, in the order of the list. */
  listedGames(): readonly number[] {
    return [...new Set(this.listed().map((move) => rowOf(this.context, move)))].filter((row) => row >= 0);
  }

  /** The turn at which a game of the list opens. */
  turnOf(row: number): number | undefined {
    return this.listed().find((move) => rowOf(this.context, move) === row)?.turn;
  }

  protected isShown(): boolean {
    return this.bot !== null;
  }

  private listed(): readonly CostlyMove[] {
    const rows = this.reviewed()?.bot.mistakes ?? [];
    return sorted({ rows, columns: columns(this.context) }, this.context.choices.sortings.get(tableId));
  }

  private reviewed(): { review: ReviewSummary; bot: ReviewedBot } | null {
    const review = reviewsOf(this.context.data);
    const bot = review?.bots.find(({ entrant }) => this.context.data.bots[entrant]?.name === this.bot);
    return review && bot ? { review, bot } : null;
  }

  protected draw(): void {
    this.heading.replaceChildren("Mistakes of ", el("bdi", {}, this.bot ?? ""));
    const reviewed = this.reviewed();
    if (!reviewed) {
      this.main.replaceChildren(el("p", { role: "alert" }, "This report has no reviews of such a bot."));
      return;
    }
    const { review, bot } = reviewed;
    this.main.replaceChildren(
      el(
        "section",
        { "aria-labelledby": "moves-heading" },
        el("h2", { id: "moves-heading" }, "All its moves"),
        el("p", { class: "note" }, basis(review)),
        el("dl", { class: "facts" }, facts(this.context, bot).map(([label, value]) => [el("dt", {}, label), el("dd", {}, value)])),
      ),
      el(
        "section",
        { "aria-labelledby": "mistakes-heading" },
        el("h2", { id: "mistakes-heading" }, "The costliest"),
        bot.mistakes.length === 0
          ? el("p", {}, "It made none.")
          : sortableTable(this.context, { id: tableId, caption: "The costliest mistakes", rows: bot.mistakes, columns: columns(this.context) }),
      ),
    );
  }
}

function facts(context: Context, bot: ReviewedBot): [string, Child][] {
  const counts = grades.map((grade, i) => [i > 0 && ", ", `${count(bot.grades[grade] ?? 0)} ${pluralOf(grade)}`]);
  return [
    ["Bot", botName(context, bot.entrant)],
    ["Accuracy", `${decimal(bot.accuracy, 1)} of 100`],
    ["Chance to win lost", `${lostChance(bot.loss_chance)} a move`],
    ["Points lost", `${lostPoints(bot.loss_spread)} a move`],
    ["Moves", counts],
    ["Luck of the draw", `${luckWords(bot.luck)} points a game`],
  ];
}

function columns(context: Context): Column<CostlyMove>[] {
  return [
    { key: "turn", label: "Turn", isRowHead: true, by: (move) => (move.run * 1e6 + move.game) * 1000 + move.turn, cell: (move) => [place(context, move), narrow(moveName(move.played), " → ", moveName(move.best))] },
    { key: "grade", label: "Grade", by: (move) => grades.indexOf(gradeOf(move)), cell: (move) => gradeWord(gradeOf(move)) },
    { key: "chance", label: "Chance lost", title: "The chance to win that it lost", numeric: true, by: (move) => move.loss_chance, cell: (move) => percent(move.loss_chance, 1) },
    { key: "points", label: "Points lost", title: "The points of the final spread that it lost", numeric: true, isSpare: true, by: (move) => move.loss_spread, cell: (move) => decimal(move.loss_spread, 1) },
    { key: "played", label: "Played", isSpare: true, by: (move) => move.played, cell: (move) => moveName(move.played) },
    { key: "best", label: "Better", isSpare: true, by: (move) => move.best, cell: (move) => moveName(move.best) },
    {
      key: "game",
      label: "Game",
      isSpare: true,
      by: (move) => move.game,
      cell: (move) => {
        const row = rowOf(context, move);
        return row < 0 ? null : result(context, context.data.games!, row);
      },
    },
  ];
}

function moveName(move: string): Child {
  return el("bdi", { class: "said" }, move);
}

function place(context: Context, { run, game, turn }: CostlyMove): Child {
  const words = `game ${game}, turn ${turn}`;
  if (!context.records.has(run, game)) return words;
  return el("a", { href: gameAddress(run, game, turn), "data-key": `mistake-${run}-${game}-${turn}` }, words);
}

function rowOf({ data: { games } }: Context, { run, game }: CostlyMove): number {
  return games?.id.findIndex((id, i) => id === game && (games.run?.[i] ?? 0) === run) ?? -1;
}
