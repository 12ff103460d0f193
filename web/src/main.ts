import "uplot/dist/uPlot.min.css";
import "./page.css";
import "./page_tables.css";
import "./page_words.css";
import "./page_pictures.css";
import "./playing/playing.css";
import "./page_media.css"; // It comes after all styles that it changes.

import type { ReportData } from "./data.ts";
import { el } from "./dom.ts";
import { liveEngine } from "./engine/engine.ts";
import { GamePage, type GameId, type Neighbours } from "./game_page.ts";
import { LiveFeed, type LiveState } from "./live.ts";
import { Playing } from "./playing/playing.ts";
import { recordSource, type RecordSource } from "./records.ts";
import { MistakesPage } from "./report/mistakes_page.ts";
import { PairingPage } from "./report/pairing_page.ts";
import { Report } from "./report/report.ts";
import { formatRoute, parseRoute, type GameRoute, type MistakesRoute, type PairingRoute } from "./route.ts";
import { skipLink } from "./skip_link.ts";
import { count, plural } from "./words.ts";

const app = document.getElementById("app")!;
const written = document.getElementById("toptile-data")?.textContent;

if (!written) {
  app.append(el("main", {}, el("h1", {}, "Toptile"), el("p", {}, "This page has no data yet; toptile report RUN writes a page with data.")));
} else {
  const data = JSON.parse(written) as ReportData;
  if (data.mode === "game") showGameAlone(data);
  else showReport(data);
}

function showGameAlone(data: ReportData): void {
  document.title = data.title;
  const page = new GamePage(data, recordSource(data, document), null);
  app.append(skipLink(), page.element);
  const only = { view: "game" as const, run: 0, game: data.games?.id[0] ?? 0 };
  const follow = (): void => {
    void page.show({ ...partOf(location.hash), ...only }, "");
  };
  addEventListener("hashchange", follow);
  follow();
}

