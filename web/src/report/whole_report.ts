// How to get a page with the games that a page does not have.
import type { ReportData } from "../data.ts";
import { el, type Child } from "../dom.ts";

/** The name that a run has in the report in its own folder. */
const thisFolder = ".";

export function wholeReport({ report_command: command, runs }: ReportData): Child {
  if (!command) return null;
  const isInFolder = runs.length === 1 && runs[0]!.name === thisFolder;
  return [isInFolder && "In the run’s folder, ", el("code", {}, command), " writes a page with all its games."];
}
