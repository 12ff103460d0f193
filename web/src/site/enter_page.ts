// "How to enter": a bot to begin with, the protocol in short, the limits, and where the page comes from the league's server, a form
// to submit a bot, and an author's own bots with their logs.

import { el, Work, type Child } from "../dom.ts";
import { saveAs } from "../save_as.ts";
import { clockWords } from "../report/setup.ts";
import { count, messageOf, plural } from "../words.ts";
import type { EnterPage, Version } from "./data.ts";
import { LeagueClient, type Account } from "./league_client.ts";
import { botLink, frame, momentWithZone, section } from "./parts.ts";
import { isProgram, tarOf, type FolderFile } from "./tar.ts";

const POLL_MS = 1500;
/** As league/store/bot_version.h has it. */
const MAX_BOT_NAME = 32;
const ARCHIVE = /\.(tar|tgz|tar\.(gz|xz|zst|bz2)|zip)$/i;
const queued = new Set(["received", "building", "checking", "trying"]);
const settled: Readonly<Record<string, string>> = {
  active: "it plays in the league",
  refused: "it was refused",
  retired: "it is retired",
  suspended: "it is suspended",
  paused: "it is paused",
};

export function enterPage(page: EnterPage): HTMLElement {
  const account = page.has_api ? new AccountView(page) : null;
  return frame(page, el("a", { class: "back", href: `${page.root}index.html` }, "← Standings"), "How to enter", summary(page), [
    section("begin", "A bot in two minutes", begin(page)),
    section("protocol", "The protocol in short", protocol()),
    section("limits", "Rules and limits", limits(page)),
    account ? section("submit", "Submit", account.element) : section("submit", "Submit", withProgram()),
  ]);
}

function summary({ terms }: EnterPage): Child {
  if (terms.until === null) return null;
  return el("p", { class: "deadline" }, "Bots can be submitted until ", momentWithZone(terms.until), ".");
}

function begin(page: EnterPage): Child {
  const download = el("button", { type: "button" }, "Download a bot in Python");
  download.addEventListener("click", () => saveAs("my-bot.tar", tarOf(templateFiles(page)), "application/x-tar"));
  return [
    el("p", {}, "A bot is a program in any language that reads lines and writes lines. The kits for Python, JavaScript, C++ and Rust do the talking, so that you write one function: which move to make."),
    page.template.length > 0 && el("p", {}, download, " Unpack it, and change its function ", el("code", {}, "worth"), ". Or with Toptile on your machine:"),
    code("toptile new-bot my-bot          # --language javascript, cpp, rust", "toptile tournament --bot ./my-bot --bot greedy --games 100", "toptile check ./my-bot          # does it keep to the protocol?"),
  ];
}

function templateFiles(page: EnterPage): FolderFile[] {
  return page.template.map(({ name, text, is_program }) => ({ path: `my-bot/${name}`, bytes: new TextEncoder().encode(text), isProgram: is_program }));
}

function protocol(): Child {
  return [
    el("p", {}, "The referee writes to the bot’s standard input (>), the bot answers on its standard output (<):"),
    code(
      "> uwi 1",
      "< id name my-bot",
      "< uwiok",
      "> newgame id 17 players 2 seat 0 seed 42",
      "> isready",
      "< readyok",
      "> position board ........../…/2O2U1R..../… rack ADRT scores 6,5 racks 4,4 bag 14 …",
      "> go movetime 1000",
      "< bestmove b2.DART",
    ),
    el("p", {}, "b2.DART is the whole word as it reads afterwards, down from column b, row 2; 2b.DART would read across. ", el("code", {}, "ex.E"), " exchanges a tile, ", el("code", {}, "pass"), " passes. An illegal move, a crash or no answer in time loses the game, and the author is told why."),
    el("p", {}, "The complete protocol is in docs/protocol.md of Toptile."),
  ];
}

