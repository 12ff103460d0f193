// The data of the pages of a league's site (league/site/site_pages.h). Times are milliseconds since 1970.
import type { Clock, ReportData } from "../data.ts";
import type { Estimate } from "../report/interval.ts";
import type { TableData } from "../table/data.ts";

interface SiteData {
  site: number;
  /** The title of the whole site. */
  title: string;
  /** The way from this page to the site's folder: "" or "../". */
  root: string;
  toptile: string;
  /** When something last happened in the league; on the page of a bot, with the bot; on those to enter and to play, with any version. */
  updated: number;
  /** Whether the pages tell what bots wrote before a fault; then they are not for everybody. */
  has_evidence: boolean;
}

export interface StandingsPage extends SiteData {
  page: "standings";
  terms: Terms;
  games: number;
  /** Whether the site has a page to play on. */
  has_play: boolean;
  /** Bots, standings, notes and the history, as in a report. */
  report: ReportData;
  latest: ListedGame[];
  news: News[];
  waiting: Version[];
}

export interface BotPage extends SiteData {
  page: "bot";
  bot: string;
  author: string;
  /** The newest one is the first. */
  versions: VersionPart[];
  /** The versions as the bots of a report, in the same order, with their history. */
  report: ReportData;
  games: ListedGame[];
  /** All games of the bot; only the latest ones are listed. */
  games_in_all: number;
  faults: SiteFault[];
  faults_in_all: number;
  /** The Elo at which the champion is about as strong as the newest rated version; null if that is not known. */
  champion_elo: number | null;
}

export interface GameDataPage extends SiteData {
  page: "game";
  report: ReportData;
  last_game: number;
  sets_a_file: number;
  /** The script with the engine and the lexicon; null if the site has none. */
  engine: string | null;
}

/** How to enter. */
export interface EnterPage extends SiteData {
  page: "enter";
  terms: Terms;
  submissions: Submissions;
  /** How many versions of a bot play at once. */
  versions: number;
  /** Whether the league's server is at api/v1/ beside this page. */
  has_api: boolean;
  /** The files of a small bot named my-bot. */
  template: { name: string; text: string; is_program: boolean }[];
}

/** Limits for what is submitted. */
export interface Submissions {
  packed_mb: number;
  unpacked_mb: number;
  files: number;
  build_minutes: number;
  build_memory_mb: number;
  build_disk_mb: number;
  check_seconds: number;
}

/** A game against the champion. */
export interface PlayPage extends SiteData {
  page: "play";
  table: TableData;
  engine: string | null;
}

export type SitePage = StandingsPage | BotPage | GameDataPage | EnterPage | PlayPage;

export interface Terms {
  rules: string;
  lexicon: string;
  words: number;
  clock: Clock;
  /** The last moment at which a bot can be submitted; null if there is none. */
  until: number | null;
}

export interface Version {
  label: string;
  bot: string;
  version: number;
  author: string;
  state: string;
  reason: string;
  language: string;
  said_author: string;
  said_version: string;
  sha256: string;
  handed_in: number;
  changed: number;
}

export interface Distance extends Estimate {
  elo: number;
  superiority: number;
}

export interface VersionPart extends Version {
  rating: (Estimate & { elo: number; games: number; points: number }) | null;
  over_predecessor: Distance | null;
  opponents: Opponent[];
}

export interface Opponent {
  label: string;
  games: number;
  wins: number;
  ties: number;
  losses: number;
  points: number;
  forfeits: number;
  /** How many games nobody forfeited: the spread is their mean. */
  finished: number;
  spread: number | null;
  /** How far this version is above the opponent, by all games of the league. */
  apart: Distance | null;
}

export interface ListedGame {
  game: number;
  players: string[];
  points: number[];
  ranks: number[];
  end: string;
  forfeited: string[];
  ended: number;
}

export interface News {
  at: number;
  label: string;
  bot: string;
  state: string;
  reason: string;
}

export interface SiteFault {
  game: number;
  label: string;
  reason: string;
  text: string;
  after: number;
  lines?: string[];
  stderr?: string;
}
