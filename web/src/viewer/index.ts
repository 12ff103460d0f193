import type { GameRecord, ReportData } from "../data.ts";

export interface ViewerOptions {
  /** Turns that have been played: 0 is the empty board. */
  turn?: number;
  /** An index into `data.runs`. */
  run?: number;
  onTurn?: (turn: number) => void;
}

export interface Viewer {
  goTo(turn: number): void;
  destroy(): void;
}

export function mountViewer(host: HTMLElement, _data: ReportData, record: GameRecord, options: ViewerOptions): Viewer {
  host.textContent = `game ${record.id}, turn ${options.turn ?? 0} of ${record.turns.length}`;
  return {
    goTo: (turn) => options.onTurn?.(turn),
    destroy: () => host.replaceChildren(),
  };
}
