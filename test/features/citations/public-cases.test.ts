/** What people really write or reported elsewhere, asked of the real corpus; what is expected follows the contract. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CheckedText } from "../../../src/features/citations/answer.ts";
import type { CitedArticle } from "../../../src/features/documents/answer.ts";
import { connectHttp } from "../../integration/src/mcp/client.ts";
import { openService, type TestService } from "../../servers/service.ts";
import { checkText } from "./verdicts/replay.ts";

setDefaultTimeout(600_000);

const SHARED = join(import.meta.dir, "../../../../shared");
const CASES = join(SHARED, "cases/public-4.jsonl");
const SOURCES = [
  "bofip-vigueur.jsonl.gz",
  "bofip_stock_live_20260521.tgz",
  "bofip_flux_live_20260522_20260528.tgz",
];

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly route: string;
  readonly request: string | Readonly<Record<string, unknown>>;
}

/** By case of `POST /v1/citations`: what `linesOf` gives of the answer, all of it. */
const READ: Readonly<Record<string, readonly string[]>> = {
  F002: ["BOI-IR-LIQ-20-20-20 verifiee"],
  F003: ["BOI-IR-RICI-250-30 @2013-10-10 remplacee"],
  F006: ["BOI-IR-LIQ-20-20-30 verifiee"],
  F018: ["BOI-IR-LIQ-20-10 verifiee"],
  F021: ["BOI-IR-LIQ-20-10 @2025-04-14 remplacee"],
  F024: ["BOI-IR-LIQ-20-10 § 990 paragraphe_absent", "BOI-IR-LIQ-20-10 § 999 paragraphe_absent"],
  F027: ["BOI-IR-LIQ-20-10 § 950-999 paragraphe_absent"],
  F028: ["BOI-RES-TVA-000140 partielle (§ 3.1)"],
  F031: ["BOI-IR-RICI-300 @1999-03-03 edition_non_detenue"],
  F032: ["BOI-IR-RICI-300 @1999-03-03 edition_non_detenue"],
  F035: [
    "BOI-IR-LIQ-20-10 § 1 verifiee",
    "BOI-IR-LIQ-20-10 § 10 verifiee",
    "BOI-IR-LIQ-20-10 § 999 paragraphe_absent",
  ],
  F036: ["BOI-IR-LIQ-20-10 § 1 verifiee", "BOI-IR-LIQ-20-10 § 999 paragraphe_absent"],
  F039: ["BOI-IR-LIQ-20-10 verifiee"],
  F040: ["BOI-IR-LIQ-20-10 verifiee"],
  F041: ["BOI-IR-LIQ-20-10 verifiee"],
  F043: ["BOI-IR-LIQ-20-10 verifiee"],
  F045: ["BOI-IR-RICI-300 verifiee", "null § 50 document_inconnu"],
  F047: ["null @2001-02-21 non_verifiable"],
  F048: ["null @2010-12-14 non_verifiable"],
  F049: ["null @2003-02-14 non_verifiable"],
  F051: ["null non_verifiable"],
  F055: ["null @2024-03-04 non_verifiable"],
  F057: ["null document_inconnu"],
  F059: ["BOI-IMP-BAE-10-20-20-10 @2023-01-01 document_inconnu"],
  F061: ["BOI-IR-RICI-300 verifiee"],
  F064: ["BOI-IR-LIQ-20-20-10 verifiee", "BOI-IR-LIQ-20-20-20 verifiee", "BOI-IR-LIQ-20-20-30 verifiee"],
  F067: ["BOI-AIS-MOB-10-30-10 § 50 document_inconnu"],
  F068: ["BOI-BAREME-000035 document_inconnu", "BOI-ANNX-000115 document_inconnu"],
  F070: ["BOI-IR-LIQ-20-10 verifiee", "BOI-IR-LIQ-20-10 § 999 paragraphe_absent"],
  F071: ["BOI-IR-RICI-300 verifiee"],
  F073: ["BOI-IR-LIQ-20-10 § 10 verifiee"],
  F075: ["BOI-IR-LIQ-20-10 @2025-04-14 partielle (9999-PGP)"],
  F080: ["CE-435634 @2020-03-13"],
  F081: ["CASS-17-20556 @2019-06-19"],
  F083: ["CASS-14-10654 @2015-03-31"],
  F084: ["CASS-22-12345 @2024-03-12"],
  F088: ["TA-PARIS-1603586 @2016-12-01"],
  F089: ["CC-2010-70-QPC @2010-11-26"],
  F091: ["RM-SENAT-2016-23898 @2016-12-01"],
  F092: ["RM-SENAT-2018-4171 @2018-05-17"],
  F093: ["directive-2006-112"],
  F117: ["BOI-IR-LIQ-20-20-30 @2026-04-07 edition_non_detenue"],
  P001: ["BOI-IR-LIQ-20-20-20 § 40 @2026-04-07 edition_non_detenue"],
  P004: ["BOI-RES-BIC-000070 @2021-02-17 verifiee"],
  P008: ["null § 8 @2001-03-09 non_verifiable", "BOI-BIC-RICI-10-10-10-30 § 90 @2015-05-06 document_inconnu"],
  P009: ["BOI-IR-CHAMP-10 § 20 @2012-09-12 edition_non_detenue"],
  P011: ["BOI-IS-BASE-30-30-20-20 § 50 @2023-05-12 document_inconnu"],
  P015: [
    "BOI-AIS-MOB-10-30-10 document_inconnu",
    "BOI-AIS-MOB-10-30-10 § 50 document_inconnu",
    "BOI-AIS-MOB-10-30-10 § 60 document_inconnu",
    "BOI-AIS-MOB-10-30-10 § 190 document_inconnu",
  ],
  P016: ["null @2010-01-04 non_verifiable", "null @1999-11-17 non_verifiable"],
  P017: ["null § 6 @2012-02-03 non_verifiable"],
  P020: ["BOI-IMP-BAE-10-20-20-10 document_inconnu"],
  P021: ["BOI-IR-LIQ-20-10 § 10 partielle (2e al.)"],
  P024: ["CE-453490 @2021-07-15"],
  P027: ["TA-REUNION-1600622 @2017-05-24"],
  P029: ["CJUE-C-288-16 @2017-06-29"],
  P030: ["ordonnance-2025-1247"],
  P031: ["null @2001-12-31"],
};