function limits({ terms, submissions, versions }: EnterPage): Child {
  const row = (what: string, ...how: Child[]): HTMLElement => el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, ...how));
  return el(
    "table",
    { class: "limits" },
    el(
      "tbody",
      {},
      row("Rules", el("bdi", {}, terms.rules)),
      row("Lexicon", el("bdi", {}, terms.lexicon), ` (${plural(terms.words, "word")})`),
      row("Clock", clockWords(terms.clock)),
      row("Archive", `${count(submissions.packed_mb)} MB at most; unpacked ${count(submissions.unpacked_mb)} MB and ${plural(submissions.files, "file")}`),
      row("Build", `${plural(submissions.build_minutes, "minute")}, ${count(submissions.build_memory_mb)} MB of memory, ${count(submissions.build_disk_mb)} MB of disk, no network`),
      row("Versions", versions === 1 ? "A new version of a bot takes the place of the one before." : `The latest ${count(versions)} versions of a bot play.`),
      row("Examination", `The league builds the bot, checks the protocol (${plural(submissions.check_seconds, "second")}) and lets it play itself; then it plays in the league.`),
    ),
  );
}

function withProgram(): Child {
  return [
    el("p", {}, "This site is a copy without a server, so bots are submitted where the league is kept:"),
    code("toptile submit ./my-bot --league URL"),
  ];
}

function code(...lines: string[]): HTMLElement {
  return el("pre", { tabindex: 0 }, el("code", {}, lines.join("\n")));
}

/** What an author does with a token. */
class AccountView {
  readonly element: HTMLElement;
  /** With the token of the last press of a button; what runs goes on with its own. */
  private client: LeagueClient;
  private readonly token = el("input", { type: "password", id: "token", autocomplete: "off", spellcheck: "false", required: true });
  private readonly bot = el("input", { type: "text", id: "bot", autocomplete: "off", spellcheck: "false", required: true, maxlength: MAX_BOT_NAME });
  private readonly files = el("input", { type: "file", id: "files", multiple: true });
  private readonly folder = el("input", { type: "file", id: "folder", webkitdirectory: true });
  private readonly told = el("p", { class: "told", role: "status" });
  private readonly own = el("div", { class: "own" });
  private readonly send = el("button", { type: "submit" }, "Submit");
  private readonly sending = new Work(this.send);
  /** Grows when another version is watched. */
  private watch = 0;
  /** Grows when an author's bots are asked for: only the last answer is shown. */
  private asked = 0;

  constructor(private readonly page: EnterPage) {
    this.client = new LeagueClient(page.root, "");
    const show = el("button", { type: "button" }, "Show my bots and logs");
    show.addEventListener("click", () => void this.guarded(() => this.showOwn()));
    const field = (id: string, label: string, input: HTMLElement, about = ""): HTMLElement =>
      el("p", { class: "field" }, el("label", { for: id }, label), input, about && el("span", { class: "note" }, about));
    const form = el(
      "form",
      { class: "submit", novalidate: true },
      field("token", "Token", this.token, "The organizer gives you one: tt_… It stays in this page, and is gone when you close it."),
      field("bot", "Name of the bot", this.bot, "If you have a bot of this name, this becomes its new version."),
      field("folder", "Its folder", this.folder, "With a bot.json in it."),
      field("files", "Or its archive, or files", this.files, "tar, tar.gz, tar.xz, tar.zst, tar.bz2 or zip; or single files, one of them bot.json"),
      el("p", { class: "buttons" }, this.send, show),
      this.told,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.sending.start(() => this.guarded(() => this.submit()));
    });
    // A file that was chosen last is the one that is meant.
    this.files.addEventListener("change", () => (this.folder.value = ""));
    this.folder.addEventListener("change", () => (this.files.value = ""));
    const address = new URL(page.root || "./", location.href).href.replace(/#.*$/, "");
    this.element = el(
      "div",
      {},
      form,
      this.own,
      el("p", {}, "From a terminal:"),
      code("export TOPTILE_TOKEN=tt_…", `toptile submit ./my-bot --league ${address}`, `curl -H "Authorization: Bearer $TOPTILE_TOKEN" --data-binary @my-bot.tar.gz ${address}api/v1/bots/my-bot/versions`),
    );
  }

  private async guarded(act: () => Promise<void>): Promise<void> {
    const token = this.token.value.trim();
    if (token === "") return this.tell("The token is missing.");
    if (!/^tt_\w+$/.test(token)) return this.tell("This is not a token. Tokens begin with tt_ and have no spaces.");
    this.client = new LeagueClient(this.page.root, token);
    return this.tellingErrors(act);
  }

