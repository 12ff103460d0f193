// The league's server as an author uses it (docs/serve.md). The token stays in this page's memory: it is in no address, and
// nothing keeps it.

import type { Version } from "./data.ts";

export interface Account {
  readonly author: string;
  readonly scopes: readonly string[];
  readonly versions: readonly Version[];
}

/** Each request fails with a sentence. */
export class LeagueClient {
  constructor(
    private readonly root: string,
    readonly token: string,
  ) {}

  me(): Promise<Account> {
    return this.json("me");
  }

  version(label: string): Promise<Version> {
    return this.json(`versions/${encodeURIComponent(label)}`);
  }

  async log(label: string): Promise<string> {
    return (await this.ask(`versions/${encodeURIComponent(label)}/log`)).text();
  }

  submit(bot: string, archive: Blob): Promise<Version & { is_new: boolean }> {
    return this.json(`bots/${encodeURIComponent(bot)}/versions`, archive);
  }

  retire(label: string): Promise<Version> {
    return this.json(`versions/${encodeURIComponent(label)}/retire`, new Blob());
  }

  private async json<Answer>(what: string, body?: Blob): Promise<Answer> {
    return (await (await this.ask(what, body)).json()) as Answer;
  }

  private async ask(what: string, body?: Blob): Promise<Response> {
    let answer: Response;
    try {
      answer = await fetch(`${this.root}api/v1/${what}`, {
        method: body ? "POST" : "GET",
        headers: { Authorization: `Bearer ${this.token}` },
        ...(body ? { body } : {}),
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
      });
    } catch {
      throw new Error("The league’s server does not answer.");
    }
    if (answer.ok) return answer;
    const said = (await answer.json().catch(() => null)) as { error?: { what?: string } } | null;
    throw new Error(said?.error?.what ?? `The league’s server answered with ${answer.status}.`);
  }
}
