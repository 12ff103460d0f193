// The list of games, in which the reader finds a game by its bots, its number, how it ended, or a word that was played.
import type { GameColumns } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { gameAddress } from "../route.ts";
import { count, endWords, faultWords, plural } from "../words.ts";
import { nameOf } from "./bot_name.ts";
import { concerns, type Context, type Section } from "./context.ts";
import { narrow, sorted, sortableTable, type Column } from "./table.ts";
import { wholeReport } from "./whole_report.ts";
import { WordSearch } from "./word_search.ts";

const pageLength = 50;
/** The list waits for this rest in typing. */
const typingMs = 150;

export const gamesSection: Section = {
  id: "games",
  title: "Games",
  draw(context) {
    const { games } = context.data;
    return games && games.id.length > 0 ? gameList(context, games) : null;
  },
};

/** The rows of the listed games, in the order of the list. */
export function listedGames(context: Context): readonly number[] {
  const { games } = context.data;
  if (!games) return [];
  return sorted({ rows: rowsOf(context, games), columns: columnsFor(context, games) }, context.choices.sortings.get("games"));
}

function gameList(context: Context, games: GameColumns): Child {
  const said = el("p", { class: "note", role: "status" });
  const host = el("div");
  const drawTable = (): void => {
    const rows = rowsOf(context, games);
    said.textContent = searchWords(context, rows.length);
    host.replaceChildren(
      rows.length === 0
        ? el("p", {}, "No game matches.")
        : sortableTable(context, { id: "games", caption: `Games: ${plural(rows.length, "game")}`, rows, columns: columnsFor(context, games), pageLength }),
    );
  };
  const filter = (): void => {
    context.choices.offsets.set("games", 0);
    drawTable();
  };
  if (context.choices.wordSearch) context.choices.wordSearch.onNews = drawTable;
  drawTable();
  const fields = [ends(context, games, filter), finder(context, filter), wordFinder(context, games, filter, drawTable)];
  return [missing(context, games), el("div", { class: "controls search" }, fields), said, host];
}

/** What to do about games that the page does not have. */
function missing({ data, records }: Context, { id, run }: GameColumns): Child {
  const have = id.filter((game, i) => records.has(run?.[i] ?? 0, game)).length;
  if (have === id.length) return null;
  const words = have === 0 ? "This page is without the games, so they cannot be opened. " : "Only games whose number is a link can be opened. ";
  return el("p", { class: "note" }, words, wholeReport(data));
}

/** The indices of the games that are listed, in the order of the data. */
function rowsOf(context: Context, games: GameColumns): number[] {
  const { end, find, wordSearch } = context.choices;
  const terms = find.toLowerCase().split(/\s+/).filter((term) => term !== "");
  const rows: number[] = [];
  for (let row = 0; row < games.id.length; row += 1) {
    if (end !== "" && games.end[row] !== end) continue;
    if (!isShown(context, games.seats[row]!)) continue;
    if (wordSearch && !wordSearch.turns.has(row)) continue;
    if (terms.length === 0 || isFound(context, games, row, terms)) rows.push(row);
  }
  return rows;
}

function isShown(context: Context, entrants: readonly number[]): boolean {
  return context.pairing ? context.pairing.every((bot) => entrants.includes(bot)) : concerns(context, ...entrants);
}