const found = (boi_id: string) => ({ status: 200, body: { results: [{ boi_id }] } });
const total = (count: number) => ({ status: 200, body: { total: count } });
const ledTo = (location: string) => ({ status: 303, location });
const told = (...parts: readonly string[]) => ({
  text: expect.stringMatching(new RegExp(parts.join("[^]*"), "u")),
});

/** By case of every other route: what its answer has. */
const ANSWERED: Readonly<Record<string, object>> = {
  F009: found("BOI-IR-LIQ-20-20-20"),
  F010: found("BOI-IR-LIQ-20-20-20"),
  F011: ledTo("/consultation/BOI-IR-LIQ-20-10/2025-04-14"),
  F014: { status: 400, body: { details: { boi_id: "BOI-IR-LIQ-20-10" } } },
  F016: told("^BOI-IR-LIQ-20-20-20 ", "Édition du 2024-01-18"),
  F017: found("BOI-IR-LIQ-20-10"),
  F098: found("BOI-IR-LIQ-20-10"),
  F101: {
    body: {
      total: 0,
      avertissements: [{ message: expect.stringContaining("que ce service ne détient pas") }],
    },
  },
  F102: ledTo("/actualites/ACTU-2014-00076"),
  F104: total(66),
  F105: total(66),
  F106: total(94),
  F109: {
    body: {
      avertissements: [
        {
          requete: { adresse: "/v1/search?q=C-279%2F93&decision=CJUE-C-279-93" },
          adresse: "/v1/decisions/CJUE-C-279-93",
        },
      ],
    },
  },
  F110: {
    status: 404,
    body: { error: { code: "edition_not_held" }, details: { proches: ["2021-08-03", "2024-01-18"] } },
  },
  F111: {
    status: 404,
    body: { error: { code: "unknown_document", message: expect.stringContaining("ne détient pas") } },
  },
  F112: told("^BOI-IR-LIQ-20-10 ", "Citer : BOI-IR-LIQ-20-10, § 10"),
  F115: { status: 200, body: { article: "R.* 196-1", total: 7 } },
  P033: total(259),
  P034: total(10),
  P037: { body: { avertissements: [{ code: "citation_reconnue", essayer: '"L. 80 A"' }] } },
  P038: total(110),
  P039: total(3),
  P041: found("BOI-IR-LIQ-20-20-20"),
  P042: { status: 200, body: { article: "150-0 B ter" } },
  P043: { status: 200, body: { article: "R.* 196-1", total: 7 } },
  P046: ledTo("/consultation/BOI-IR-LIQ-20-10#p10"),
};

/** F120 is in test/integration/ingest/sources/archive.test.ts; the two others have a test of their own below. */
const APART = ["F120", "F121", "P047"];

