import type { GameColumns } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { gameAddress } from "../route.ts";
import { count, endWords, plural } from "../words.ts";
import { nameOf, plainName } from "./bot_name.ts";
import { concerns, type Context, type Section } from "./context.ts";
import { sortableTable, type Column } from "./table.ts";
import { wholeReport } from "./whole_report.ts";

const pageLength = 50;

export const gamesSection: Section = {
  id: "games",
  title: "Games",
  draw(context) {
    const { games } = context.data;
    if (!games || games.id.length === 0) return null;
    const rows = rowsOf(context, games);
    return [
      missing(context, games),
      ends(context, games),
      rows.length === 0
        ? el("p", {}, "No game matches.")
        : sortableTable(context, {
            id: "games",
            caption: `Games: ${plural(rows.length, "game")}`,
            rows,
            columns: columnsFor(context, games),
            pageLength,
          }),
    ];
  },
};

/** What to do about games that the page does not have. */
function missing({ data, records }: Context, { id, run }: GameColumns): Child {
  const have = id.filter((game, i) => records.has(run?.[i] ?? 0, game)).length;
  if (have === id.length) return null;
  const words = have === 0 ? "This page is without the games, so they cannot be opened. " : "Only games whose number is a link can be opened. ";
  return el("p", { class: "note" }, words, wholeReport(data));
}

/** The indices of the games that are listed. */
function rowsOf(context: Context, games: GameColumns): number[] {
  const { end } = context.choices;
  const rows: number[] = [];
  for (let i = 0; i < games.id.length; i += 1) {
    if ((end === "" || games.end[i] === end) && concerns(context, ...games.seats[i]!)) rows.push(i);
  }
  return rows;
}

function ends(context: Context, games: GameColumns): Child {
  const tally = new Map<string, number>();
  for (const end of games.end) tally.set(end, (tally.get(end) ?? 0) + 1);
  const choose = (event: Event): void => {
    context.choices.end = (event.target as HTMLSelectElement).value;
    context.choices.offsets.set("games", 0);
    context.redraw("games");
  };
  const option = (value: string, label: string) =>
    el("option", { value, selected: context.choices.end === value }, label);
  return el(
    "p",
    { class: "controls" },
    el("label", { for: "end" }, "Ended "),
    el(
      "select",
      { id: "end", "data-key": "end", onchange: choose },
      option("", "in any way"),
      [...tally].sort((a, b) => b[1] - a[1]).map(([end, number]) => option(end, `${endWords(end)} (${count(number)})`)),
    ),
  );
}

function columnsFor(context: Context, games: GameColumns): Column<number>[] {
  const runOf = (row: number) => games.run?.[row] ?? 0;
  const columns: Column<number>[] = [
    { key: "id", label: "Game", numeric: true, ascending: true, isRowHead: true, by: (row) => games.id[row]!, cell: (row) => link(context, runOf(row), games.id[row]!) },
    { key: "result", label: "Result", by: (row) => nameOf(context, games.seats[row]![0]!), cell: (row) => result(context, games, row) },
    { key: "margin", label: "Margin", title: "How many points more the best seat has than the next", numeric: true, by: (row) => margin(games.scores[row]!), cell: (row) => count(margin(games.scores[row]!)) },
    { key: "sum", label: "Points", title: "Points of all seats", numeric: true, by: (row) => sum(games.scores[row]!), cell: (row) => count(sum(games.scores[row]!)) },
    { key: "end", label: "End", by: (row) => endWords(games.end[row]!), cell: (row) => endWords(games.end[row]!) },
  ];
  if (games.turns) {
    columns.push({ key: "turns", label: "Turns", numeric: true, by: (row) => games.turns![row] ?? null, cell: (row) => count(games.turns![row]) });
  }
  if (games.run && context.data.runs.length > 1) {
    columns.push({ key: "run", label: "Run", by: (row) => runOf(row), cell: (row) => el("bdi", {}, context.data.runs[runOf(row)]?.name ?? "") });
  }
  return columns;
}

function link(context: Context, run: number, id: number): Child {
  if (!context.records.has(run, id)) return id;
  return el("a", { href: gameAddress(run, id), "data-key": `game-${run}-${id}`, "aria-label": `Game ${id}` }, id);
}

function result(context: Context, games: GameColumns, row: number): Child {
  const ranks = games.ranks[row] ?? [];
  const best = ranks.filter((rank) => rank === 1).length === 1;
  return games.seats[row]!.map((entrant, seat) => {
    const won = best && ranks[seat] === 1;
    const name = [plainName(context, entrant), " ", count(games.scores[row]![seat])];
    return [seat > 0 && " – ", won ? el("strong", {}, name) : el("span", {}, name)];
  });
}

function margin(scores: readonly number[]): number {
  const [best = 0, next = 0] = [...scores].sort((a, b) => b - a);
  return best - next;
}

function sum(scores: readonly number[]): number {
  return scores.reduce((all, score) => all + score, 0);
}
