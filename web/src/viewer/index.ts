// The replay of one game: the board, the players, the moves, and the controls to step through them.

import "./style.css";
import { el } from "../dom.ts";
import { gameAddress } from "../route.ts";
import type { GameRecord, ReportData } from "../data.ts";
import type { Engine } from "../engine/engine.ts";
import { AnalysisView } from "./analysis_view.ts";
import { BoardView } from "./board_view.ts";
import { Controls } from "./controls.ts";
import { chanceCurves, scoreCurves } from "./curves.ts";
import { goToDialog, helpDialog } from "./dialogs.ts";
import { EndView } from "./end_view.ts";
import { listenForKeys } from "./keyboard.ts";
import type { LaidTile } from "./model/board.ts";
import type { Laying } from "./model/laying.ts";
import { ghostLine, ghostsOf, type GhostLine } from "./model/ghosts.ts";
import { parseInfo } from "./model/info.ts";
import { isAnswer } from "./model/notation.ts";
import { readGame } from "./model/record.ts";
import { readReview, type Review } from "./model/review.ts";
import { replayGame, type Replay } from "./model/replay.ts";
import { readSetup } from "./model/setup.ts";
import { MovesView } from "./moves_view.ts";
import { PlayersView } from "./players_view.ts";
import { ReviewView } from "./review_view.ts";
import { reviewInWords } from "./review_words.ts";
import { ShareView } from "./share_view.ts";
import { turnInWords } from "./telling.ts";
import { TurnGraph } from "./turn_graph.ts";
import { TurnView } from "./turn_view.ts";
import { paintSeats, type Stage, type View } from "./view.ts";

export interface ViewerOptions {
  /** The number of turns that have been played; 0 is the empty board. */
  turn?: number;
  /** An index into `data.runs`. */
  run?: number;
  /** The game's review, as it was written, if there is one. */
  review?: unknown;
  /** What the engine does for the reader, if the page has one. */
  analysis?: AnalysisOptions;
  /** For each seat the number of its colour; without them, each seat has its own. */
  colours?: readonly number[];
  onTurn?: (turn: number) => void;
  /** The address of a turn, which the reader can share. */
  linkFor?: (turn: number) => string;
}

export interface AnalysisOptions {
  /** Starts the engine, or gives the one that was started. */
  engine: () => Engine;
  isOpen: boolean;
  /** If the record is that of a line, the number of turns that it shares with the game. */
  lineAfter: number | undefined;
  /** Shows the game with this move after that number of turns. Fails with a sentence. */
  onPlay: (turns: number, move: string) => Promise<void>;
  onBack: () => void;
  /** Reviews the game and shows it with its review, if the reader is not busy; then a second call shows it. Undefined if it has one. */
  onReview: ((progress: (done: number, all: number) => void) => Promise<void>) | undefined;
}

export interface Viewer {
  readonly isAnalyzing: boolean;
  /** Whether the reader types or lays tiles, so that the viewer must not be replaced. */
  readonly isBusy: boolean;
  goTo(turn: number): void;
  destroy(): void;
}

export function mountViewer(
  host: HTMLElement,
  data: ReportData,
  record: GameRecord,
  options: ViewerOptions = {},
): Viewer {
  return new GameViewer(host, data, record, options);
}

const SETTLED_MS = 250; // If no other turn is shown for this time, the turn is told, and the position line is written.

