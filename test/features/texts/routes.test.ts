/** The routes of a text at a date: who may request them, what is counted, what is refused. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fingerprint, sha256 } from "../../../bofip/text/characters.ts";
import { wordings } from "../../../db/schema/wordings.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { openService, type TestService } from "../../servers/service.ts";

const ID = "BOI-IR-LIQ-20-10";
const NO_TEXT = "0".repeat(64);
const ROUTES = [
  ...["?date=2025-07-01", "/paragraphes/10", "/comparaison", "/tableaux", "/tableaux/1"].map(
    (route) => `/v1/boi/${ID}${route}`,
  ),
  "/v1/tableaux?q=taux",
];

let service: TestService;
let key: string;
let empreinte: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
  const { edition } = await read<{ edition: { empreinte: string } }>(`/v1/boi/${ID}?date=2025-07-01`);
  empreinte = edition.empreinte;
  await addDocuments(
    service.database,
    {
      boiId: "BOI-IR-ZZ-10",
      statut: "transfere",
      transfereVers: ID,
      shown: { date: "2022-01-01", dateFin: "2024-05-02", statut: "transfere", texte: "Dernier texte." },
      others: [{ date: "2020-01-01", dateFin: "2021-01-01", statut: "retire", texte: "Premier texte." }],
    },
    {
      boiId: "BOI-IR-ZZ-20",
      shown: {
        texte: "Un texte.",
        paragraphes: [{ numero: "10", section: [], start: 0, end: 9 }],
        reserves: [{ de: "30", a: "50" }],
        references: ["BOI-IR-ZZ-10", ID, "BOI-IR-INCONNU"],
      },
    },
    {
      boiId: "BOI-IR-ZZ-30",
      statut: "retire",
      shown: { date: "2020-01-01", dateFin: "2020-01-01", kind: "retire", statut: "retire", texte: "" },
    },
    { boiId: "BOI-IR-ZZ-40", shown: { texte: "Un texte effacé." } },
    {
      boiId: "BOI-IR-ZZ-50",
      shown: { date: "2022-01-01", texte: "Le même texte." },
      others: [{ date: "2020-01-01", dateFin: "2022-01-01", texte: "Le même texte." }],
    },
  );
  await service.database.$client`
    update wordings set erased_at = '2026-02-03T10:00:00Z', erasure_reason = 'jugement'
    where empreinte = ${fingerprint("Un texte effacé.")}`;
});
afterAll(() => service.close());

async function read<Body>(path: string): Promise<Body> {
  const answer = await service.get(path, key);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Body;
}

describe("each of them", () => {
  const each = () => [...ROUTES, `/v1/boi/${ID}/source?empreinte=${empreinte}`];

  test("demands a key, and charges its answer one unit", async () => {
    for (const path of each()) {
      expect((await service.get(path)).status).toBe(401);
      const poor = await service.key("gratuit", { monthlyQuota: 1 });
      expect([path, (await service.get(path, poor)).status]).toEqual([path, 200]);
      expect([path, (await service.get(path, poor)).status]).toEqual([path, 402]);
    }
  });
  test("answers HEAD like GET, and 304 to who holds its strong ETag", async () => {
    for (const path of each()) {
      const answer = await service.get(path, key);
      const etag = answer.headers.get("etag") ?? "";
      expect([path, etag]).toEqual([path, expect.stringMatching(/^"[\w-]+"$/)]);
      const head = await service.get(path, key, { method: "HEAD" });
      expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
      const again = await service.get(path, key, { headers: { "if-none-match": etag } });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });
  test("refuses a parameter that it does not know", async () => {
    for (const path of each()) {
      const answer = await service.get(`${path}${path.includes("?") ? "&" : "?"}inconnu=1`, key);
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });
});

describe("what is refused", () => {
  test.each([
    [`/v1/boi/${ID}-20250414?date=2025-07-01`, 400, "invalid_parameter", "identifiant daté"],
    [`/v1/boi/${ID}-20250414?empreinte=${NO_TEXT}`, 400, "invalid_parameter", "identifiant daté"],
    [`/v1/boi/${ID}-20250414/paragraphes/10?date=2025-07-01`, 400, "invalid_parameter", "identifiant daté"],
    [`/v1/boi/${ID}?date=2026-11-21`, 400, "invalid_parameter", "n'est pas dans le futur"],
    [`/v1/boi/${ID}?date=2025-02-29`, 400, "invalid_parameter", "une date AAAA-MM-JJ"],
    [`/v1/boi/${ID}?connu_le=2025-07-01`, 400, "invalid_parameter", "ne va qu'avec « date »"],
    [`/v1/boi/${ID}?date=2025-07-01&connu_le=2026-11-21`, 400, "invalid_parameter", "« connu_le »"],
    [`/v1/boi/${ID}?empreinte=abc`, 400, "invalid_parameter", "64 chiffres hexadécimaux"],
    [`/v1/boi/${ID}?dat=2025-07-01`, 400, "invalid_parameter", "vouliez-vous dire « date »"],
    [`/v1/boi/${ID}/source`, 400, "invalid_parameter", "« empreinte » est obligatoire"],
    [`/v1/boi/${ID}/paragraphes/abc`, 400, "invalid_parameter", "un numéro de § comme 130 ou 1 bis"],
    [`/v1/boi/${ID}/comparaison?de=2025-07-01&de_empreinte=${NO_TEXT}`, 400, "invalid_parameter", "« de »"],
    [`/v1/boi/${ID}?date=2025-01-01`, 404, "edition_not_held", "commence le 14 avril 2025"],
    [`/v1/boi/${ID}/comparaison?de=2020-01-01`, 404, "edition_not_held", "14 avril 2025"],
    ["/v1/boi/BOI-IR-LIQ/comparaison", 404, "edition_not_held", "pas deux textes à comparer"],
    ["/v1/boi/BOI-IR-ZZ-10?date=2021-06-01", 404, "document_withdrawn", "retiré le 1er janvier 2021"],
    ["/v1/boi/BOI-IR-ZZ-10?date=2025-01-01", 404, "document_withdrawn", "transféré le 2 mai 2024"],
    ["/v1/boi/BOI-IR-ZZ-30?date=2019-01-01", 404, "edition_not_held", "d'aucune édition"],
    ["/v1/boi/BOI-IR-ZZ-30?date=2020-01-01", 404, "document_withdrawn", "retiré le 1er janvier 2020"],
    ["/v1/boi/BOI-IR-INCONNU?date=2020-01-01", 404, "unknown_document", "BOI-IR-INCONNU"],
    [`/v1/boi/BOI-IR-INCONNU/source?empreinte=${NO_TEXT}`, 404, "unknown_document", "BOI-IR-INCONNU"],
    [`/v1/boi/${ID}?empreinte=${NO_TEXT}`, 404, "unknown_wording", NO_TEXT],
    [`/v1/boi/${ID}/paragraphes/10?empreinte=${NO_TEXT}`, 404, "unknown_wording", NO_TEXT],
    [`/v1/boi/${ID}/source?empreinte=${NO_TEXT}`, 404, "unknown_wording", NO_TEXT],
    ["/v1/boi/BOI-IR-ZZ-20/paragraphes/20", 404, "unknown_paragraph", "les plus proches : 10"],
    ["/v1/boi/BOI-IR-ZZ-20/paragraphes/40", 404, "paragraph_reserved", "réservé"],
    ["/v1/boi/BOI-IR-ZZ-40", 410, "wording_erased", "effacée le 3 février 2026"],
    ["/v1/boi/BOI-IR-ZZ-40?date=2021-01-01", 410, "wording_erased", "effacée le 3 février 2026"],
    [
      `/v1/boi/BOI-IR-ZZ-40?empreinte=${fingerprint("Un texte effacé.")}`,
      410,
      "wording_erased",
      "effacée le 3 février 2026",
    ],
  ] as const)("%s is %i %s", async (path, status, code, words) => {
    const answer = await service.get(path, key);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code, error.message]).toEqual([
      status,
      code,
      expect.stringContaining(words),
    ]);
  });

  test("a refusal of a day says what is held, and where a moved document went", async () => {
    const detailsOf = async (path: string) =>
      ((await (await service.get(path, key)).json()) as { details: unknown }).details;
    expect(await detailsOf("/v1/boi/BOI-IR-ZZ-10?date=2025-01-01")).toEqual({
      date: "2025-01-01",
      premiere_edition_detenue: "2020-01-01",
      transfere_vers: ID,
      proches: ["2022-01-01"],
    });
    expect(await detailsOf("/v1/boi/BOI-IR-ZZ-10?date=2021-06-01")).toMatchObject({
      transfere_vers: null,
      proches: ["2020-01-01", "2022-01-01"],
    });
    expect(await detailsOf("/v1/boi/BOI-IR-ZZ-20/paragraphes/20")).toEqual({ proches: ["10"] });
  });

  test("an answer 404 or 410 is charged, one 400 is not", async () => {
    const used = async (path: string) => {
      const own = await service.key("pro");
      await service.get(path, own);
      const account = (await (await service.get("/v1/compte", own)).json()) as { mois: { utilise: number } };
      return account.mois.utilise;
    };
    expect(await used(`/v1/boi/${ID}?date=2025-01-01`)).toBe(1);
    expect(await used("/v1/boi/BOI-IR-ZZ-40")).toBe(1);
    expect(await used(`/v1/boi/${ID}-20250414?date=2025-07-01`)).toBe(0);
  });
});

describe("what is given", () => {
  test("the day of a change belongs to the new edition", async () => {
    for (const [day, start] of [
      ["2026-06-21", "2025-04-14"],
      ["2026-06-22", "2026-06-22"],
    ])
      expect(await read(`/v1/boi/${ID}?date=${day}`)).toMatchObject({ edition: { date_debut: start } });
  });
  test("with a date, each reference says where it stood that day", async () => {
    const statesOn = async (day: string) => {
      const { references } = await read<{
        references: { a_la_date: { etat: string; date_debut: string | null } }[];
      }>(`/v1/boi/BOI-IR-ZZ-20?date=${day}`);
      return references.map(({ a_la_date: { etat, date_debut } }) => [etat, date_debut]);
    };
    expect(await statesOn("2020-06-01")).toEqual([
      ["en_vigueur", "2020-01-01"],
      ["non_detenue", null],
      ["inconnue", null],
    ]);
    expect(await statesOn("2026-07-01")).toEqual([
      ["retiree", null],
      ["en_vigueur", "2026-06-22"],
      ["inconnue", null],
    ]);
  });
  test("a fingerprint that several editions share answers with the latest, and lists them all", async () => {
    const path = `/v1/boi/BOI-IR-ZZ-50?empreinte=${fingerprint("Le même texte.")}`;
    const { edition, editions } = await read<Record<"edition", object> & { editions: object[] }>(path);
    expect(edition).toMatchObject({ date_debut: "2022-01-01" });
    expect(editions).toMatchObject([{ date_debut: "2022-01-01" }, { date_debut: "2020-01-01" }]);
  });
  test("the fingerprint of a § answers with that §, years later", async () => {
    const then = await read<{ empreinte: string; texte: string }>(
      `/v1/boi/${ID}/paragraphes/40?date=2025-07-01`,
    );
    const found = await read(`/v1/boi/${ID}/paragraphes/40?empreinte=${then.empreinte}`);
    expect(found).toMatchObject({ texte: then.texte, edition: { date_debut: "2025-04-14" } });
  });
  test("the official bytes are found by either fingerprint, and are those that it is of", async () => {
    const byText = await read<{ contenu: string; empreinte_source: string }>(
      `/v1/boi/${ID}/source?empreinte=${empreinte}`,
    );
    expect(sha256(byText.contenu)).toBe(byText.empreinte_source);
    expect(await read(`/v1/boi/${ID}/source?empreinte=${byText.empreinte_source}`)).toEqual(byText);
  });
  test("two wordings of one date are cited with their fingerprint, and have each its page", async () => {
    const former = await service.database.$client`select id from editions where boi_id = 'BOI-IR-ZZ-20'`;
    await service.database.insert(wordings).values({
      ...{ editionId: Number(former[0]?.["id"]), sourceKind: "export", sourceOrder: "2000-01-01", titre: "" },
      ...{ empreinte: fingerprint("Avant."), derivationVersion: 1, current: false },
    });
    const { edition } = await read<{ edition: { citation: string; redactions: number } }>(
      "/v1/boi/BOI-IR-ZZ-20?date=2020-06-02",
    );
    expect(edition).toMatchObject({
      redactions: 2,
      citation: `BOI-IR-ZZ-20, version du 1er janvier 2020, empreinte ${fingerprint("Un texte.").slice(0, 12)}`,
    });
  });
});
