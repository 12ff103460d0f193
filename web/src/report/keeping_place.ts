/** Draws, and keeps the focus, the place in a field of text and the scrolling of tables as they were. */
export function keepingPlace(element: HTMLElement, draw: () => void): void {
  const active = document.activeElement as HTMLElement | null;
  const focused = active?.dataset["key"];
  const caret = active instanceof HTMLInputElement ? active.selectionStart : null;
  const scrolled = new Map(keyed(element).filter((one) => one.scrollLeft > 0).map((one) => [one.dataset["key"], one.scrollLeft]));
  const top = scrollY;
  draw();
  for (const one of keyed(element)) {
    const left = scrolled.get(one.dataset["key"]);
    if (left !== undefined) one.scrollLeft = left;
    if (focused === undefined || one.dataset["key"] !== focused || document.activeElement === one) continue;
    one.focus({ preventScroll: true });
    if (one instanceof HTMLInputElement && caret !== null) one.setSelectionRange(caret, caret);
  }
  scrollTo({ top, behavior: "instant" });
}

function keyed(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("[data-key]")];
}
