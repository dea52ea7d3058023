import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { NO_FILTER } from "../../../../db/engine/document-filter.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import type { Run } from "../../../../db/runs/runs.ts";
import { openMeilisearchReader } from "../../../../search/fulltext/meilisearch/reader.ts";
import { type FullTextIndex, openFullTextIndex } from "../../../../search/fulltext/open.ts";
import { parseQuery } from "../../../../search/fulltext/query/parse.ts";
import { describeOnMeilisearch, ownIndexes } from "../../../servers/meilisearch.ts";
import { addsDocuments, openSpy, pretend, type Seen, type Spy } from "../../../servers/spied-meilisearch.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, ingester, writeExport } from "../exports.ts";

setDefaultTimeout(60_000);

const DOCUMENTS = 160;

/** An export whose first documents differ from those of the unchanged one. */
function exported(changed: number, documents = DOCUMENTS): string {
  const lines = Array.from({ length: documents }, (_, index) => {
    const [date, texte] = index < changed ? ["2021-02-01", "Un phare éteint."] : ["2021-01-01", "Un phare."];
    return contenu(`BOI-IR-PHARE-${index + 1}0`, { date, pgp: index + 1, texte });
  });
  return writeExport([...lines, dating("2021-02-28")]);
}

describeOnMeilisearch("a Meilisearch index that a run fills", () => {
  let store: RelationalStore;
  let spy: Spy;
  let fullText: FullTextIndex;
  let found: (q: string) => Promise<number>;

  beforeAll(async () => {
    store = await openEmbedded();
  });
  beforeEach(async () => {
    await emptyStore(store.database);
    const direct = await ownIndexes();
    spy?.close();
    spy = openSpy(direct.url);
    fullText = openFullTextIndex({
      dataDir: "",
      fulltext: { kind: "meilisearch", ...direct, url: spy.url },
    });
    const reader = openMeilisearchReader(direct);
    found = async (q) => {
      const page = await reader.search({ query: parseQuery(q).node, filter: NO_FILTER, limit: 1, offset: 0 });
      return page.total;
    };
    await ingest(exported(0));
    spy.take();
  });
  afterAll(async () => {
    await spy.close();
    await store.close();
  });

  const ingest = (source: string, signal?: AbortSignal): Promise<Run> =>
    ingester(store.database).ingest(source, { fullText, ...(signal === undefined ? {} : { signal }) });
  const debts = async (): Promise<string[]> => {
    const rows = await store.database.$client<{ store: string }[]>`select store from store_debts`;
    return rows.map((row) => row.store);
  };
  const countsOf = ({ counts: { indexed, unindexed } }: Run) => ({ indexed, unindexed });

  test("is sent its documents together, and waited for once", async () => {
    expect(countsOf(await ingest(exported(50)))).toEqual({ indexed: 100, unindexed: 0 });
    const seen = spy.take();
    const sent = seen.flatMap((request, rank) => (addsDocuments(request) ? [rank] : []));
    // Past texts, titles, and texts in force.
    expect(sent).toHaveLength(3);
    const isWait = ({ path }: Seen) => /^\/tasks\/\d+$/.test(path);
    expect(seen.slice(sent[0], sent[2]).filter(isWait)).toEqual([]);
    expect(await found("éteint")).toBe(50);
  });

  test("is rid of documents in one request for each index that holds them", async () => {
    expect(await ingest(exported(0, DOCUMENTS - 30))).toMatchObject({ status: "succeeded", message: null });
    const removals = spy.take().filter(({ path }) => path.endsWith("/documents/delete-batch"));
    expect(removals).toHaveLength(2);
    expect(await found("phare")).toBe(DOCUMENTS - 30);
  });

  test("is filled anew beside, without a hole, when more than half of it is to be written", async () => {
    let isDone = false;
    const totals = (async () => {
      const seen = new Set<number>();
      while (!isDone) seen.add(await found("phare"));
      return seen;
    })();
    expect(countsOf(await ingest(exported(70)))).toEqual({ indexed: 140, unindexed: 0 });
    isDone = true;
    expect([...(await totals)]).toEqual([DOCUMENTS]);
    expect(spy.take().filter(({ path }) => path === "/swap-indexes")).toHaveLength(1);
    expect(await found("éteint")).toBe(70);
  });

  describe("by a server that does not do all it accepts", () => {
    const half = (seen: Seen) => {
      if (!addsDocuments(seen)) return null;
      const lines = seen.body.split("\n");
      return { body: lines.slice(lines.length / 2).join("\n") };
    };
    test.each([
      { does: "fails", tampering: (seen: Seen) => pretend(seen, "failed"), indexed: 0 },
      { does: "cancels it", tampering: (seen: Seen) => pretend(seen, "canceled"), indexed: 0 },
      { does: "forgets it", tampering: (seen: Seen) => pretend(seen, "succeeded"), indexed: 0 },
      { does: "does half of it", tampering: half, indexed: 40 },
    ])("tells what is done and owes the rest, which the next run does ($does)", async (fault) => {
      spy.tamper(fault.tampering);
      const run = await ingest(exported(40));
      expect(countsOf(run)).toEqual({ indexed: fault.indexed, unindexed: 80 - fault.indexed });
      expect(run.stages.find(({ stage }) => stage === "fulltext")).toMatchObject({
        added: fault.indexed / 2,
        changed: fault.indexed / 2,
      });
      expect([run.message !== null, await debts(), await found("éteint")]).toEqual([
        true,
        ["fulltext"],
        fault.indexed / 2,
      ]);
      spy.tamper(null);
      const next = await ingest(exported(40));
      expect(countsOf(next)).toEqual({ indexed: 80 - fault.indexed, unindexed: 0 });
      expect([next.message, await debts(), await found("éteint")]).toEqual([null, [], 40]);
    });

    test("keeps the live index when what it does by half is a rebuild", async () => {
      spy.tamper(half);
      const run = await ingest(exported(70));
      expect(countsOf(run)).toEqual({ indexed: 0, unindexed: 140 });
      expect([await found("phare"), await found("éteint"), await debts()]).toEqual([
        DOCUMENTS,
        0,
        ["fulltext"],
      ]);
      spy.tamper(null);
      expect(countsOf(await ingest(exported(70)))).toEqual({ indexed: 140, unindexed: 0 });
    });
  });

  test("is owed what is being written, should the run be killed", async () => {
    const isOwed: boolean[] = [];
    spy.tamper(async (seen) => {
      if (addsDocuments(seen)) isOwed.push((await debts()).includes("fulltext"));
      return null;
    });
    await ingest(exported(40));
    expect(isOwed).toEqual([true, true, true]);
    expect(await debts()).toEqual([]);
  });

  test("lets the run stop while it is waited for, and the debt stays", async () => {
    const stop = new AbortController();
    spy.tamper((seen) => {
      if (seen.path.startsWith("/tasks/")) stop.abort();
      return pretend(seen, "processing");
    });
    expect(await ingest(exported(40), stop.signal)).toMatchObject({ status: "interrupted" });
    expect(await debts()).toContain("fulltext");
  });

  test("indexes while the run makes stems and vectors", async () => {
    const begun = async (): Promise<string[]> => {
      const [row] = await store.database.$client<{ names: string[] }[]>`
        select array(select jsonb_path_query(stages, '$[*].stage') #>> '{}') as names from runs order by id desc limit 1`;
      return row?.names ?? [];
    };
    spy.tamper(async (seen) => {
      while (addsDocuments(seen) && !(await begun()).includes("vectors")) await Bun.sleep(10);
      return null;
    });
    const run = await ingest(exported(40));
    expect([run.status, run.message, await debts(), await found("éteint")]).toEqual([
      "succeeded",
      null,
      [],
      40,
    ]);
    expect(run.stages.map(({ stage }) => stage).slice(-4)).toEqual([
      "fulltext",
      "postings",
      "vectors",
      "proof",
    ]);
  });

  test("is read once what a run that was killed had sent is done", async () => {
    let lookedAt = 0;
    const last = { uid: 1_000_000, status: "processing", error: null };
    spy.tamper((seen) => {
      if (seen.path === "/tasks")
        return { answer: Response.json({ results: lookedAt === 0 ? [last] : [], total: 1 }) };
      if (seen.path !== "/tasks/1000000") return null;
      lookedAt += 1;
      return { answer: Response.json({ ...last, status: lookedAt < 3 ? "processing" : "succeeded" }) };
    });
    await ingest(exported(0));
    const paths = spy.take().map(({ path }) => path);
    expect(lookedAt).toBe(3);
    expect(paths.findIndex((path) => path.endsWith("/documents"))).toBeGreaterThan(
      paths.lastIndexOf("/tasks/1000000"),
    );
  });
});
