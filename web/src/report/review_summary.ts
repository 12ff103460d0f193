// The reviews in the page's data. They come from files that anybody may have written: a bot whose numbers cannot be read is
// left out, and if none is left, there are no reviews.
import type { CostlyMove, ReportData, ReviewSummary, ReviewedBot } from "../data.ts";
import { grades, type Grade } from "../grades.ts";

export function reviewsOf({ review, bots }: ReportData): ReviewSummary | null {
  if (!isObject(review) || !Array.isArray(review.bots)) return null;
  const readable = review.bots.filter((bot) => isReadable(bot) && bots[bot.entrant] !== undefined);
  return readable.length > 0 ? { ...review, bots: readable } : null;
}

export function gradeOf(move: CostlyMove): Grade {
  return grades.find((grade) => grade === move.grade) ?? "good";
}

function isReadable(bot: unknown): bot is ReviewedBot {
  if (!isObject(bot)) return false;
  const { entrant, loss_chance, loss_spread, grades: counts, luck, mistakes } = bot as Partial<ReviewedBot>;
  return Number.isInteger(entrant) && isObject(counts) && [loss_chance, loss_spread, luck, mistakes].every(Array.isArray) && mistakes!.every(isMove);
}

function isMove(move: unknown): boolean {
  if (!isObject(move)) return false;
  const { run, game, turn, played, best } = move as Partial<CostlyMove>;
  return [run, game, turn].every(Number.isInteger) && typeof played === "string" && typeof best === "string";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
