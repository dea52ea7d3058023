/** A § on several days: each day has the answer of the § on that day. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { ParagraphAnswer, ParagraphOnDays } from "../../../src/features/paragraphs/answer.ts";
import type { ErrorBody } from "../../../src/http/errors/api-error.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let key: string;

const ID = "BOI-IR-ZZ-10";
const span = (texte: string) => [{ numero: "20", section: [], start: 0, end: texte.length }];
const written = (texte: string) => ({ texte, paragraphes: span(texte) });

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
  await addDocuments(
    service.database,
    {
      boiId: ID,
      statut: "retire",
      shown: {
        date: "2021-01-01",
        dateFin: "2023-01-01",
        statut: "retire",
        ...written("Le taux est de 10 %."),
      },
      others: [
        { date: "2014-01-01", dateFin: "2015-01-01", statut: "retire", ...written("Le taux est de 10 %.") },
        { date: "2016-01-01", dateFin: "2017-01-01", ...written("Le taux  est de 10 %.") },
        { date: "2017-01-01", dateFin: "2018-01-01", ...written("Le taux est de 12 %.") },
        { date: "2018-01-01", dateFin: "2019-01-01", texte: "Sans §.", reserves: [{ de: "10", a: "30" }] },
        { date: "2019-01-01", dateFin: "2020-01-01", texte: "Sans § non plus." },
        { date: "2020-01-01", dateFin: "2021-01-01", ...written("Un texte effacé.") },
      ],
    },
    {
      boiId: "BOI-IR-ZZ-30",
      statut: "retire",
      shown: { date: "2020-01-01", dateFin: "2020-01-01", kind: "retire", statut: "retire", texte: "" },
    },
  );
  await service.database.$client`
    update wordings set erased_at = '2026-02-03T10:00:00Z', erasure_reason = 'jugement'
    where empreinte = ${fingerprint("Un texte effacé.")}`;
});
afterAll(() => service.close());

async function ask(boiId: string, numero: string, days: readonly string[]): Promise<ParagraphOnDays> {
  const answer = await service.get(`/v1/boi/${boiId}/paragraphes/${numero}/jours?le=${days.join(",")}`, key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ParagraphOnDays;
}

/** The answer of the route of the § on a day, with the field names of the other route. */
async function alone(boiId: string, numero: string, jour: string) {
  const answer = await service.get(`/v1/boi/${boiId}/paragraphes/${numero}?date=${jour}`, key);
  if (answer.status !== 200) {
    const { error } = (await answer.json()) as ErrorBody;
    return { jour, etat: error.code, texte: null };
  }
  const { texte, edition } = (await answer.json()) as ParagraphAnswer;
  return { jour, etat: "texte", texte, edition };
}

test.each([
  [
    ID,
    "20",
    ["2013-06-01", "2014-06-01", "2015-06-01", "2016-06-01", "2017-06-01"],
    ["edition_not_held", "texte", "document_withdrawn", "texte", "texte"],
  ],
  [
    ID,
    "20",
    ["2018-06-01", "2019-06-01", "2020-06-01", "2021-01-01", "2023-01-01"],
    ["paragraph_reserved", "unknown_paragraph", "wording_erased", "texte", "document_withdrawn"],
  ],
  ["BOI-IR-ZZ-30", "10", ["2019-12-31", "2020-01-01"], ["edition_not_held", "document_withdrawn"]],
  [
    "BOI-IR-LIQ-20-10",
    "40",
    ["2026-07-01", "2025-11-03", "2025-01-01"],
    ["texte", "texte", "edition_not_held"],
  ],
] as const)("%s § %s on %j is %j, as each day alone", async (boiId, numero, days, states) => {
  const { jours, ...named } = await ask(boiId, numero, days);
  expect(named).toMatchObject({ boi_id: boiId, numero });
  expect(jours.map(({ etat }) => etat)).toEqual([...states]);
  const each = await Promise.all(days.map((day) => alone(boiId, numero, day)));
  expect(jours as unknown[]).toMatchObject(each);
});

test("a day beside an edition without the § says which edition it is", async () => {
  const { jours } = await ask(ID, "20", ["2018-06-01", "2019-06-01", "2020-06-01"]);
  expect(jours.map(({ edition }) => edition?.date_debut ?? null)).toEqual(["2018-01-01", "2019-01-01", null]);
});

test("each text is compared with the last one before it in the list, whatever stands between", async () => {
  const days = [
    "2013-06-01",
    "2014-06-01",
    "2015-06-01",
    "2016-06-01",
    "2017-06-01",
    "2021-06-01",
    "2021-06-01",
  ];
  const { jours } = await ask(ID, "20", days);
  expect(jours.map(({ identique_au_precedent }) => identique_au_precedent)).toEqual([
    ...[null, null, null],
    // White space is not a word.
    ...[true, false, false, true],
  ]);
  const backwards = await ask(ID, "20", ["2017-06-01", "2016-06-01", "2014-06-01"]);
  expect(backwards.jours.map(({ identique_au_precedent: isSame }) => isSame)).toEqual([null, false, true]);
});

test("ten days are one unit, and keep their ETag", async () => {
  const poor = await service.key("gratuit", { monthlyQuota: 1 });
  const days = Array.from({ length: 10 }, (_, rank) => `2016-01-${String(rank + 10)}`);
  const path = `/v1/boi/${ID}/paragraphes/§ 20/jours?le=${days.join(",")}`;
  const answer = await service.get(path, poor);
  expect(await answer.json()).toMatchObject({ numero: "20", jours: { length: 10 } });
  expect((await service.get(path, poor)).status).toBe(402);
  const headers = { "if-none-match": answer.headers.get("etag") ?? "" };
  expect((await service.get(path, key, { headers })).status).toBe(304);
});

test.each([
  ["", 400, "« le » est obligatoire"],
  ["?le=", 400, "de 1 à 10 dates AAAA-MM-JJ"],
  ["?le=2016-06-01,", 400, "de 1 à 10 dates AAAA-MM-JJ"],
  ["?le=2016-06-01;2017-06-01", 400, "séparées par des virgules"],
  ["?le=2016-02-30", 400, "qui existent"],
  ["?le=2016-06-01,2026-11-21", 400, "ne sont pas dans le futur"],
  [`?le=${Array(11).fill("2016-06-01").join(",")}`, 400, "il y en a 11"],
  ["?le=2016-06-01&date=2016-06-01", 400, "date"],
])("%s is %i", async (query, status, words) => {
  const answer = await service.get(`/v1/boi/${ID}/paragraphes/20/jours${query}`, key);
  const { error } = (await answer.json()) as ErrorBody;
  expect([answer.status, error.message]).toEqual([status, expect.stringContaining(words)]);
});

test.each([
  [`${ID}-20160101`, "20", 400, "invalid_parameter"],
  [ID, "abc", 400, "invalid_parameter"],
  ["BOI-IR-INCONNU", "20", 404, "unknown_document"],
  [`BOI-${"A".repeat(300)}`, "20", 404, "unknown_document"],
])("of %s § %s is %i %s", async (boiId, numero, status, code) => {
  const answer = await service.get(`/v1/boi/${boiId}/paragraphes/${numero}/jours?le=2016-06-01`, key);
  const { error } = (await answer.json()) as ErrorBody;
  expect<[number, string]>([answer.status, error.code]).toEqual([status, code]);
});
