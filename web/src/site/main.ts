// The script of all pages of a league's site. What a page shows is in its element "toptile-data".
import "uplot/dist/uPlot.min.css";
import "../page.css";
import "../page_tables.css";
import "../page_words.css";
import "../page_pictures.css";
import "./site.css";
import "../table/table.css";
import "../page_media.css"; // It comes after all styles that it changes.

import { el } from "../dom.ts";
import { GamePage, type GameId } from "../game_page.ts";
import { parseRoute } from "../route.ts";
import { skipLink } from "../skip_link.ts";
import { botPage } from "./bot_page.ts";
import type { GameDataPage, PlayPage, SitePage } from "./data.ts";
import { scriptEngine } from "./engine.ts";
import { enterPage } from "./enter_page.ts";
import { ScriptRecords } from "./records.ts";
import { standingsPage } from "./standings_page.ts";
import { mountTable } from "../table/table_page.ts";

const page = JSON.parse(document.getElementById("toptile-data")!.textContent!) as SitePage;
const app = document.getElementById("app")!;
if (page.page === "game") showGame(page);
else if (page.page === "play") showTable(page);
else app.append(skipLink(), page.page === "bot" ? botPage(page) : page.page === "enter" ? enterPage(page) : standingsPage(page));

function showTable(data: PlayPage): void {
  app.append(el("nav", { "aria-label": "Site", class: "t-nav" }, el("a", { href: `${data.root}index.html` }, "← Standings")));
  mountTable(app, data.table, () => scriptEngine(data.root, data.engine));
}

function showGame(data: GameDataPage): void {
  const records = new ScriptRecords(data.root, data.sets_a_file, data.last_game);
  const neighbour = (game: number): GameId | undefined => (records.has(0, game) ? { run: 0, game } : undefined);
  const shown = new GamePage(data.report, records, {
    back: () => "← Standings",
    neighbours: ({ game }) => ({ before: neighbour(game - 1), after: neighbour(game + 1) }),
  }, () => scriptEngine(data.root, data.engine));
  app.append(skipLink(), shown.element);
  const follow = (): void => {
    const route = parseRoute(location.hash);
    const game = route.view === "game" ? route : { view: "game" as const, run: 0, game: data.last_game };
    document.title = `Game ${game.game} – ${data.title}`;
    void shown.show({ ...game, run: 0 }, `${data.root}index.html`);
  };
  addEventListener("hashchange", follow);
  follow();
}
