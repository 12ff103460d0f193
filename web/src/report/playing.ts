import type { Section } from "./context.ts";

export const playingSection: Section = {
  id: "playing",
  title: "Now playing",
  draw: (context) => context.playing ?? null,
};
