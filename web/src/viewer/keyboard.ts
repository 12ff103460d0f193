// Keys for the whole page, as on chess sites. If an element that reads keys itself has the focus, it gets them instead.

export interface KeyActions {
  by(turns: number): void;
  toFirst(): void;
  toLast(): void;
  togglePlay(): void;
  openGoTo(): void;
  openHelp(): void;
  toggleGhosts(): void;
  toggleBetter(): void;
  toNextMistake(): void;
  toggleAnalysis(): void;
  lookWordUp(): void;
  startLaying(): void;
  /** A key that is for the tiles being laid comes first. */
  takes(key: string): boolean;
  escape(): void;
}

export function listenForKeys(actions: KeyActions): () => void {
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => actions.by(-1),
    ArrowRight: () => actions.by(1),
    ArrowUp: () => actions.toFirst(),
    ArrowDown: () => actions.toLast(),
    Home: () => actions.toFirst(),
    End: () => actions.toLast(),
    " ": () => actions.togglePlay(),
    g: () => actions.openGoTo(),
    "?": () => actions.openHelp(),
    v: () => actions.toggleGhosts(),
    b: () => actions.toggleBetter(),
    m: () => actions.toNextMistake(),
    a: () => actions.toggleAnalysis(),
    w: () => actions.lookWordUp(),
    l: () => actions.startLaying(),
    Escape: () => actions.escape(),
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (readsKeys(event.target, event.key)) return;
    if (actions.takes(event.key)) return event.preventDefault();
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    act();
    if (event.key !== "Escape") event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

export function readsKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([readonly]), select, textarea, dialog, pre, [contenteditable]")) return true;
  if (target.closest("input")) return key !== "?" && key !== "Escape";
  return key === " " && target.closest("button, a, summary") !== null;
}
