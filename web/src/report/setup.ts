import type { Clock, Plan, PlanBot, Session } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { count, duration, keyWords, plural } from "../words.ts";
import { botName } from "./bot_name.ts";
import { emphasis, type Context, type Section } from "./context.ts";
import { sortableTable } from "./table.ts";
import { unfold } from "./unfold.ts";

export const setupSection: Section = {
  id: "setup",
  title: "Rules, words and bots",
  draw(context) {
    const { runs } = context.data;
    const plan = runs[0]?.plan;
    if (!plan) return null;
    return [
      facts([
        ["Rules", plan.rules && rulesWords(plan.rules)],
        ["Words", plan.lexicon && `${plan.lexicon.name}: ${count(plan.lexicon.words)} words`],
        ["Words’ SHA-256", plan.lexicon && hash(plan.lexicon.sha256)],
        ["Format", plan.format && formatWords(plan)],
        ["Clock", plan.clock && clockWords(plan.clock)],
        ["Seed", plan.seed],
        ["Bots run", conductWords(plan)],
        ["Adjudication", adjudicationWords(plan["adjudicate"])],
        ["Openings", openingsWords(plan["openings"])],
        ["Played", playedWords(runs.flatMap((run) => run.sessions ?? []))],
        ["Page written by", context.data.toptile],
        ["Runs", runs.length > 1 && runs.map((run) => el("div", {}, el("bdi", {}, run.name), `: ${plural(run.games, "game")}`))],
      ]),
      bots(context, plan),
      plan.rules && unfold(context, "rules", `All fields of the rules “${plan.rules.name}”`, () => rules(plan.rules!)),
    ];
  },
};

function facts(rows: readonly [string, Child][]): Child {
  return el(
    "dl",
    { class: "facts" },
    rows.filter(([, value]) => value).map(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]),
  );
}

function hash(sha256: string): Child {
  return el("code", {}, sha256);
}

function rulesWords(rules: NonNullable<Plan["rules"]>): string {
  const edition = rules["edition"];
  return typeof edition === "string" && edition !== "" ? `${rules.name} (${edition})` : rules.name;
}

function formatWords(plan: Plan): string {
  const { kind, players, rounds, leaders } = plan.format!;
  const parts = [keyWords(kind)];
  if (players !== undefined && players !== 2) parts.push(`games of ${players}`);
  if (rounds !== undefined) parts.push(plural(rounds, "round"));
  if (leaders !== undefined) parts.push(plural(leaders, "leader"));
  if (plan.games !== undefined) parts.push(`${plural(plan.games, "game")} a meeting`);
  return parts.join(", ");
}

export function clockWords(clock: Clock): string {
  const limit = duration(clock.time_ms);
  const measured = clock.measure === "cpu" ? " of processor time" : "";
  if (clock.kind === "none") return "none";
  if (clock.kind === "move") return `${limit}${measured} a move`;
  const increment = clock.increment_ms > 0 ? `, ${duration(clock.increment_ms)} more a move` : "";
  return `${limit}${measured} a game${increment}`;
}

const mostSessionsShown = 8;

/** When and where it was played: one line a session, the oldest ones if there are many. */
function playedWords(sessions: readonly Session[]): Child {
  if (sessions.length === 0) return "nobody wrote down when and where";
  const shown = sessions.slice(0, mostSessionsShown);
  const left = sessions.length - shown.length;
  return [shown.map((session) => el("div", {}, sessionWords(session))), left > 0 && el("div", {}, `and ${count(left)} more times`)];
}

function sessionWords(session: Session): string {
  const { began, ended, played, concurrency, processors, processor, memory_mb, system, program } = session;
  const end = ended === "" ? "" : ended.slice(0, 10) === began.slice(0, 10) ? ` to ${ended.slice(11, 16)}` : ` to ${moment(ended)}`;
  return [
    `${moment(began)}${end} UTC`,
    ended !== "" && plural(played, "game"),
    `${count(concurrency)} at once on ${plural(processors, "processor")} (${processor})`,
    memory_mb > 0 && `${count(memory_mb / 1024)} GB of memory`,
    system,
    program,
  ]
    .filter(Boolean)
    .join(", ");
}

