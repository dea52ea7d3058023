import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../../db/engine/unavailable.ts";
import { announceChange } from "../../../../../db/queries/corpus.ts";
import { createApp } from "../../../../../src/app.ts";
import { openService, type TestService } from "../../../../servers/service.ts";

const CLIENTS = 64;

describe("64 clients that ask for the same thing at once, on a revision that was just announced", () => {
  let service: TestService;
  let app: ReturnType<typeof createApp>;
  let key: string;
  let searches = 0;
  let isAway = false;

  beforeAll(async () => {
    service = await openService();
    key = await service.key("interne");
    const { fulltext } = service.deps;
    app = createApp({
      ...service.deps,
      fulltext: {
        ...fulltext,
        search: (request) => {
          searches += 1;
          if (isAway) throw new EngineUnavailable("sqlite", "L'index plein texte ne peut pas être lu.");
          return fulltext.search(request);
        },
      },
    });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await announceChange(service.database);
    searches = 0;
    isAway = false;
  });

  const ask = (path: string) =>
    app.handle(new Request(`http://localhost${path}`, { headers: { "x-api-key": key } }));
  const askAtOnce = (path: (client: number) => string) =>
    Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(path(client))));

  test("cost one search, and are given the same body, whose revision they are told", async () => {
    const answers = await askAtOnce(() => "/v1/search?q=quotient&limit=3");
    expect(searches).toBe(1);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    const told = answers.map(({ status, headers }) => `${status} ${headers.get("x-corpus-revision")}`);
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toStartWith("200 ");
  });

  test("are each counted: what is spared is the work, not the request", async () => {
    const used = async () => ((await (await ask("/v1/compte")).json()) as Account).mois.utilise;
    const before = await used();
    await askAtOnce(() => "/v1/search?q=quotient&limit=4");
    expect((await used()) - before).toBe(CLIENTS);
  });

  test("cost one search a key when they ask for several things", async () => {
    await askAtOnce((client) => `/v1/search?q=quotient&limit=${1 + (client % 4)}`);
    expect(searches).toBe(4);
  });

  test("are all refused while the engine is away, and cost one search once it is back", async () => {
    isAway = true;
    const refused = await askAtOnce(() => "/v1/search?q=quotient&limit=5");
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    isAway = false;
    searches = 0;
    const answered = await askAtOnce(() => "/v1/search?q=quotient&limit=5");
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]));
    expect(searches).toBe(1);
  });
});

interface Account {
  readonly mois: { readonly utilise: number };
}
