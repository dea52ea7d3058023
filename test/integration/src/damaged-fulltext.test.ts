/**
 * A damaged full-text index never returns wrong results, reports the damage everywhere, and is rebuilt by the worker.
 */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../../search/fulltext/analyzer/index.ts";
import { addCorpusGauges } from "../../../src/metrics/gauges.ts";
import { Metrics } from "../../../src/metrics/registry.ts";
import { eventually } from "../../eventually.ts";
import { randomOf } from "../../full/faults/random.ts";
import { openService, type TestService } from "../../servers/service.ts";

const SEED = 34;
const WORDS = ["abattements", "impôt", "revenu", "déclaration"];
const PAGE_BYTES = 4_096;

interface Body {
  readonly error?: { readonly code: string; readonly message: string };
}
interface State {
  readonly status: string;
  readonly checks: { readonly search: { readonly ok: boolean; readonly detail?: string } };
}

let service: TestService;
let key: string;
let path: string;

beforeEach(async () => {
  service = await openService();
  key = await service.key("pro");
  path = join(service.dataDir, "fulltext.sqlite");
});
afterEach(() => service.close());

/** A different limit each time, because bodies are cached for a minute. */
let limit = 100;
const search = async (word: string) => {
  const answer = await service.get(`/v1/search?q=${encodeURIComponent(word)}&limit=${limit}`, key);
  const body = (await answer.json()) as Body;
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body };
};
const searchAll = () => {
  limit -= 1;
  return Promise.all(WORDS.map(search));
};
const state = async () => (await (await service.get("/v1/status")).json()) as State;
const isMeasured = async (): Promise<boolean> => {
  const metrics = new Metrics();
  addCorpusGauges(metrics, service.database, () => new Date());
  const text = await metrics.registry.getSingleMetricAsString("doctrine_store_damaged");
  return text.includes('doctrine_store_damaged{store="fulltext"} 1');
};

/** Flips a bit in the posting list of each word. */
function flipBits(): void {
  const random = randomOf(SEED, "bits");
  const database = new Database(path);
  for (const word of WORDS) {
    const row = database
      .query<{ id: number; entries: Uint8Array }, [string]>(
        "SELECT rowid AS id, entries FROM postings WHERE field = 'stem' AND term = ?",
      )
      .get(analyze(word)[0]?.stem ?? "");
    if (row === null) throw new Error(`nobody says ${word}`);
    const at = random.below(row.entries.length);
    row.entries[at] = (row.entries[at] ?? 0) ^ (1 << random.below(8));
    database.query("UPDATE postings SET entries = ? WHERE rowid = ?").run(row.entries, row.id);
  }
  database.close();
}

/** Overwrites the start of every page but the first, in a file that replaces the one being read. */
function spoilPages(): void {
  const file = realpathSync(path);
  const bytes = readFileSync(file);
  for (let page = PAGE_BYTES; page < bytes.length; page += PAGE_BYTES) bytes.fill(0xff, page, page + 64);
  writeFileSync(`${file}.spoilt`, bytes);
  renameSync(`${file}.spoilt`, file);
}

describe.each([
  { damage: "a bit flipped in each of four posting lists", spoil: flipBits },
  { damage: "pages of the file written over", spoil: spoilPages },
])("$damage", ({ spoil }) => {
  test("is refused by name, seen in status and metrics, and filled anew by the worker", async () => {
    const before = await searchAll();
    expect(before.map(({ status }) => status)).toEqual(WORDS.map(() => 200));
    expect([(await state()).checks.search.ok, await isMeasured()]).toEqual([true, false]);

    spoil();
    for (const { status, retryAfter, body } of await searchAll()) {
      expect([status, retryAfter]).toEqual([503, "5"]);
      expect(body.error).toMatchObject({
        code: "derived_index_damaged",
        message: expect.stringContaining("L'index interrogé est abîmé"),
      });
    }
    await eventually(async () =>
      expect(await state()).toMatchObject({
        status: "degraded",
        checks: { search: { ok: false, detail: expect.stringContaining("L'index plein texte est abîmé") } },
      }),
    );
    expect(await isMeasured()).toBe(true);

    service.deps.admin.wakeWorker();
    await eventually(async () => expect((await state()).checks.search.ok).toBe(true));
    expect(await searchAll()).toEqual(before);
    expect(await isMeasured()).toBe(false);
  });

  test("is found by the next ingestion, which fills it anew and proves it", async () => {
    const before = await searchAll();
    spoil();
    await service.ingest("sample", true);
    expect(await searchAll()).toEqual(before);
    expect(await isMeasured()).toBe(false);
  });
});
