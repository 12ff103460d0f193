import type { EloInterval } from "../data.ts";
import { signed } from "../words.ts";

/** A number that is null is infinite, and the score says in which direction. */
export function eloIntervalWords({ elo, low, high }: EloInterval, score: number): string {
  const middle = elo === null ? (score < 0.5 ? "−∞" : "+∞") : signed(elo);
  if (low === null && high === null) return middle;
  return `${middle} (${low === null ? "−∞" : signed(low)} to ${high === null ? "+∞" : signed(high)})`;
}
