// Tables with buttons in their heads that sort by the column. They scroll sideways in a region of their own.
import { el, type Child } from "../dom.ts";
import { count } from "../words.ts";
import type { Context, Sorting } from "./context.ts";

export interface Column<Row> {
  key: string;
  label: Child;
  /** A text that says what the label leaves out. */
  title?: string;
  /** Numbers are aligned to the right, and the first click puts the greatest first. */
  numeric?: boolean;
  /** The value to sort by; null comes last. A column without this function cannot be sorted. */
  by?: (row: Row) => number | string | null | undefined;
  cell: (row: Row) => Child;
  isRowHead?: boolean;
  /** The first click puts the least first, although they are numbers. */
  ascending?: boolean;
  /** A narrow page leaves the column out until the reader asks for all. */
  isSpare?: boolean;
  class?: string;
}

export interface Table<Row> {
  id: string;
  /** What the table shows, for readers who do not see it. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowClass?: (row: Row) => string;
  /** The rows on a page; if absent, all are on one page. */
  pageLength?: number;
}

export function sortableTable<Row>(context: Context, table: Table<Row>): HTMLElement {
  const { sortings, offsets } = context.choices;
  const heads = new Map<string, HTMLTableCellElement>();
  const body = el("tbody");
  const pager = el("div", { class: "pager" });

  const drawBody = (): void => {
    const sorting = sortings.get(table.id);
    const rows = sorted(table, sorting);
    for (const [key, head] of heads) markHead(head, sorting?.column === key ? sorting : undefined);
    const length = table.pageLength ?? rows.length;
    const offset = pageStart(offsets.get(table.id) ?? 0, rows.length, length);
    body.replaceChildren(...rows.slice(offset, offset + length).map((row) => bodyRow(table, row)));
    if (rows.length > length) {
      drawPager(pager, { id: table.id, offset, length, total: rows.length }, (start) => {
        offsets.set(table.id, start);
        drawBody();
      });
    }
  };
  const head = el("tr", {}, table.columns.map((column) => {
    const cell = headCell(table, column, () => {
      sortings.set(table.id, nextSorting(column, sortings.get(table.id)));
      offsets.set(table.id, 0);
      drawBody();
    });
    heads.set(column.key, cell);
    return cell;
  }));
  drawBody();
  const shown = el("div", {}, wide(table.caption, el("table", {}, el("thead", {}, head), body), `table-${table.id}`), pager);
  if (table.columns.some((column) => column.isSpare)) shown.append(allColumns(context, table.id, shown));
  return shown;
}

/** The button of a narrow page for the columns that it leaves out. */
function allColumns({ choices }: Context, id: string, shown: HTMLElement): HTMLElement {
  const key = `columns-${id}`;
  const button = el("button", { type: "button", class: "narrow controls", "data-key": key, onclick: () => choose(!choices.unfolded.has(key)) });
  const choose = (all: boolean): void => {
    if (all) choices.unfolded.add(key);
    else choices.unfolded.delete(key);
    shown.classList.toggle("all-columns", all);
    button.textContent = all ? "Show fewer columns" : "Show all columns";
  };
  choose(choices.unfolded.has(key));
  return button;
}

/** What a narrow page shows in a cell, because it leaves out the column of its own. */
export function narrow(...content: Child[]): HTMLElement {
  return el("div", { class: "narrow" }, content);
}

/** A region that scrolls sideways if the page is too narrow; it takes the focus, so that keys can scroll it. */
export function wide(label: string, content: HTMLElement, key: string): HTMLElement {
  return el("div", { class: "wide", role: "region", "aria-label": label, tabindex: 0, "data-key": key }, content);
}

function headCell<Row>(table: Table<Row>, column: Column<Row>, sort: () => void): HTMLTableCellElement {
  const sortable = column.by !== undefined;
  const label = sortable
    ? el(
        "button",
        { type: "button", class: "sort", "data-key": `sort-${table.id}-${column.key}`, onclick: sort },
        column.label,
        el("span", { class: "arrow", "aria-hidden": "true" }),
      )
    : typeof column.label === "string"
      ? el("span", { class: "unsorted" }, column.label)
      : column.label;
  return el("th", { scope: "col", class: classOf(column), title: column.title }, label);
}

function classOf<Row>(column: Column<Row>): string | null {
  return [column.numeric && "number", column.isSpare && "spare", column.class].filter(Boolean).join(" ") || null;
}

function markHead(head: HTMLTableCellElement, sorting: Sorting | undefined): void {
  if (sorting) head.setAttribute("aria-sort", sorting.descending ? "descending" : "ascending");
  else head.removeAttribute("aria-sort");
}

function nextSorting<Row>(column: Column<Row>, now: Sorting | undefined): Sorting {
  const descending = now?.column === column.key ? !now.descending : column.numeric === true && !column.ascending;
  return { column: column.key, descending };
}

/** The rows as the table shows them when it is sorted in this way. */
export function sorted<Row>(table: Pick<Table<Row>, "rows" | "columns">, sorting: Sorting | undefined): readonly Row[] {
  const by = table.columns.find((column) => column.key === sorting?.column)?.by;
  return by && sorting ? sortedBy(table.rows, by, sorting.descending) : table.rows;
}

/** Equal rows keep their order, and rows with unknown values come last in either direction. */
export function sortedBy<Row>(
  rows: readonly Row[],
  by: (row: Row) => number | string | null | undefined,
  descending: boolean,
): Row[] {
  const sign = descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: by(row) ?? null }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    if (typeof a.key === "number" && typeof b.key === "number") return sign * (a.key - b.key);
    return sign * collator.compare(String(a.key), String(b.key));
  });
  return keyed.map(({ row }) => row);
}

const collator = new Intl.Collator("en", { numeric: true });

function bodyRow<Row>(table: Table<Row>, row: Row): HTMLElement {
  return el(
    "tr",
    { class: table.rowClass?.(row) || null },
    table.columns.map((column) => {
      const style = { class: classOf(column) };
      return column.isRowHead
        ? el("th", { scope: "row", ...style }, column.cell(row))
        : el("td", style, column.cell(row));
    }),
  );
}

interface Page {
  id: string;
  offset: number;
  length: number;
  total: number;
}

function pageStart(offset: number, total: number, length: number): number {
  if (length === 0 || total === 0) return 0;
  return Math.min(Math.max(0, offset), Math.floor((total - 1) / length) * length);
}

function drawPager(pager: HTMLElement, page: Page, goTo: (start: number) => void): void {
  const { id, offset, length, total } = page;
  const last = Math.floor((total - 1) / length) * length;
  const key = (document.activeElement as HTMLElement | null)?.dataset["key"];
  const button = (name: string, label: string, start: number, enabled: boolean) =>
    el(
      "button",
      // A disabled button would lose the focus.
      { type: "button", "data-key": `page-${id}-${name}`, "aria-disabled": enabled ? null : "true", onclick: () => enabled && goTo(start) },
      label,
    );
  pager.replaceChildren(
    button("first", "First", 0, offset > 0),
    button("previous", "Previous", offset - length, offset > 0),
    el("span", { role: "status" }, `${count(offset + 1)} to ${count(Math.min(offset + length, total))} of ${count(total)}`),
    button("next", "Next", offset + length, offset < last),
    button("last", "Last", last, offset < last),
  );
  if (key?.startsWith(`page-${id}-`)) pager.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
}
