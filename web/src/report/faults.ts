import type { Fault } from "../data.ts";
import { el, type Child } from "../dom.ts";
import { evidence } from "../evidence.ts";
import { gameAddress } from "../route.ts";
import { count, keyWords, plural } from "../words.ts";
import { botName, plainName } from "./bot_name.ts";
import { concerns, type Context, type Section } from "./context.ts";
import { sortableTable } from "./table.ts";
import { unfold } from "./unfold.ts";

const shownAtFirst = 10;

export const faultsSection: Section = {
  id: "faults",
  title: "Faults",
  draw(context) {
    const { faults } = context.data;
    if (!faults) return null;
    if (faults.count === 0) return el("p", {}, "No bot had a fault.");
    const told = faults.told.filter((fault) => concerns(context, fault.entrant));
    const length = context.choices.lengths.get("faults") ?? shownAtFirst;
    return [
      faults.count > faults.told.length &&
        el("p", { class: "note" }, `${plural(faults.count, "fault")}; the first ${count(faults.told.length)} are shown here.`),
      told.length > 0 ? summary(context, told) : el("p", {}, "This bot had none."),
      el("ol", { class: "faults" }, told.slice(0, length).map((fault, i) => item(context, fault, i, isFirst(told, i)))),
      told.length > length && more(context, told.length, length),
    ];
  },
};

function more(context: Context, all: number, length: number): Child {
  return el(
    "button",
    {
      type: "button",
      class: "controls",
      "data-key": "more-faults",
      onclick: () => {
        context.choices.lengths.set("faults", length + 5 * shownAtFirst);
        context.redraw("faults");
      },
    },
    `Show more (${plural(all - length, "fault")})`,
  );
}

interface Tally {
  entrant: number;
  reason: string;
  faults: number;
}

function summary(context: Context, told: readonly Fault[]): Child {
  const tallies = new Map<string, Tally>();
  for (const { entrant, reason } of told) {
    const key = `${entrant} ${reason}`;
    const tally = tallies.get(key) ?? { entrant, reason, faults: 0 };
    tally.faults += 1;
    tallies.set(key, tally);
  }
  return sortableTable(context, {
    id: "faults",
    caption: "Faults by bot and reason",
    rows: [...tallies.values()].sort((a, b) => b.faults - a.faults),
    columns: [
      { key: "bot", label: "Bot", isRowHead: true, by: (row) => context.data.bots[row.entrant]?.name ?? "", cell: (row) => botName(context, row.entrant) },
      { key: "reason", label: "Reason", by: (row) => row.reason, cell: (row) => keyWords(row.reason) },
      { key: "faults", label: "Faults", numeric: true, by: (row) => row.faults, cell: (row) => count(row.faults) },
    ],
  });
}

/** Whether none before it is of the same bot for the same reason. What was said then is shown at once. */
function isFirst(faults: readonly Fault[], index: number): boolean {
  const { entrant, reason } = faults[index] as Fault;
  return faults.findIndex((fault) => fault.entrant === entrant && fault.reason === reason) === index;
}

function item(context: Context, fault: Fault, index: number, isOpen: boolean): Child {
  const run = fault.run ?? 0;
  const lines = fault.lines ?? [];
  const hasEvidence = lines.length > 0 || Boolean(fault.stderr);
  const game = context.records.has(run, fault.game)
    ? el("a", { href: gameAddress(run, fault.game, fault.after), "data-key": `fault-${index}` }, `game ${fault.game}`)
    : `game ${fault.game}`;
  const after = fault.after === undefined ? "" : `, after ${plural(fault.after, "turn")}`;
  return el(
    "li",
    {},
    el("p", {}, plainName(context, fault.entrant), " in ", game, after, ": ", el("strong", {}, keyWords(fault.reason))),
    el("p", { class: "said", dir: "auto" }, fault.text),
    hasEvidence &&
      unfold(
        context,
        `fault-${run}-${fault.game}-${fault.entrant}`,
        "What was said",
        () => [
          lines.length > 0 && [el("h4", {}, "Last lines"), evidence("Last lines", lines.map((line) => `${line}\n`).join(""))],
          fault.stderr && [el("h4", {}, "Standard error"), evidence("Standard error", fault.stderr)],
        ],
        isOpen,
      ),
  );
}
