import { el, type Child } from "../dom.ts";
import { historySection } from "../report/history.ts";
import { clockWords } from "../report/setup.ts";
import { standingsSection } from "../report/standings.ts";
import { count, plural } from "../words.ts";
import type { News, StandingsPage, Version } from "./data.ts";
import { botAddress, botLink, botOf, contextOf, frame, gamesTable, moment, momentWithZone, section } from "./parts.ts";
import { ScriptRecords } from "./records.ts";

export function standingsPage(page: StandingsPage): HTMLElement {
  const { root, report, terms } = page;
  const address = (entrant: number): string => botAddress(root, botOf(report.bots[entrant]?.name ?? ""));
  const context = contextOf(page, new ScriptRecords(root, 1, 0), address);
  const summary = el(
    "p",
    { class: "summary" },
    `${plural(report.bots.length, "bot")} · ${plural(page.games, "game")} · rules: `,
    el("bdi", {}, terms.rules),
    " · words: ",
    el("bdi", {}, terms.lexicon),
    ` (${count(terms.words)}) · clock: ${clockWords(terms.clock)}`,
  );
  const deadline = terms.until !== null && el("p", { class: "deadline" }, "Bots can be submitted until ", momentWithZone(terms.until), ".");
  const standings = standingsSection.draw(context);
  const history = historySection.draw(context);
  return frame(page, [el("a", { href: `${root}enter.html` }, "How to enter"), " ", page.has_play && el("a", { href: `${root}play.html` }, "Play yourself"), " ", el("a", { href: `${root}feed.xml` }, "News feed"), " ", el("a", { href: `${root}standings.json` }, "JSON")], page.title, [summary, deadline], [
    section("standings", standingsSection.title, standings ?? el("p", {}, "No bot plays yet.")),
    history && section("history", "Rating over games of the league", history),
    page.latest.length > 0 && section("games", "Latest games", gamesTable(context, root, "games", page.latest)),
    page.news.length > 0 && section("news", "News", el("ul", { class: "news" }, page.news.map((news) => newsItem(root, news)))),
    page.waiting.length > 0 && section("queue", "Waiting", el("ul", {}, page.waiting.map((version) => waitingItem(root, version)))),
  ]);
}

const deeds: Readonly<Record<string, string>> = {
  active: "plays in the league",
  retired: "retired",
  suspended: "was suspended",
  paused: "was paused",
  refused: "was refused",
  removed: "was removed",
};

function newsItem(root: string, news: News): Child {
  const deed = deeds[news.state] ?? news.state;
  return el("li", {}, moment(news.at), ": ", botLink(root, news.label), ` ${deed}`, news.reason !== "" && [": ", el("bdi", {}, news.reason)]);
}

function waitingItem(root: string, version: Version): Child {
  return el("li", {}, botLink(root, version.label), " by ", el("bdi", {}, version.author), `: ${version.state} since `, moment(version.changed));
}
