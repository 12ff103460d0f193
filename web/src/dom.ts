// Makes elements. Text always stays text: the names of bots and what they wrote are never read as markup.

export type Child = Node | string | number | null | undefined | false | readonly Child[];
type Value = string | number | boolean | null | undefined | EventListener;
export type Properties = Readonly<Record<string, Value>>;

const svgNamespace = "http://www.w3.org/2000/svg";

/** Properties `on…` are listeners, `true` makes an attribute without a value, and false, null and undefined are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  assign(element, properties);
  add(element, children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag);
  assign(element, properties);
  add(element, children);
  return element;
}

function assign(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function add(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, child as readonly Child[]);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** Text that only a screen reader reads out. */
export function unseen(text: string): HTMLElement {
  return el("span", { class: "unseen" }, text);
}

/** Work that can be asked for again while it runs, but then runs once. Its button is disabled meanwhile. */
export class Work {
  private running: { readonly of: unknown; readonly end: Promise<void> } | undefined;

  constructor(private readonly button?: HTMLButtonElement) {}

  /** Starts it; if it runs already for the same thing, returns the end of that. */
  start(act: () => Promise<void>, of?: unknown): Promise<void> {
    if (this.running && this.running.of === of) return this.running.end;
    if (this.button) this.button.disabled = true;
    const end = act().finally(() => {
      if (this.running?.end !== end) return;
      this.running = undefined;
      if (this.button) this.button.disabled = false;
    });
    this.running = { of, end };
    return end;
  }
}

export function button(label: Child, act: () => void, title = "", kind = ""): HTMLButtonElement {
  return el("button", { type: "button", class: `v-button ${kind}`.trim(), title: title || null, onclick: act }, label);
}