function moment(text: string): string {
  return `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** How the bots were run, as far as the plan says it. */
function conductWords(plan: Plan): string {
  const enforced = (plan.bots ?? []).map((bot) => (bot["sandbox"] as { enforced?: unknown } | undefined)?.enforced);
  const sandboxed = enforced.filter((list) => Array.isArray(list) && list.length > 0).length;
  const memory = (plan["limits"] as { memory_mb?: unknown } | undefined)?.memory_mb;
  const parts: string[] = [];
  if (sandboxed > 0) parts.push(sandboxed === enforced.length ? "in a sandbox" : `${count(sandboxed)} of ${count(enforced.length)} in a sandbox`);
  else if (enforced.some(Array.isArray)) parts.push("without a sandbox");
  if (sandboxed > 0 && typeof memory === "number") parts.push(`with at most ${count(memory)} MB of memory`);
  if (plan["pin"] === true) parts.push("each game on one processor");
  if (plan["ponder"] === true) parts.push("thinking while others are asked");
  return parts.join(", ");
}

function adjudicationWords(terms: unknown): Child {
  if (typeof terms !== "object" || terms === null) return null;
  return Object.entries(terms)
    .map(([key, value]) => `${keyWords(key)} ${String(value)}`)
    .join(", ");
}

function openingsWords(openings: unknown): Child {
  if (typeof openings !== "object" || openings === null) return null;
  const { order, lines } = openings as { order?: unknown; lines?: unknown };
  return Array.isArray(lines) && `${count(lines.length)}, ${String(order)}, each played from every seat`;
}

function bots(context: Context, plan: Plan): Child {
  const planned = new Map((plan.bots ?? []).map((bot) => [bot.name, bot]));
  const rows = context.data.bots.map((bot, entrant) => ({ ...bot, entrant, planned: planned.get(bot.name) }));
  const has = (key: "author" | "version" | "language") => rows.some((row) => row[key]);
  const text = (key: "author" | "version" | "language", label: string) =>
    has(key) ? [{ key, label, by: (row: (typeof rows)[0]) => row[key] ?? "", cell: (row: (typeof rows)[0]) => el("bdi", {}, row[key] ?? "") }] : [];
  return sortableTable(context, {
    id: "bots",
    caption: "Bots",
    rows,
    columns: [
      { key: "bot", label: "Bot", isRowHead: true, by: (row) => row.name, cell: (row) => botName(context, row.entrant) },
      ...text("author", "Author"),
      ...text("version", "Version"),
      ...text("language", "Language"),
      { key: "command", label: "Command", cell: (row) => row.planned && commandOf(row.planned) },
      { key: "sha256", label: "SHA-256", isSpare: true, cell: (row) => el("code", { title: row.sha256 ?? "" }, (row.sha256 ?? "").slice(0, 16)) },
    ],
    rowClass: (row) => emphasis(context, row.entrant),
  });
}

function commandOf(bot: PlanBot): Child {
  const options = Object.entries(bot.options ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  return [
    el("code", { class: "command" }, (bot.command ?? []).join(" ")),
    options.length > 0 && el("div", {}, "Options: ", el("code", { class: "command" }, options.join(", "))),
  ];
}

function rules(fields: Record<string, unknown>): Child {
  const rows = Object.entries(fields).filter(([key]) => key !== "tiles" && key !== "name");
  const tiles = fields["tiles"];
  return [
    facts(rows.map(([key, value]) => [keyWords(key), fieldWords(value)])),
    typeof tiles === "object" && tiles !== null && [el("h4", {}, "Tiles"), tileCounts(tiles as Record<string, unknown>)],
  ];
}

function fieldWords(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : keyWords(String(value));
}

function tileCounts(tiles: Record<string, unknown>): Child {
  return el(
    "ul",
    { class: "letters" },
    Object.entries(tiles).map(([symbol, value]) => {
      const tile = typeof value === "object" && value !== null ? (value as { count?: unknown; text?: unknown }) : { count: value };
      return el("li", {}, el("b", {}, String(tile.text ?? symbol)), ` ${String(tile.count)}`);
    }),
  );
}
