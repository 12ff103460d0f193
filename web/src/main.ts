import "uplot/dist/uPlot.min.css";
import "./page.css";
import "./page_tables.css";
import "./page_words.css";
import "./page_pictures.css";
import "./page_media.css"; // It comes after all styles that it changes.

import type { ReportData } from "./data.ts";
import { el } from "./dom.ts";
import { GamePage } from "./game_page.ts";
import { LiveFeed, type LiveState } from "./live.ts";
import { recordSource } from "./records.ts";
import { Report } from "./report/report.ts";
import { formatRoute, parseRoute, type GameRoute } from "./route.ts";
import { skipLink } from "./skip_link.ts";
import { count } from "./words.ts";

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
    const turn = turnOf(location.hash);
    void page.show(turn === undefined ? only : { ...only, turn }, "");
  };
  addEventListener("hashchange", follow);
  follow();
}

/** If there is only one game, `#turn=9` is enough. */
function turnOf(hash: string): number | undefined {
  const route = parseRoute(hash.replace(/^#turn=/, "#game=0&turn="));
  return route.view === "game" ? route.turn : undefined;
}

function showReport(first: ReportData): void {
  let data = first;
  let bot = "";
  let reportTop = 0;
  const status = data.live ? el("p", { class: "live", role: "status" }) : null;
  const records = recordSource(data, document);
  const report = new Report(data, records, status, (name) => {
    history.pushState(null, "", formatRoute({ view: "report", bot: name }));
    follow();
  });
  const gamePage = new GamePage(data, records, { back: "← Report" });

  const openGame = (route: GameRoute): void => {
    if (report.element.isConnected) {
      reportTop = scrollY;
      report.element.replaceWith(gamePage.element);
      scrollTo({ top: 0, behavior: "instant" });
    }
    document.title = `Game ${route.game} – ${data.title}`;
    void gamePage.show(route, formatRoute({ view: "report", bot }));
    gamePage.focusHeading();
  };
  const openReport = (): void => {
    document.title = data.title;
    if (report.element.isConnected) return;
    gamePage.close();
    gamePage.element.replaceWith(report.element);
    scrollTo({ top: reportTop, behavior: "instant" });
    report.focusHeading();
  };
  const follow = (): void => {
    const route = parseRoute(location.hash);
    if (route.view === "game") return openGame(route);
    openReport();
    bot = route.bot ?? bot;
    report.showBot(bot);
    if (route.place) goToPlace(route.place);
  };

  app.append(skipLink(), report.element);
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  follow();
  if (!data.live || !status) return;
  new LiveFeed(data.live, {
    data: (next) => {
      data = { ...next, live: first.live! };
      report.update(data);
      gamePage.update(data);
      drawStatus();
    },
    state: (state) => {
      status.dataset["state"] = state;
      drawStatus();
    },
  });
  function drawStatus(): void {
    status!.textContent = statusWords(data, (status!.dataset["state"] ?? "live") as LiveState);
  }
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

