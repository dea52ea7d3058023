import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { ContextAnswer } from "../../../src/features/context/answer.ts";
import { HybridPage, SearchPage, SemanticPage } from "../../../src/features/search/answer.ts";
import { Suggestions } from "../../../src/features/suggest/service.ts";
import { DetailedErrorAnswer } from "../../../src/schemas/responses.ts";
import { connectHttp, type McpClient } from "../../integration/src/mcp/client.ts";
import { createMigratedDatabase, serverAbsence } from "../../servers/postgres.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(120_000);

const BOI = "BOI-IR-LIQ-20-10";
const SITE = "https://bofip.impots.gouv.fr/bofip";
/** Whatever names that document; the sample gives it the number 9031. */
const FORMS = [
  `${SITE}/9031-PGP.html/identifiant=${BOI}-20260622`,
  `${SITE}/9031-PGP.html/identifiant%3D${BOI}-20250414`,
  `${SITE}/9031-PGP.html`,
  "https://bofip.impots.gouv.fr/doctrine/pgp/9031-PGP",
  "9031-PGP",
  "le numéro 9031-PGP",
  `http://localhost/consultation/${BOI}#p30`,
  `http://localhost/v1/boi/${BOI}`,
  "IR-LIQ-20-10",
  "boi ir liq 20 10",
  "B.O.I. IR-LIQ-20-10",
  `[${BOI}](${SITE}/9031-PGP.html)`,
  BOI,
];

async function openOnServer(): Promise<TestService> {
  const { url, drop } = await createMigratedDatabase();
  const service = await openService("sample", { database: { kind: "server", url } });
  return {
    ...service,
    async close() {
      await service.close();
      await drop();
    },
  };
}

