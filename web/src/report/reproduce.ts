import { el, type Child } from "../dom.ts";
import type { Context, Section } from "./context.ts";
import { unfold } from "./unfold.ts";

export const reproduceSection: Section = {
  id: "reproduce",
  title: "How to play it again",
  draw(context) {
    const { reproduce } = context.data;
    if (!reproduce || (reproduce.commands.length === 0 && reproduce.notes.length === 0)) return null;
    const commands = reproduce.commands.join("\n");
    return [
      commands !== "" && copyable("Commands", commands, "copy-commands"),
      el("ul", {}, reproduce.notes.map((note) => el("li", { class: "said" }, note))),
      reproduce.configuration && configuration(context, reproduce.configuration),
    ];
  },
};

function configuration(context: Context, value: Record<string, unknown>): Child {
  return unfold(context, "configuration", "configuration.json", () =>
    copyable("configuration.json", JSON.stringify(value, null, 2), "copy-configuration"),
  );
}

function copyable(label: string, text: string, key: string): Child {
  const said = el("span", { role: "status" });
  const block = el("pre", { tabindex: 0, "aria-label": label }, text);
  const copy = async (): Promise<void> => {
    said.textContent = (await copied(text, block)) ? "Copied" : "Selected: copy it with your keys";
    setTimeout(() => said.replaceChildren(), 4000);
  };
  return el(
    "div",
    { class: "copyable" },
    block,
    el("p", { class: "controls" }, el("button", { type: "button", "data-key": key, onclick: () => void copy() }, "Copy"), " ", said),
  );
}

/** A page opened from disk may not be able to use the clipboard; then the text is selected. */
async function copied(text: string, block: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(block);
    return false;
  }
}
