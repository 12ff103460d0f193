import "uplot/dist/uPlot.min.css"; import "./page.css"; import uPlot from "uplot"; import {mountViewer} from "./viewer/index.ts"; console.log(uPlot, mountViewer);
