// Serves the same as `toptile tournament --live`, but under the control of a test: the page, its data, events and games.
import { createServer } from "node:http";

import { fillPage } from "./browser.mjs";

export class LiveServer {
  constructor(data, records) {
    this.data = { ...data, live: { events: "/events", data: "/data.json", game: "/games/", boards: "/boards" } };
    this.boards = { pace: { games_played: 0, games_planned: 200, games_a_second: 0.1, seconds_left: 75, is_over: false }, games: [], featured: null, board: null };
    this.boardsAsked = [];
    this.records = records;
    this.listeners = new Set();
    this.dataAsked = 0;
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async start(port = 0) {
    await new Promise((done) => this.server.listen(port, "127.0.0.1", done));
    this.port = this.server.address().port;
    return `http://127.0.0.1:${this.port}/`;
  }

  tell(event, data = {}) {
    for (const response of this.listeners) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Waits for the next page that listens for events. */
  nextListener() {
    return new Promise((done) => (this.onListener = done));
  }

  cutOff() {
    for (const response of this.listeners) response.destroy();
    this.listeners.clear();
  }

  async stop() {
    this.cutOff();
    this.server.closeAllConnections?.();
    await new Promise((done) => this.server.close(done));
  }

  async answer({ url }, response) {
    const send = (type, text) => response.writeHead(200, { "content-type": type }).end(text);
    if (url === "/") return send("text/html", await fillPage(this.data));
    if (url === "/data.json") {
      this.dataAsked += 1;
      return send("application/json", JSON.stringify(this.data));
    }
    if (url.startsWith("/boards")) {
      this.boardsAsked.push(url);
      const answer = typeof this.boards === "function" ? this.boards(Number(url.slice("/boards/".length)) || null) : this.boards;
      return answer ? send("application/json", JSON.stringify(answer)) : response.writeHead(404).end();
    }
    if (url === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("retry: 200\n\n");
      this.listeners.add(response);
      this.onListener?.();
      return response.on("close", () => this.listeners.delete(response));
    }
    const record = this.records.find(({ id }) => url === `/games/${id}`);
    if (record) return send("application/json", JSON.stringify(record));
    return response.writeHead(404).end();
  }
}