class GameViewer implements Viewer, Stage {
  readonly replay: Replay;
  readonly last: number;
  private turns = -1;
  private overlay: "nothing" | "line" | "better" = "nothing";
  private readonly review: Review | undefined;
  private readonly reviewView: ReviewView | undefined;
  private readonly analysis: AnalysisView | undefined;
  private readonly moves: MovesView;
  private readonly element: HTMLElement;
  private readonly board: BoardView;
  private readonly graph: TurnGraph;
  private readonly share: ShareView;
  private readonly controls: Controls;
  private readonly views: readonly View[];
  private readonly told = el("p", { class: "v-unseen", "aria-live": "polite" });
  private readonly goToDialog: HTMLDialogElement;
  private readonly helpDialog: HTMLDialogElement;
  private readonly stopKeys: () => void;
  private readonly resizes: ResizeObserver;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: HTMLElement,
    data: ReportData,
    record: GameRecord,
    private readonly options: ViewerOptions,
  ) {
    const game = readGame(record);
    this.replay = replayGame(game, readSetup(data, game.rules, options.run));
    this.last = this.replay.steps.length;
    this.board = new BoardView(this.replay.setup);
    this.review = readReview(options.review, game);
    this.helpDialog = helpDialog(this.review !== undefined, options.analysis !== undefined);
    this.graph = new TurnGraph(this, [
      scoreCurves(this.replay),
      ...(this.review ? [chanceCurves(this.replay, this.review)] : []),
    ]);
    this.reviewView =
      this.review &&
      new ReviewView(this, this.review, {
        toggleBetter: () => this.toggleOverlay("better"),
        showAsked: () => this.showBoard(false),
      });
    this.analysis =
      options.analysis && new AnalysisView(this, { ...options.analysis, board: this.board, showAsked: () => this.showBoard(false), hideRest: (isHidden) => this.hideRest(isHidden) });
    this.share = new ShareView(
      this,
      options.linkFor ??
        ((turn) => location.href.replace(/#.*$/, "") + gameAddress(options.run ?? 0, game.id ?? 1, turn)),
    );
    this.controls = new Controls(
      this,
      {
        toggleGhosts: () => this.toggleOverlay("line"),
        toggleAnalysis: () => this.toggleAnalysis(),
        openHelp: () => this.helpDialog.showModal(),
      },
      { hasLines: game.turns.some(({ info }) => parseInfo(info).pv.length > 0), hasEngine: this.analysis !== undefined },
    );
    const players = new PlayersView(this.replay);
    const turn = new TurnView(this.replay);
    const end = new EndView(this.replay);
    const moves = (this.moves = new MovesView(this, this.review, options.analysis?.lineAfter));
    const review = this.reviewView ? [this.reviewView] : [];
    const analysis = this.analysis ? [this.analysis] : [];
    this.views = [this.graph, this.share, this.controls, players, turn, ...review, ...analysis, end, moves];
    this.goToDialog = goToDialog(this.last, (turns) => this.goTo(turns));
    const viewer = (this.element = el(
      "div",
      { class: this.review ? "v-viewer v-reviewed" : "v-viewer", tabindex: "-1" },
      el(
        "div",
        { class: "v-layout" },
        el("div", { class: "v-left" }, this.board.element, this.analysis?.belowBoard, this.controls.element, this.graph.element),
        el("div", { class: "v-middle" }, players.element, turn.element, this.analysis?.element, this.reviewView?.element, end.element),
        el("div", { class: "v-right" }, moves.element, this.share.element),
      ),
      this.told,
      this.goToDialog,
      this.helpDialog,
    ));
    paintSeats(viewer, options.colours ?? []);
    host.replaceChildren(viewer);
    this.stopKeys = this.listen();
    this.resizes = new ResizeObserver(() => this.graph.show(this.turns));
    this.resizes.observe(this.graph.element);
    this.goTo(options.turn ?? 0);
    if (options.analysis?.isOpen) this.toggleAnalysis();
  }

  get isAnalyzing(): boolean {
    return this.analysis?.isOpen ?? false;
  }

  get isBusy(): boolean {
    return this.analysis?.isBusy ?? false;
  }

  goTo(turn: number): void {
    const turns = Math.min(this.last, Math.max(0, Math.trunc(turn) || 0));
    if (turns === this.turns) return;
    const isNext = turns === this.turns + 1;
    const isFirst = this.turns < 0;
    this.turns = turns;
    for (const view of this.views) view.show(turns);
    this.showBoard(isNext && !isFirst && !this.calm.matches);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLED_MS);
    if (isFirst) this.share.settle();
    else this.options.onTurn?.(turns);
  }

  destroy(): void {
    this.stopKeys();
    this.analysis?.close();
    this.controls.stop();
    this.graph.destroy();
    this.resizes.disconnect();
    clearTimeout(this.settling);
    this.host.replaceChildren();
  }

  private settle(): void {
    this.share.settle();
    const reviewed = this.review?.turns.get(this.turns);
    const words = reviewed ? ` ${reviewInWords(reviewed, this.replay.setup.alphabet)}` : "";
    this.told.textContent = turnInWords(this.replay, this.turns) + words;
  }

  // In training, nothing tells what comes after the turn that is shown.
  private hideRest(isHidden: boolean): void {
    this.element.classList.toggle("v-training", isHidden);
    this.moves.hideRest(isHidden);
  }

  private lookWordUp(): void {
    this.analysis?.focusWord();
    if (this.analysis) this.controls.showAnalysis(true);
  }

  private startLaying(): void {
    this.analysis?.startLaying();
    if (this.analysis) this.controls.showAnalysis(true);
  }

  private toggleAnalysis(): void {
    if (!this.analysis) return;
    this.controls.showAnalysis(this.analysis.toggle());
    this.showBoard(false);
  }

  private showBoard(isAnimated: boolean): void {
    const { steps, states } = this.replay;
    const laying = this.analysis?.laidTiles;
    this.board.showCursor(laying?.cursor, laying?.isAcross);
    if (laying) return this.showLaid(laying);
    const analyzed = this.analysis?.asked;
    if (analyzed !== undefined) return this.showPlay(analyzed);
    const step = steps[this.turns - 1];
    const asked = this.reviewView?.asked;
    const line = asked === undefined ? this.botsLine() : this.askedLine(asked);
    const isBefore = line !== undefined && !line.isAfterMove;
    const board = states[isBefore ? this.turns - 1 : this.turns]?.board;
    if (!board) return;
    const picture = {
      board,
      laid: isBefore ? [] : this.lastLaid(),
      lifted: step?.lifted ?? [],
      ghosts: line?.ghosts ?? [],
      isBetter: asked !== undefined,
    };
    this.board.show(picture, isAnimated && !isBefore && (step?.laid.length ?? 0) > 0);
  }

  // Shows a play that could be made next.
  private showPlay(move: string): void {
    const board = this.replay.states[this.turns]?.board;
    if (!board) return;
    this.board.show({ board, laid: [], lifted: [], ghosts: ghostsOf(this.replay, this.turns, move), isBetter: true }, false);
  }

  private showLaid({ board, laid }: Laying): void {
    const ghosts = laid.map(({ index, symbol }) => ({ index, symbol, height: board.height(index), ply: 1 }));
    const before = this.replay.states[this.turns]?.board;
    if (before) this.board.show({ board: before, laid: [], lifted: [], ghosts, isBetter: true }, false);
  }

  private botsLine(): GhostLine | undefined {
    const step = this.replay.steps[this.turns - 1];
    if (this.overlay !== "line" || !step) return undefined;
    return ghostLine(this.replay, this.turns, parseInfo(step.turn.info).pv);
  }

  // A move that cannot be laid is not shown.
  private askedLine(move: string): GhostLine | undefined {
    const line = ghostLine(this.replay, this.turns, [move]);
    return line?.rest === 0 ? line : undefined;
  }

  // The tiles of the last play. They stay marked while others answer whether they challenge it.
  private lastLaid(): readonly LaidTile[] {
    const { steps } = this.replay;
    for (let at = this.turns - 1; at >= 0; --at) {
      const step = steps[at];
      if (!step || step.lifted.length > 0 || !isAnswer(step.move)) return step?.laid ?? [];
    }
    return [];
  }

  // Either the bot's line is shown or the better play, because their tiles would hide each other.
  private toggleOverlay(overlay: "line" | "better"): void {
    if (overlay === "better" && !this.reviewView) return;
    this.overlay = this.overlay === overlay ? "nothing" : overlay;
    this.controls.showGhosts(this.overlay === "line");
    this.reviewView?.showBetter(this.overlay === "better");
    this.showBoard(false);
  }

  private listen(): () => void {
    return listenForKeys({
      by: (turns) => this.goTo(this.turns + turns),
      toFirst: () => this.goTo(0),
      toLast: () => this.goTo(this.last),
      togglePlay: () => this.controls.togglePlay(),
      openGoTo: () => this.goToDialog.showModal(),
      openHelp: () => this.helpDialog.showModal(),
      toggleGhosts: () => this.toggleOverlay("line"),
      toggleBetter: () => this.toggleOverlay("better"),
      toggleAnalysis: () => this.toggleAnalysis(),
      lookWordUp: () => this.lookWordUp(),
      startLaying: () => this.startLaying(),
      takes: (key) => this.analysis?.onKey(key) ?? false,
      toNextMistake: () => this.reviewView?.toNextMistake(),
      escape: () => {
        if (!this.board.closeStack() && !this.analysis?.letGo() && !this.reviewView?.letGo()) this.controls.stop();
      },
    });
  }
}