const isSkipped = !existsSync(CASES) || !existsSync(join(SHARED, "corpus"));
const reason = isSkipped ? " (skipped: ../shared is absent)" : "";
const cases: readonly Case[] = isSkipped
  ? []
  : (await Bun.file(CASES).text())
      .trim()
      .split("\n")
      .map((line): Case => JSON.parse(line));
const named = (table: Readonly<Record<string, unknown>>) =>
  cases.flatMap((each) => (each.id in table ? [[each.id, each.kind, each] as const] : []));

describe.skipIf(isSkipped)(`public texts and reports, over the real corpus${reason}`, () => {
  let service: TestService;
  let key = "";

  beforeAll(async () => {
    service = await openService(null);
    for (const source of SOURCES) await service.ingest(join(SHARED, "corpus", source), true);
    key = await service.key("interne");
  });
  afterAll(() => service.close());

  /** What the service answers outside of citations. */
  async function ask({ route, request }: Case): Promise<object> {
    const [method = "", path = ""] = route.split(" ");
    if (method === "MCP") return await callTool(path, Object(request));
    if (method === "POST") {
      const init = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(request) };
      return await answerOf(await service.get(path, key, init));
    }
    const query = new URLSearchParams({ ...Object(request), limit: "1" });
    return await answerOf(await service.get(typeof request === "string" ? request : `${path}?${query}`, key));
  }

  async function callTool(name: string, input: Readonly<Record<string, unknown>>): Promise<object> {
    const listening = Bun.serve({ port: 0, fetch: (asked) => service.app.handle(asked) });
    const { client, call } = await connectHttp(listening.url.href, key);
    const answer = await call(name, input);
    await client.close();
    await listening.stop(true);
    return answer;
  }

  async function answerOf(answer: Response): Promise<object> {
    const isData = answer.headers.get("content-type")?.includes("json") ?? false;
    const { status, headers } = answer;
    return { status, location: headers.get("location"), body: isData ? await answer.json() : null };
  }

  test("all of the set are asked", () => {
    const asked = [...Object.keys(READ), ...Object.keys(ANSWERED), ...APART];
    expect(cases.map(({ id }) => id).toSorted()).toEqual(asked.toSorted());
  });

  test.each(named(READ))("%s: %s", async (id, _, { request }) => {
    const { texte } = Object(request);
    expect(linesOf(await checkText(service, key, texte))).toEqual([...(READ[id] ?? [])]);
  });

  test.each(named(ANSWERED))("%s: %s", async (id, _, each) => {
    expect(await ask(each)).toMatchObject(ANSWERED[id] ?? {});
  });

  test("F121: a feed is spared to who says when it had it", async () => {
    const modified = (await service.get("/flux.atom")).headers.get("last-modified") ?? "";
    const again = await service.get("/flux.atom", undefined, { headers: { "if-modified-since": modified } });
    expect(again.status).toBe(304);
  });

  test("P047: the export has every document, as it is read one by one", async () => {
    const lines = (await (await service.get("/v1/export", key)).text()).trimEnd().split("\n");
    const documents = lines.slice(1, -1).map((line) => Object(JSON.parse(line)));
    const stats = Object(await (await service.get("/v1/stats", key)).json());
    expect(documents).toHaveLength(stats.total_documents);
    for (const exported of documents) {
      const answer = await service.get(`/v1/boi/${exported.boi_id}`, key);
      const { source: _, couverture: __, couverture_droit: ___, ...document } = Object(await answer.json());
      const articles = document.articles.map(
        ({ droit: _, modifie_depuis: __, ...cited }: CitedArticle) => cited,
      );
      expect({ ...document, articles }).toEqual(exported);
    }
  });
});

/** Entries, what was not read, words without a reference and law, a line each, in that order. */
function linesOf({ citations, non_lues, citations_libres, references_droit }: CheckedText): string[] {
  const entries = citations.map(({ boi_id, numero, numero_fin, edition, etat, non_lus }) => {
    const paragraph = numero === null ? "" : ` § ${numero}${numero_fin === null ? "" : `-${numero_fin}`}`;
    const unread = non_lus.length === 0 ? "" : ` (${non_lus.map(({ texte }) => texte).join(", ")})`;
    return `${boi_id}${paragraph}${on(edition)} ${etat}${unread}`;
  });
  return [
    ...entries,
    ...non_lues.map(({ texte }) => `non lue : ${texte}`),
    ...citations_libres.map(({ texte, etat }) => `sans référence : ${texte} ${etat}`),
    ...references_droit.flatMap((one) => (one.genre === "article" ? [] : [`${one.cle}${on(one.date)}`])),
  ];
}

function on(day: string | null): string {
  return day === null ? "" : ` @${day}`;
}
