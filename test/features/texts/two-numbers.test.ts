/** An identifier under two PGP numbers at one date, as nine of a real stock are: the higher number answers everywhere. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { contenu, dating, TEN, writeExport } from "../../integration/ingest/exports.ts";
import { writeArchive } from "../../integration/ingest/orders/archives.ts";
import { openService, type TestService } from "../../servers/service.ts";

const DATE = "2019-06-26";
const LATER = "2021-01-01";

/** As text, « 739 » would come after « 6493 ». */
const CASES = [
  { came: "both by an export, the lower first", lower: 9608, higher: 9609, by: ["export", "export"] },
  { came: "both by an export, the higher first", lower: 739, higher: 6493, by: ["export", "export"] },
  { came: "the lower by a later archive", lower: 284, higher: 4316, by: ["archive", "export"] },
  { came: "the higher by a later archive", lower: 759, higher: 11039, by: ["export", "archive"] },
].map((one, rank) => ({ ...one, boiId: `BOI-IR-CHAMP-${rank + 1}0`, isReversed: rank % 2 === 1 }));

/** A word of that edition alone, without a figure that full text would read apart. */
const wordOf = (pgp: number) =>
  `moulin${[...String(pgp)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
const textOf = (pgp: number) => `Le ${wordOf(pgp)} est imposé dans les conditions de droit commun.`;

function editionsBy(source: string) {
  return CASES.flatMap(({ boiId, lower, higher, by, isReversed }) => {
    const editions = [lower, higher].flatMap((pgp, at) => (by[at] === source ? { boiId, pgp } : []));
    return isReversed ? editions.reverse() : editions;
  });
}

describe("an identifier under two PGP numbers at one date", () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    const lines = editionsBy("export").map(({ boiId, pgp }) =>
      contenu(boiId, { date: DATE, pgp, texte: textOf(pgp) }),
    );
    service = await openService(writeExport([...TEN, ...lines, dating("2021-01-31")]));
    const archived = editionsBy("archive").map(({ boiId, pgp }) => {
      const html = `<p class="numero-de-paragraphe-western" id="1_01">1</p><p>${textOf(pgp)}</p>`;
      return { boiId, date: DATE, pgp, titre: `IR - ${boiId}`, html };
    });
    await service.ingest(writeArchive("bofip_stock_live_20210228.tgz", archived), true);
    key = await service.key("interne");
  });
  afterAll(() => service.close());

  async function ask(path: string, body?: Readonly<Record<string, unknown>>): Promise<unknown> {
    const posted = {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    };
    const response = await service.get(path, key, body === undefined ? {} : posted);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    return await response.json();
  }

  describe.each(CASES)("$came", ({ boiId, lower, higher }) => {
    test.each([{}, { date: DATE }, { date: LATER }])(
      "is the higher one in documents and searches (%j)",
      async (day) => {
        const dated = (parameters: Readonly<Record<string, string>>) =>
          new URLSearchParams({ ...parameters, ...day }).toString();
        expect(await ask(`/v1/boi/${boiId}?${dated({})}`)).toMatchObject({
          contenu_texte: expect.stringContaining(wordOf(higher)),
          edition: { pgp: higher },
        });
        const found = { results: [{ boi_id: boiId }], total: 1 };
        expect(await ask(`/v1/search?${dated({ q: wordOf(higher) })}`)).toMatchObject(found);
        expect(await ask(`/v1/search?${dated({ q: wordOf(lower) })}`)).toMatchObject({ total: 0 });
        const question = { question: wordOf(higher), ...day };
        expect(await ask("/v1/search/hybride", { ...question, top_k: 1 })).toMatchObject({
          results: [{ boi_id: boiId, extrait: expect.stringContaining(wordOf(higher)), rangs: { texte: 1 } }],
        });
        const [first] = Object(await ask("/v1/contexte", question)).elements;
        expect(first).toMatchObject({ boi_id: boiId, texte: textOf(higher), edition: { pgp: higher } });
      },
    );

    test("keeps the lower one among its versions", async () => {
      expect(await ask(`/v1/boi/${boiId}/historique`)).toMatchObject({
        versions: [
          { date_publication: DATE, statut: "en_vigueur", current: true },
          { date_publication: DATE, statut: "remplace", current: false },
        ],
      });
    });
  });
});
