// A page of the report beside its first one: a heading, the way back, and what is shown, which is drawn anew when more games are known.
import type { ReportData } from "../data.ts";
import { el } from "../dom.ts";
import type { RecordSource } from "../records.ts";
import { newChoices, orderOf, type Context } from "./context.ts";
import { keepingPlace } from "./keeping_place.ts";

export abstract class SubPage {
  readonly element: HTMLElement;
  protected readonly heading = el("h1", { tabindex: -1 });
  protected readonly main = el("main", { id: "main", tabindex: -1 });
  protected readonly context: Context;
  private readonly back = el("a", { class: "back" }, "← Report");

  /** `kind` is the class of the page's element, and `label` tells what its navigation is of. */
  constructor(kind: string, label: string, data: ReportData, records: RecordSource) {
    this.context = { data, records, choices: newChoices(), order: orderOf(data), redraw: () => this.redraw() };
    this.element = el("div", { class: kind }, el("header", { class: "top" }, el("nav", { "aria-label": label }, this.back), this.heading), this.main);
  }

  update(data: ReportData): void {
    this.context.data = data;
    this.context.order = orderOf(data);
    if (this.isShown()) this.redraw();
  }

  focusHeading(): void {
    this.heading.focus({ preventScroll: true });
  }

  /** Something else is shown from now on, with new choices. */
  protected begin(): void {
    this.context.choices.wordSearch?.stop();
    this.context.choices = newChoices();
  }

  protected leadBackTo(address: string): void {
    this.back.href = address;
  }

  protected abstract isShown(): boolean;
  protected abstract draw(): void;

  private redraw(): void {
    keepingPlace(this.element, () => this.draw());
  }
}
