import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { BodyCache } from "../../../src/http/response/kept-bodies.ts";
import { addCorpusGauges } from "../../../src/metrics/gauges.ts";
import { Metrics } from "../../../src/metrics/registry.ts";
import { IS_FULL } from "../../full/faults/seed.ts";
import { createMigratedDatabase, serverAbsence } from "../../servers/postgres.ts";
import { openService, type TestService, TODAY } from "../../servers/service.ts";

const ID = "BOI-IR-LIQ-20-10";
const OTHER = "BOI-TVA-DED-10";
const LOST = "BOI-IR-LIQ-20-20";

/** Routes that are asked by POST, and what they are asked. */
const BODIES: Readonly<Record<string, object>> = {
  "/v1/search/hybride": { question: "Comment fonctionne le quotient familial ?", top_k: 20 },
  "/v1/contexte": { question: "Comment fonctionne le quotient familial ?", budget: 60_000 },
  "/v1/suivi": { references: [{ boi_id: ID, numero: "10", date: "2026-11-01" }] },
};

type Body = Readonly<Record<string, unknown>> & {
  readonly error?: { readonly code: string; readonly message: string };
  readonly status?: string;
  readonly checks?: { readonly r2: { readonly ok: boolean; readonly detail?: string } };
};

// One store but in the full tier: both do it by the same statements.
if (IS_FULL || serverAbsence !== null) suite("PGlite", () => openService());
const title = serverAbsence === null ? "PostgreSQL" : `PostgreSQL (${serverAbsence})`;
describe.skipIf(serverAbsence !== null)(title, () => {
  suite("a server", async () => {
    const { url, drop } = await createMigratedDatabase();
    const service = await openService("sample", { database: { kind: "server", url } });
    return {
      ...service,
      async close() {
        await service.close();
        await drop();
      },
    };
  });
});

function suite(name: string, open: () => Promise<TestService>): void {
  describe(name, () => {
    let service: TestService;
    let key: string;

    /** Asks a process that has just started. */
    async function ask(path: string): Promise<{ readonly status: number; readonly body: Body }> {
      const [answer] = await askAll(path);
      if (answer === undefined) throw new Error("an answer was expected");
      return answer;
    }

    async function askAll(...paths: readonly string[]) {
      const app = createApp({ ...service.deps, bodies: new BodyCache(new Metrics().lookups("bodies")) });
      const answers: { readonly status: number; readonly body: Body }[] = [];
      for (const path of paths) {
        const headers = { "x-api-key": key, "content-type": "application/json" };
        const body = BODIES[path];
        const asked = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
        const response = await app.handle(new Request(`http://localhost${path}`, { headers, ...asked }));
        answers.push({ status: response.status, body: (await response.json()) as Body });
      }
      return answers;
    }

    async function alter(boiId: string, change: string): Promise<void> {
      await service.database.execute(
        `update edition_contents set ${change} where edition_id = (select edition_id from documents where boi_id = '${boiId}')`,
      );
    }

    const damages = async () => {
      const metrics = new Metrics();
      addCorpusGauges(metrics, service.database, () => TODAY);
      const lines = (await metrics.registry.metrics()).split("\n");
      return lines.filter((line) => line.startsWith("doctrine_damaged_texts{"));
    };

    beforeAll(async () => {
      service = await open();
      key = await service.key("interne");
    });
    afterAll(() => service.close());

    test("every text of the sample is what was written, and the scrub of its ingestion says so", async () => {
      expect((await ask("/v1/status")).body.checks?.r2.ok).toBe(true);
      const [row] = await service.database.$client<{ texts: number; mended: number }[]>`
        select texts, mended from scrubs`;
      expect(row?.texts).toBeGreaterThan(10);
      expect(row?.mended).toBe(0);
      expect(await damages()).toContain('doctrine_damaged_texts{kind="edition"} 0');
    });

    test.each([
      ["text", `contenu_texte = replace(contenu_texte, 'a', 'e')`],
      ["HTML", `contenu_html = contenu_html || '<p>Faux.</p>'`],
      ["places of §", `paragraphes = jsonb_set(paragraphes, '{0,start}', '1')`],
      ["reserved numbers", `reserves = '[{"de":"900","a":"901"}]'`],
    ])(
      "an altered %s is named by the document, degrades the status at once, and is mended",
      async (_, change) => {
        const before = await ask(`/v1/boi/${ID}`);
        expect(before.status).toBe(200);
        await alter(ID, change);
        const [damaged, state] = await askAll(`/v1/boi/${ID}`, "/v1/status");
        expect(damaged?.status).toBe(503);
        expect(damaged?.body.error?.code).toBe("stored_text_damaged");
        expect(damaged?.body.error?.message).toContain(ID);
        expect(state).toMatchObject({ status: 503, body: { status: "degraded" } });
        expect(state?.body.checks?.r2.detail).toContain(ID);
        await service.ingest("sample");
        const [after, operational] = await askAll(`/v1/boi/${ID}`, "/v1/status");
        expect(after?.body).toEqual(before.body);
        expect(operational?.body.checks?.r2.ok).toBe(true);
      },
    );

    test("each way to a damaged text names it, and the others still answer", async () => {
      await alter(ID, `contenu_texte = replace(contenu_texte, 'a', 'e'), contenu_html = ''`);
      const paths = [
        `/v1/boi/${ID}`,
        `/v1/boi/${ID}/paragraphes/10`,
        `/v1/search?q=${ID}`,
        "/v1/search/hybride",
        "/v1/contexte",
        "/v1/suivi",
      ];
      const answers = await askAll(...paths);
      expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(
        paths.map(() => [503, "stored_text_damaged"]),
      );
      expect((await ask(`/v1/boi/${OTHER}`)).status).toBe(200);
      await service.ingest("sample");
      expect((await ask(`/v1/boi/${ID}`)).status).toBe(200);
    });

    test("a text whose record is damaged too stays named until it can be read again", async () => {
      await alter(LOST, `contenu_texte = 'Faux.', raw = '\\x00'`);
      await service.ingest("sample");
      const { status, body } = await ask("/v1/status");
      expect([status, body.status]).toEqual([503, "degraded"]);
      expect(body.checks?.r2.detail).toBe(`1 texte enregistré est abîmé : ${LOST}.`);
      expect(await damages()).toContain('doctrine_damaged_texts{kind="edition"} 1');
      expect((await ask(`/v1/boi/${LOST}/source?empreinte=${"0".repeat(64)}`)).status).not.toBe(500);
    });

    test("an altered actualité is named, and mended", async () => {
      const [news] = await service.database.$client<{ id: string }[]>`select id from actualites limit 1`;
      const path = `/v1/actualites/${news?.id}`;
      const before = await ask(path);
      await service.database.execute(`update actualites set contenu_texte = 'Faux.'`);
      expect((await ask(path)).body.error).toMatchObject({ code: "stored_text_damaged" });
      await service.ingest("sample");
      expect((await ask(path)).body).toEqual(before.body);
    });
  });
}
