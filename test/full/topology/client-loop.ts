interface Ask {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
}

/** One request per kind of work: relational store alone, full text, vectors, words and vectors, none. */
const ASKS: readonly Ask[] = [
  { name: "document", path: "/v1/boi/BOI-IR-LIQ-20-10" },
  { name: "search", path: "/v1/search?q=plus-value+ET+exon%C3%A9ration" },
  { name: "suggest", path: "/v1/suggest?q=quotient" },
  {
    name: "semantic",
    path: "/v1/search/semantic",
    body: JSON.stringify({ question: "Mon fils étudiant peut-il rester sur ma déclaration ?" }),
  },
  {
    name: "hybrid",
    path: "/v1/search/hybride",
    body: JSON.stringify({ question: "Mon fils étudiant peut-il rester sur ma déclaration ?" }),
  },
  { name: "plan", path: "/v1/plan" },
];
/** Under the limit of a key of plan `interne`: 6,000 requests a minute. */
const PAUSE_MS = 75;

/** Clients that ask the same things again and again, and compare each answer with the first ones. */
export class ClientLoop {
  /** Answers that were neither right nor an honest 503. */
  readonly wrong: string[] = [];
  slowestMs = 0;
  private readonly right = new Map<string, string>();
  private latest = new Map<string, boolean>();
  private isOver = false;
  private loops: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** @throws when an answer is not right before anything is wrong. */
  static async start(url: string, key: string): Promise<ClientLoop> {
    const loop = new ClientLoop(url, key);
    for (const ask of ASKS) {
      const answer = await loop.ask(ask);
      if (answer.status !== 200) throw new Error(`${ask.name}: ${answer.status} ${await answer.text()}`);
      loop.right.set(ask.name, await answer.text());
    }
    loop.loops = Promise.all(ASKS.map((ask) => loop.repeat(ask)));
    return loop;
  }

  /** Starts a new account of what is answered. */
  forget(): void {
    this.wrong.length = 0;
    this.slowestMs = 0;
    this.latest = new Map();
  }

  /** Resolves once the latest answer to each request, asked from now on, is right. @throws after the limit. */
  async untilAllRight(limitMs: number): Promise<void> {
    this.latest = new Map();
    const deadline = Date.now() + limitMs;
    while (!ASKS.every(({ name }) => this.latest.get(name))) {
      if (Date.now() > deadline)
        throw new Error(`still not right: ${JSON.stringify([...this.latest])} ${this.wrong.join(", ")}`);
      await Bun.sleep(PAUSE_MS);
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.loops;
  }

  private async repeat(ask: Ask): Promise<void> {
    while (!this.isOver) {
      const startedAt = performance.now();
      const fault = await this.judge(ask).catch((error: unknown) => `${error}`);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
      if (fault !== null && fault !== "away" && this.wrong.length < 10)
        this.wrong.push(`${ask.name}: ${fault}`);
      this.latest.set(ask.name, fault === null);
      await Bun.sleep(PAUSE_MS);
    }
  }

  private async judge(ask: Ask): Promise<string | null> {
    const answer = await this.ask(ask);
    const text = await answer.text();
    // Words alone, and said so.
    if (answer.headers.has("x-search-degraded"))
      return text.includes('"sens_indisponible"') ? "away" : "untold";
    if (answer.status === 200) return text === this.right.get(ask.name) ? null : `other answer: ${text}`;
    const isHonest =
      answer.status === 503 && text.includes('"unavailable"') && answer.headers.has("retry-after");
    return isHonest ? "away" : `${answer.status} ${text}`;
  }

  private ask({ path, body }: Ask): Promise<Response> {
    const headers = { "x-api-key": this.key, "content-type": "application/json" };
    return fetch(`${this.url}${path}`, body === undefined ? { headers } : { method: "POST", headers, body });
  }
}
