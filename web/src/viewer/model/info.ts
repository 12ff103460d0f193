// A bot's `info` line (docs/protocol.md, "Bot to referee"): keys in any order, with `string` last. Nobody checks it, so
// it may say anything.

export interface BotInfo {
  readonly figures: readonly { readonly key: string; readonly value: string }[]; // depth, nodes, time, score
  readonly pv: readonly string[];
  readonly text: string;
}

const FIGURES = new Set(["depth", "nodes", "time", "score"]);
const FOREIGN = "not UWI: ";

export function parseInfo(line: string): BotInfo {
  if (line.startsWith(FOREIGN)) return { figures: [], pv: [], text: line };
  const figures: { key: string; value: string }[] = [];
  const pv: string[] = [];
  const strange: string[] = [];
  let text = "";
  const words = [...line.matchAll(/\S+/g)];
  let isPv = false;
  for (let at = 0; at < words.length; ++at) {
    const word = words[at]?.[0] ?? "";
    if (word === "info" && at === 0) continue;
    if (word === "string") {
      text = line.slice((words[at]?.index ?? 0) + word.length).trim();
      break;
    }
    if (FIGURES.has(word)) {
      isPv = false;
      const value = words[++at]?.[0];
      if (value !== undefined) figures.push({ key: word, value });
    } else if (word === "pv") {
      isPv = true;
    } else if (isPv && isMoveLike(word)) {
      pv.push(word);
    } else {
      isPv = false;
      strange.push(word);
    }
  }
  return { figures, pv, text: [strange.join(" "), text].filter((part) => part !== "").join(" ") };
}

function isMoveLike(word: string): boolean {
  return word.includes(".") || word === "pass" || word === "challenge" || word === "accept";
}