describe.each([
  ["PGlite", null, () => openService()],
  ["PostgreSQL", serverAbsence, openOnServer],
] as const)("a reference, by every route, over %s", (_, absence, open) => {
  describe.skipIf(absence !== null)(absence ?? "", () => {
    let service: TestService;
    let key = "";
    beforeAll(async () => {
      service = await open();
      key = await service.key("interne");
    });
    afterAll(() => service.close());

    const get = (path: string, query: Record<string, string>) =>
      service.get(`${path}?${new URLSearchParams(query)}`, key);
    const post = async (path: string, body: object): Promise<unknown> => {
      const headers = { "content-type": "application/json" };
      const answer = await service.get(path, key, { method: "POST", headers, body: JSON.stringify(body) });
      return await answer.json();
    };
    const search = async (q: string, filter: Record<string, string> = {}) =>
      Value.Parse(SearchPage, await (await get("/v1/search", { q, ...filter })).json());
    const suggest = async (q: string) =>
      Value.Parse(Suggestions, await (await get("/v1/suggest", { q })).json()).suggestions.map(
        ({ boi_id }) => boi_id,
      );
    const home = async (q: string) => {
      const answer = await get("/", { q });
      return [answer.status, answer.headers.get("location")];
    };

    test.each(FORMS)("%s finds its document, first, as its identifier does", async (q) => {
      const { total, results, avertissements = [] } = await search(q);
      const identifier = await search(BOI);
      expect(results[0]?.boi_id).toBe(BOI);
      expect(total).toBe(identifier.total);
      expect(avertissements).toEqual([]);
    });

    test.each(FORMS)("%s is suggested", async (q) => {
      expect((await suggest(q))[0]).toBe(BOI);
    });

    test.each(FORMS)("%s is what a question that is nothing else asks for", async (question) => {
      const asked = { question, top_k: 2 };
      const hybrid = Value.Parse(HybridPage, await post("/v1/search/hybride", asked));
      const semantic = Value.Parse(SemanticPage, await post("/v1/search/semantic", asked));
      for (const { results, avertissements } of [hybrid, semantic]) {
        expect(results.map(({ boi_id }) => boi_id)).toEqual([BOI]);
        expect(avertissements).toMatchObject([{ code: "citation_reconnue", mot: question }]);
        expect(avertissements?.[0]?.adresse).toStartWith(`/v1/boi/${BOI}`);
      }
      const { elements } = Value.Parse(ContextAnswer, await post("/v1/contexte", { question }));
      expect(elements[0]?.boi_id).toBe(BOI);
    });

    test("an article is found with or without the star of its number", async () => {
      const read = async (path: string) => {
        const answer = await service.get(path, key);
        return [answer.status, answer.headers.get("location"), await answer.text()] as const;
      };
      const [status, , starred] = await read("/v1/articles/LPF/R*196-1");
      expect([status, starred]).toEqual([200, expect.stringContaining('"article":"R.* 196-1"')]);
      for (const written of ["R. 196-1", "r196-1", "R.196-1"]) {
        const path = encodeURIComponent(written);
        expect((await read(`/v1/articles/LPF/${path}`))[2]).toBe(starred);
        expect((await read(`/articles/LPF/${path}`))[1]).toBe("/articles/LPF/R.*%20196-1");
      }
      expect(await home("R. 196-1 du LPF")).toEqual([303, "/articles/LPF/R.*%20196-1"]);
      expect((await read("/v1/articles/LPF/R.%20196-9"))[0]).toBe(404);
      const filtered = (article: string) => search("réclamation", { article: `LPF:${article}` });
      expect((await filtered("R*196-1")).total).toBeGreaterThan(0);
      expect((await filtered("R. 196-1")).total).toBe((await filtered("R*196-1")).total);
      const asked = { question: "délai de réclamation", article: "LPF:R. 196-1" };
      const { results } = Value.Parse(HybridPage, await post("/v1/search/hybride", asked));
      expect(results.length).toBeGreaterThan(0);
    });

    test("the § that a reference names is the one shown", async () => {
      const { results } = await search(`http://localhost/consultation/${BOI}#p30`);
      expect(results[0]).toMatchObject({ boi_id: BOI, paragraphe: "30" });
    });

    test("the filters of a search hold for a reference", async () => {
      const { results, avertissements = [] } = await search("9031-PGP", { domaine: "TVA" });
      expect(results).toEqual([]);
      expect(avertissements[0]).toMatchObject({ code: "citation_reconnue", adresse: `/v1/boi/${BOI}` });
      expect((await search("9031-PGP", { date: "2025-06-01" })).results[0]).toMatchObject({
        boi_id: BOI,
        edition: { date_debut: "2025-04-14" },
      });
    });

    test.each([
      ["ACTU-2026-00038", "/v1/actualites/ACTU-2026-00038"],
      [`${SITE}/9069-PGP.html/identifiant%3DACTU-2026-00038`, "/v1/actualites/ACTU-2026-00038"],
      ["CGI, art. 197", "/v1/articles/CGI/197"],
      ["CE, plén., 21 décembre 2018, n° 402006", "/v1/decisions/CE-402006"],
      ["CE-402006", "/v1/decisions/CE-402006"],
      ["http://localhost/v1/decisions/CE-402006", "/v1/decisions/CE-402006"],
      ["loi n° 2007-1223 du 21 août 2007", "/v1/normes/loi-2007-1223"],
    ])("%s keeps what it finds, and is told where it is", async (q, adresse) => {
      const { avertissements = [] } = await search(q);
      const told = avertissements.filter((warning) => warning.adresse !== undefined);
      const page = `http://localhost${adresse.slice("/v1".length)}`;
      expect(told).toMatchObject([{ code: "citation_reconnue", adresse, page }]);
      expect((await service.get(adresse, key)).status).toBe(200);
      expect(avertissements.map(({ code }) => code)).not.toContain("mot_inconnu");
      expect(await home(q)).toEqual([303, adresse.slice("/v1".length)]);
    });

    test.each([
      ["BOI-TVA-DECLA-99", "que ce service ne détient pas"],
      ["2491-PGP", "ne détient aucun document de ce numéro"],
      ["ACTU-2014-00076", "que ce service ne détient pas"],
      [`${SITE}/9031-PGP.html/identifiant=${BOI}-20200101`, "cette édition n'est pas détenue"],
    ])("%s is said not to be held", async (q, words) => {
      const { avertissements = [] } = await search(q);
      expect(avertissements[0]).toMatchObject({ code: "citation_reconnue", mot: q });
      expect(avertissements[0]?.message).toContain(words);
      expect(avertissements[0]?.adresse).toBeUndefined();
    });

    test.each([
      `"${BOI}"`,
      `« ${BOI} »`,
      "COVID-19",
      "quotient familial",
      `quotient familial ${BOI}`,
      `${BOI} SAUF BOI-TVA-DED-20`,
    ])("%s is searched for as it is written", async (q) => {
      const { avertissements = [] } = await search(q);
      expect(avertissements.filter(({ adresse }) => adresse !== undefined)).toEqual([]);
      expect((await home(q))[0]).toBe(200);
    });

    test.each([
      ["9031-PGP", `/consultation/${BOI}`],
      [`${SITE}/9031-PGP.html/identifiant=${BOI}-20250414`, `/consultation/${BOI}/2025-04-14`],
      [`http://localhost/consultation/${BOI}#p30`, `/consultation/${BOI}#p30`],
      ["IR-LIQ-20-10, § 30", `/consultation/${BOI}#p30`],
      [`${BOI}, § 999`, `/consultation/${BOI}`],
      [`${BOI} du 1er janvier 2020`, `/consultation/${BOI}`],
    ])("/?q=%s leads to its page", async (q, location) => {
      expect(await home(q)).toEqual([303, location]);
    });

    test.each([
      ["9031-PGP", 308, `/consultation/${BOI}`],
      ["9031-pgp.html", 308, `/consultation/${BOI}`],
      ["9069-PGP", 308, "/actualites/ACTU-2026-00038"],
      ["IR-LIQ-20-10", 308, `/consultation/${BOI}`],
      ["2491-PGP", 404, null],
      ["quotient", 404, null],
    ])("/consultation/%s: %d", async (name, status, location) => {
      const answer = await service.get(`/consultation/${name}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([status, location]);
    });

    test.each([
      "/v1/boi/9031-PGP",
      "/v1/boi/IR-LIQ-20-10",
      `/v1/boi/${encodeURIComponent(`${SITE}/9031-PGP.html`)}`,
      "/v1/boi/9031-PGP/paragraphes/30",
      "/v1/boi/9031-PGP/historique",
      "/v1/boi/9031-PGP/graph",
      "/v1/journal?boi_id=9031-PGP",
    ])("%s is refused with the identifier to take", async (path) => {
      const answer = await service.get(path, key);
      const { error, details } = Value.Parse(DetailedErrorAnswer, await answer.json());
      expect([answer.status, error.code]).toEqual([400, "invalid_parameter"]);
      expect(details).toEqual({ boi_id: BOI });
      expect(error.message).toContain(`« ${BOI} »`);
    });

    test("an edition so named is told by its day too", async () => {
      const path = `/v1/boi/${encodeURIComponent(`${SITE}/9031-PGP.html/identifiant=${BOI}-20250414`)}`;
      const { details } = Value.Parse(DetailedErrorAnswer, await (await service.get(path, key)).json());
      expect(details).toEqual({ boi_id: BOI, date: "2025-04-14" });
    });

    test.each(["/v1/boi/2491-PGP", "/v1/boi/quotient", "/v1/boi/CE-402006"])(
      "%s names no document: nothing is suggested",
      async (path) => {
        const { details } = Value.Parse(DetailedErrorAnswer, await (await service.get(path, key)).json());
        expect(details).toBeUndefined();
      },
    );

    describe("the tools of models", () => {
      let mcp: McpClient;
      let server: { readonly stop: (isNow: boolean) => Promise<void> };
      beforeAll(async () => {
        const listening = Bun.serve({ port: 0, fetch: (request) => service.app.handle(request) });
        server = listening;
        mcp = await connectHttp(listening.url.href, key);
      });
      afterAll(async () => {
        await mcp.client.close();
        await server.stop(true);
      });

      test.each(FORMS)("get_boi takes %s", async (boi_id) => {
        const { isError, data } = await mcp.call("get_boi", { boi_id });
        expect(isError).toBe(false);
        expect(data["boi_id"]).toBe(BOI);
      });

      test("get_boi reads the § and the edition that the reference names", async () => {
        const { data } = await mcp.call("get_boi", { boi_id: `${BOI}, § 30, version du 14 avril 2025` });
        expect(data).toMatchObject({ paragraphe: "30", edition: { date_debut: "2025-04-14" } });
      });

      test("get_paragraph takes a reference, whose § the number given replaces", async () => {
        for (const asked of [
          { boi_id: "9031-PGP", numero: "30" },
          { boi_id: `${BOI}, § 10`, numero: "30" },
        ]) {
          const { data } = await mcp.call("get_paragraph", asked);
          expect(data).toMatchObject({ boi_id: BOI, numero: "30" });
        }
      });

      test.each(["related", "get_table", "compare_editions"])(
        "%s refuses it with the identifier to take",
        async (name) => {
          const { isError, text } = await mcp.call(name, { boi_id: `${SITE}/9031-PGP.html` });
          expect(isError).toBe(true);
          expect(text).toContain(`« ${BOI} »`);
        },
      );

      test.each([
        ["CE-402006", "la décision CE-402006"],
        ["2491-PGP", "ne détient aucun document"],
        [`${BOI} et BOI-TVA-DED-20`, BOI],
        ["quotient familial", "BOI-IR-LIQ-20-10"],
      ])("get_boi refuses %s with what to do", async (boi_id, words) => {
        const { isError, text } = await mcp.call("get_boi", { boi_id });
        expect(isError).toBe(true);
        expect(text.toLowerCase()).toContain(words.toLowerCase());
      });
    });
  });
});
