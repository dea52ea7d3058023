import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import type { CitingOfDecision, DecisionList, ReponseList } from "../../../src/features/law/answer.ts";
import type { News } from "../../../src/features/news/answer.ts";
import { hasRealCorpus, readRealLines } from "../../fixtures/real-corpus.ts";
import { writeExport } from "../../integration/ingest/exports.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(600_000);

const NEWS = join(import.meta.dir, "../../../../shared/corpus-2/actualites.jsonl.gz");
const isSkipped = !hasRealCorpus || !existsSync(NEWS);
const reason = isSkipped ? " (skipped: ../shared/corpus or ../shared/corpus-2 is absent)" : "";

describe.skipIf(isSkipped)(`the law that real actualités cite${reason}`, () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    const news = Buffer.from(Bun.gunzipSync(await Bun.file(NEWS).bytes())).toString();
    service = await openService(writeExport([...(await readRealLines()), ...news.trim().split("\n")]));
    key = await service.key("interne", { minuteLimit: 1_000_000 });
  });
  afterAll(() => service.close());

  async function read<Answer>(path: string): Promise<Answer> {
    const response = await service.get(path, key);
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Answer;
  }

  test("a decision that only the title of an actualité names is found, and linked from its page", async () => {
    const found = await read<Static<typeof CitingOfDecision>>("/v1/decisions/CE-315469");
    expect(found).toMatchObject({ total: 0, documents: [], numero: "315469" });
    expect(found.actualites.map(({ id }) => id)).toContain("ACTU-2013-00039");
    const { decisions } = await read<News>("/v1/actualites/ACTU-2013-00039");
    expect(decisions.map(({ cle }) => cle)).toContain("CE-315469");
    const page = await (await service.get("/decisions/CE-315469")).text();
    expect(page).toContain('href="/actualites/ACTU-2013-00039"');
    const news = await (await service.get("/actualites/ACTU-2013-00039")).text();
    expect(news).toContain('href="/decisions/CE-315469"');
  });

  test("44 decisions and answers or more, in 26 actualités or more, are found by their keys", async () => {
    const keys = await everyKey();
    const found = await Promise.all(keys.map((path) => read<Static<typeof CitingOfDecision>>(path)));
    const citing = found.filter(({ actualites }) => actualites.length > 0);
    const news = new Set(citing.flatMap(({ actualites }) => actualites.map(({ id }) => id)));
    const alone = citing.filter(({ total }) => total === 0).length;
    expect(alone).toBeLessThan(citing.length);
    console.log(`${citing.length} decisions and answers in ${news.size} actualités, ${alone} in no document`);
    expect(citing.length).toBeGreaterThanOrEqual(44);
    expect(news.size).toBeGreaterThanOrEqual(26);
  });

  /** Addresses of all that the lists of decisions and of answers name by a key. */
  async function everyKey(): Promise<string[]> {
    const paths: string[] = [];
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const page = await read<Static<typeof DecisionList>>(`/v1/decisions?limit=100&offset=${offset}`);
      total = page.total;
      paths.push(...page.decisions.flatMap(({ cle }) => (cle === null ? [] : `/v1/decisions/${cle}`)));
    }
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const page = await read<Static<typeof ReponseList>>(`/v1/reponses?limit=100&offset=${offset}`);
      total = page.total;
      paths.push(...page.reponses.flatMap(({ cle }) => (cle === null ? [] : `/v1/reponses/${cle}`)));
    }
    return paths;
  }
});