/** If there is only one game, `#turn=9` is enough. */
function partOf(hash: string): Partial<GameRoute> {
  const route = parseRoute(hash.replace(/^#turn=/, "#game=0&turn="));
  return route.view === "game" ? route : {};
}

function showReport(first: ReportData): void {
  let data = first;
  let bot = "";
  let reportTop = 0;
  const status = data.live ? el("p", { class: "live", role: "status" }) : null;
  const records = recordSource(data, document);
  const playing = data.live ? new Playing(data) : null;
  const report = new Report(data, records, status, playing?.element ?? null, (name) => {
    history.pushState(null, "", formatRoute({ view: "report", bot: name }));
    follow();
  });
  const pairingPage = new PairingPage(data, records);
  const mistakesPage = new MistakesPage(data, records);
  // The list from which the reader came to a game: that of the report, of a pairing, or of a bot's mistakes.
  let origin: GameList = report;
  let list: PairingRoute | MistakesRoute | null = null;
  const gamePage = new GamePage(data, records, {
    back: () => {
      if (!list) return "← Report";
      const bot = el("bdi", {}, list.bot);
      return list.view === "mistakes" ? ["← Mistakes of ", bot] : ["← ", bot, " – ", el("bdi", {}, list.against)];
    },
    neighbours: (id) => neighboursOf(data, records, origin, id),
  }, data.live ? liveEngine : undefined);
  let shown: Report | PairingPage | MistakesPage | GamePage = report;
  let listTop = 0;

  /** Puts a page in the place of the one that is shown; a page that comes back is where it was. */
  const turnTo = (page: Report | PairingPage | MistakesPage | GamePage, top: number): void => {
    if (page === shown) return;
    if (shown === report) reportTop = scrollY;
    if (shown === pairingPage || shown === mistakesPage) listTop = scrollY;
    if (shown === gamePage) gamePage.close();
    shown.element.replaceWith(page.element);
    shown = page;
    scrollTo({ top, behavior: "instant" });
    page.focusHeading();
  };
  const openGame = (route: GameRoute): void => {
    turnTo(gamePage, 0);
    document.title = `Game ${route.game} – ${data.title}`;
    void gamePage.show(route, formatRoute(list ?? { view: "report", bot }));
    gamePage.focusHeading();
  };
  const openPairing = (route: PairingRoute): void => {
    const isSame = list?.view === "pairing" && route.bot === list.bot && route.against === list.against;
    origin = pairingPage;
    list = route;
    document.title = `${route.bot} – ${route.against} – ${data.title}`;
    pairingPage.show(route, formatRoute({ view: "report", bot }));
    turnTo(pairingPage, isSame ? listTop : 0);
  };
  const openMistakes = (route: MistakesRoute): void => {
    const isSame = list?.view === "mistakes" && route.bot === list.bot;
    origin = mistakesPage;
    list = route;
    document.title = `Mistakes of ${route.bot} – ${data.title}`;
    mistakesPage.show(route, formatRoute({ view: "report", bot }));
    turnTo(mistakesPage, isSame ? listTop : 0);
  };
  const openReport = (): void => {
    document.title = data.title;
    origin = report;
    list = null;
    turnTo(report, reportTop);
  };
  const follow = (): void => {
    const route = parseRoute(location.hash);
    if (route.view === "game") return openGame(route);
    if (route.view === "pairing") return openPairing(route);
    if (route.view === "mistakes") return openMistakes(route);
    openReport();
    bot = route.bot ?? bot;
    report.showBot(bot);
    if (route.place) goToPlace(route.place);
  };

  app.append(skipLink(), report.element);
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  // A browser that follows such a link itself scrolls to the top, after the page is already where it was.
  app.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.back");
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    follow();
  });
  follow();
  if (!data.live || !status) return;
  new LiveFeed(data.live, {
    data: (next) => {
      data = { ...next, live: first.live! };
      report.update(data);
      playing?.update(data);
      pairingPage.update(data);
      mistakesPage.update(data);
      gamePage.update(data);
      drawStatus();
    },
    state: (state) => {
      status.dataset["state"] = state;
      if (state === "live") playing?.restart();
      if (state === "ended") playing?.finish();
      drawStatus();
    },
  });
  function drawStatus(): void {
    status!.textContent = statusWords(data, (status!.dataset["state"] ?? "live") as LiveState);
  }
}

/** A list of games, by their rows; `turnOf` says at which turn a game opens. */
interface GameList {
  listedGames(): readonly number[];
  turnOf?(row: number): number | undefined;
}

/** The neighbours in a list, among the games that can be shown; if the game is not in the list, those in the order of all. */
function neighboursOf({ games }: ReportData, records: RecordSource, list: GameList, { run, game }: GameId): Neighbours {
  if (!games) return {};
  const idOf = (row: number): GameId => ({ run: games.run?.[row] ?? 0, game: games.id[row]!, turn: list.turnOf?.(row) });
  const shownOf = (some: readonly number[]) => some.map(idOf).filter((id) => records.has(id.run, id.game));
  const isThis = (id: GameId) => id.run === run && id.game === game;
  const listed = shownOf(list.listedGames());
  const at = listed.findIndex(isThis);
  if (at >= 0) return { before: listed[at - 1], after: listed[at + 1], place: `${count(at + 1)} of ${plural(listed.length, "listed game")}` };
  const all = shownOf(games.id.map((_, row) => row));
  const place = all.findIndex(isThis);
  return place < 0 ? {} : { before: all[place - 1], after: all[place + 1] };
}

function statusWords(data: ReportData, state: LiveState): string {
  const games = `${count(data.games_played)} of ${count(data.games_planned)} games played`;
  if (state === "live") return `Live: ${games}.`;
  if (state === "ended") return data.finished === false ? `Stopped: ${games}.` : `Over: ${games}.`;
  return `The connection was lost, with ${games}; trying again.`;
}

function goToPlace(place: string): void {
  const element = document.getElementById(place);
  element?.scrollIntoView({ behavior: "instant" });
  if (element?.tabIndex === -1) element.focus({ preventScroll: true });
}

