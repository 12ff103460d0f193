// The grades that a review gives to moves.

/** The best one comes first. */
export const grades = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;

export type Grade = (typeof grades)[number];

const plurals: Readonly<Record<Grade, string>> = {
  best: "best",
  good: "good",
  inaccuracy: "inaccuracies",
  mistake: "mistakes",
  blunder: "blunders",
};

export function pluralOf(grade: Grade): string {
  return plurals[grade];
}