/** Each term is the game's number, or a part of a bot's name or of how the game ended. */
function isFound(context: Context, games: GameColumns, row: number, terms: readonly string[]): boolean {
  const names = games.seats[row]!.map((entrant) => nameOf(context, entrant));
  const text = [...names, endText(context, games, row)].join("\n").toLowerCase();
  return terms.every((term) => term.replace(/^#/, "") === String(games.id[row]) || text.includes(term));
}

/** What a search found, if there is one. */
function searchWords({ choices }: Context, rows: number): string {
  const search = choices.wordSearch;
  if (!search) return choices.find.trim() === "" && choices.end === "" ? "" : `${plural(rows, "game")} found.`;
  if (!search.isDone) return `Looking for ${search.word}: ${plural(search.searched, "game")} read …`;
  return `${search.word} was played in ${count(search.turns.size)} of ${plural(search.searched, "game")}; ${count(rows)} listed.`;
}

function ends(context: Context, games: GameColumns, filter: () => void): Child {
  const tally = new Map<string, number>();
  games.end.forEach((end, row) => {
    if (isShown(context, games.seats[row]!)) tally.set(end, (tally.get(end) ?? 0) + 1);
  });
  const choose = (event: Event): void => {
    context.choices.end = (event.target as HTMLSelectElement).value;
    filter();
  };
  const { end: chosen } = context.choices;
  const option = (value: string, label: string) => el("option", { value, selected: chosen === value }, label);
  const all = [...tally].sort((a, b) => b[1] - a[1]);
  if (chosen !== "" && !tally.has(chosen)) all.push([chosen, 0]);
  return el(
    "p",
    {},
    el("label", { for: "end" }, "Ended "),
    el("select", { id: "end", "data-key": "end", onchange: choose }, option("", "in any way"), all.map(([end, number]) => option(end, `${endWords(end)} (${count(number)})`))),
  );
}

function finder(context: Context, filter: () => void): Child {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const search = (event: Event): void => {
    context.choices.find = (event.target as HTMLInputElement).value;
    clearTimeout(waiting);
    waiting = setTimeout(filter, typingMs);
  };
  return el(
    "p",
    {},
    el("label", { for: "find" }, "Find "),
    el("input", { id: "find", type: "search", "data-key": "find", value: context.choices.find, placeholder: "bot, number, ending", oninput: search }),
  );
}

function wordFinder(context: Context, games: GameColumns, filter: () => void, drawTable: () => void): Child {
  const { choices, records } = context;
  if (!records.lines || !games.id.some((id, row) => records.has(games.run?.[row] ?? 0, id))) return null;
  const search = (event: Event): void => {
    const word = (event.target as HTMLInputElement).value.trim().toUpperCase();
    if (word === (choices.wordSearch?.word ?? "")) return;
    choices.wordSearch?.stop();
    choices.wordSearch = word === "" ? null : new WordSearch(word);
    filter();
    if (!choices.wordSearch) return;
    choices.wordSearch.onNews = drawTable;
    void choices.wordSearch.run(records, games);
  };
  return el(
    "p",
    {},
    el("label", { for: "word" }, "Word played "),
    // A word is looked for when it is written to its end, because all records are read for it.
    el("input", { id: "word", type: "search", "data-key": "word", value: choices.wordSearch?.word ?? "", autocapitalize: "characters", spellcheck: "false", placeholder: "a whole word", onchange: search, onsearch: search }),
  );
}

function columnsFor(context: Context, games: GameColumns): Column<number>[] {
  const runOf = (row: number) => games.run?.[row] ?? 0;
  const found = context.choices.wordSearch;
  const at = (row: number, turn: number | undefined, words: Child, name: string) => link(context, runOf(row), games.id[row]!, turn || undefined, words, name);
  const columns: Column<number>[] = [
    { key: "id", label: "Game", numeric: true, ascending: true, isRowHead: true, by: (row) => games.id[row]!, cell: (row) => at(row, found?.turns.get(row), games.id[row]!, "") },
    { key: "result", label: "Result", class: "result", by: (row) => nameOf(context, games.seats[row]![0]!), cell: (row) => [result(context, games, row), narrow(endOf(context, games, row))] },
    { key: "margin", label: "Margin", title: "How many points more the best seat has than the next; those that forfeited are left out", numeric: true, by: (row) => margin(games, row), cell: (row) => count(margin(games, row)) },
    { key: "sum", label: "Points", title: "Points of all seats", numeric: true, isSpare: true, by: (row) => sum(games.scores[row]!), cell: (row) => count(sum(games.scores[row]!)) },
    { key: "end", label: "End", isSpare: true, class: "ending", by: (row) => endText(context, games, row), cell: (row) => endOf(context, games, row) },
  ];
  if (found) {
    columns.splice(1, 0, { key: "word", label: found.word, title: "Where the word was first played", numeric: true, by: (row) => found.turns.get(row), cell: (row) => at(row, found.turns.get(row), `turn ${found.turns.get(row)}`, "word") });
  }
  if (games.turns) {
    columns.push({ key: "turns", label: "Turns", numeric: true, isSpare: true, by: (row) => games.turns![row] ?? null, cell: (row) => count(games.turns![row]) });
  }
  const { best_points: best, behind } = games;
  if (best) {
    columns.push({ key: "best", label: "Best play", title: "The most points in one turn", numeric: true, isSpare: true, by: (row) => best[row], cell: (row) => (best[row] ? at(row, games.best_turn?.[row], count(best[row]), "best") : "–") });
  }
  if (behind) {
    columns.push({ key: "behind", label: "Comeback", title: "How many points the winner was behind the leader at its worst", numeric: true, isSpare: true, by: (row) => behind[row], cell: (row) => (behind[row] ? at(row, games.behind_turn?.[row], count(behind[row]), "behind") : "–") });
  }
  if (games.run && context.data.runs.length > 1) {
    columns.push({ key: "run", label: "Run", isSpare: true, by: (row) => runOf(row), cell: (row) => el("bdi", {}, context.data.runs[runOf(row)]?.name ?? "") });
  }
  return columns;
}

/** A link to a turn of a game, if the game can be shown. The name tells several links of a row apart. */
export function link(context: Context, run: number, id: number, turn: number | undefined, words: Child, name: string): Child {
  if (!context.records.has(run, id)) return words;
  const at = turn === undefined ? "" : `, turn ${turn}`;
  return el("a", { href: gameAddress(run, id, turn), "data-key": `game-${run}-${id}${name}`, "aria-label": name === "" ? `Game ${id}${at}` : null, title: name === "" ? null : `Game ${id}${at}` }, words);
}

/** A name that is shortened where there is no room for it; the pointer over it shows the whole. */
function shortName(context: Context, entrant: number): HTMLElement {
  const name = nameOf(context, entrant);
  return el("bdi", { class: "name", title: name }, name);
}

export function result(context: Context, games: GameColumns, row: number): Child {
  const ranks = games.ranks[row] ?? [];
  const best = ranks.filter((rank) => rank === 1).length === 1;
  return games.seats[row]!.map((entrant, seat) => {
    const won = best && ranks[seat] === 1;
    const dash = seat + 1 < ranks.length && "\u00a0–"; // It stays in the line of the score before it.
    const name = [shortName(context, entrant), " ", count(games.scores[row]![seat])];
    return [seat > 0 && " ", el("span", { class: "seat" }, won ? el("strong", {}, name) : name, dash)];
  });
}

/** How a game ended: if anybody forfeited, who and why. */
function endOf(context: Context, games: GameColumns, row: number): Child {
  const forfeits = games.forfeits?.[row] ?? [];
  const told = forfeits.map(({ seat, reason }, i) => [i > 0 && "; ", shortName(context, games.seats[row]![seat]!), " ", faultWords(reason)]);
  if (forfeits.length === 0) return endWords(games.end[row]!);
  return games.end[row] === "forfeit" ? ["forfeit: ", told] : [endWords(games.end[row]!), "; ", told];
}

function endText(context: Context, games: GameColumns, row: number): string {
  const told = (games.forfeits?.[row] ?? []).map(({ seat, reason }) => `${nameOf(context, games.seats[row]![seat]!)} ${faultWords(reason)}`);
  return [endWords(games.end[row]!), ...told].join("; ");
}

/** The distance between the best two that did not forfeit; null if there are no two. */
export function margin({ scores, forfeits }: Pick<GameColumns, "scores" | "forfeits">, row: number): number | null {
  const isOut = (seat: number) => forfeits?.[row]?.some((forfeit) => forfeit.seat === seat) ?? false;
  const [best, next] = scores[row]!.filter((_, seat) => !isOut(seat)).sort((a, b) => b - a);
  return best === undefined || next === undefined ? null : best - next;
}

function sum(scores: readonly number[]): number {
  return scores.reduce((all, score) => all + score, 0);
}
