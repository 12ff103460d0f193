import "../page.css";
import "./table.css";

import { mountTable } from "./table_page.ts";
import type { TableData } from "./data.ts";
import { el } from "../dom.ts";
import { embeddedEngine } from "../engine/engine.ts";

const app = document.getElementById("app")!;
const written = document.getElementById("toptile-data")?.textContent;

// The engine and the words come after this script.
if (written) document.addEventListener("DOMContentLoaded", () => mountTable(app, JSON.parse(written) as TableData, () => embeddedEngine(document, 0)));
else app.append(el("main", {}, el("h1", {}, "Toptile"), el("p", {}, "This page has no lexicon. toptile play --browser writes a page that has one.")));
