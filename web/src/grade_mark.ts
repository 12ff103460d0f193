// How the grade of a move is drawn.
import "./grade_mark.css";
import { el, unseen } from "./dom.ts";
import type { Grade } from "./grades.ts";

const marks: Readonly<Record<Grade, string>> = { best: "★", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The mark of a grade; a screen reader reads its name. A good move has none. */
export function gradeMark(grade: Grade): HTMLElement | null {
  if (marks[grade] === "") return null;
  return el("span", { class: `mark ${grade}`, title: grade }, el("span", { "aria-hidden": "true" }, marks[grade]), unseen(` ${grade} `));
}

/** A word about a grade, with its mark. */
export function gradeWord(grade: Grade, word: string = grade): HTMLElement {
  return el("span", { class: `mark ${grade}` }, marks[grade] !== "" && el("span", { "aria-hidden": "true" }, `${marks[grade]} `), word);
}