  private async tellingErrors(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.tell(messageOf(error));
    }
  }

  private async submit(): Promise<void> {
    const { client } = this;
    const bot = this.bot.value.trim();
    if (bot === "") return this.tell("The name of the bot is missing.");
    const archive = await this.archive();
    if (!archive) return this.tell("Choose the bot’s folder, its archive or its files.");
    const most = this.page.submissions.packed_mb * 2 ** 20;
    if (archive.size > most) return this.tell(`The archive has ${count(Math.ceil(archive.size / 2 ** 20))} MB, and ${count(this.page.submissions.packed_mb)} MB are allowed.`);
    ++this.watch;
    this.tell("Sending …");
    const version = await client.submit(bot, archive);
    if (!version.is_new) return this.tell(`The league already has these files as ${version.label}.`);
    void this.tellingErrors(() => this.follow(client, version.label)); // Meanwhile, another bot can be submitted.
  }

  private async archive(): Promise<Blob | undefined> {
    const chosen = [...(this.folder.files ?? []), ...(this.files.files ?? [])];
    const [first] = chosen;
    if (!first) return undefined;
    if (chosen.length === 1 && ARCHIVE.test(first.name)) return first;
    const files = await Promise.all(
      chosen.map(async (file): Promise<FolderFile> => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return { path: file.webkitRelativePath || file.name, bytes, isProgram: isProgram(bytes) };
      }),
    );
    return new Blob([tarOf(files)]);
  }

  /** Tells each step of the examination until it is over. */
  private async follow(client: LeagueClient, label: string): Promise<void> {
    const watch = ++this.watch;
    for (;;) {
      const version = await client.version(label);
      if (watch !== this.watch) return;
      if (!queued.has(version.state)) {
        this.tell(`${label}: ${settled[version.state] ?? version.state}${version.reason === "" ? "." : `: ${version.reason}`}`);
        return client.token === this.client.token ? this.showOwn() : undefined;
      }
      this.tell(version.state === "received" ? `${label}: received. The league examines it the next time it runs.` : `${label}: ${version.state} …`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  private async showOwn(): Promise<void> {
    const asked = ++this.asked;
    const account = await this.client.me();
    if (asked !== this.asked) return;
    this.own.replaceChildren(
      el("h3", {}, "Bots of ", el("bdi", {}, account.author)),
      account.versions.length === 0 ? el("p", {}, "None yet.") : el("ul", { class: "versions" }, [...account.versions].reverse().map((version) => this.item(version, account))),
    );
  }

  private item(version: Version, { scopes }: Account): HTMLElement {
    const log = el("button", { type: "button" }, "Log");
    const text = el("pre", { hidden: true, tabindex: 0, "aria-label": `Log of ${version.label}` });
    log.addEventListener("click", () => void this.guarded(() => this.showLog(version.label, text)));
    const retire = el("button", { type: "button" }, "Retire");
    retire.addEventListener("click", () => void this.guarded(() => this.retire(version.label, retire)));
    const mayRetire = scopes.includes("retire") && ["active", "suspended", "paused"].includes(version.state);
    const name = version.state === "refused" ? el("bdi", { class: "name" }, version.label) : botLink(this.page.root, version.label);
    return el("li", {}, name, `: ${version.state} `, version.reason !== "" && el("bdi", {}, `(${version.reason}) `), log, " ", mayRetire && retire, text);
  }

  private async showLog(label: string, text: HTMLElement): Promise<void> {
    if (!text.hidden) return void (text.hidden = true);
    const log = await this.client.log(label);
    text.textContent = log === "" ? "The log is empty." : log;
    text.hidden = false;
  }

  /** The first press asks, the second one does it: a retired version does not come back. */
  private async retire(label: string, button: HTMLButtonElement): Promise<void> {
    if (button.textContent === "Retire") return void (button.textContent = `Retire ${label} for good?`);
    await this.client.retire(label);
    this.tell(`${label} is retired.`);
    await this.showOwn();
  }

  private tell(sentence: string): void {
    this.told.textContent = sentence;
  }
}
