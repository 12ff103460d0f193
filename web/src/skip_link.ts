import { el } from "./dom.ts";

/** The link has a listener, because the address after `#` is the page's state. */
export function skipLink(): HTMLElement {
  const skip = (event: Event): void => {
    event.preventDefault();
    const main = document.getElementById("main");
    main?.focus();
    main?.scrollIntoView({ behavior: "instant" });
  };
  return el("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content");
}
