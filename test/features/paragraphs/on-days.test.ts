import { afterAll, beforeAll, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readParagraphOnDays } from "../../../src/features/paragraphs/route.ts";
import { readParagraph } from "../../../src/features/paragraphs/service.ts";
import { ApiError } from "../../../src/http/errors/api-error.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { SITE } from "../../fixtures/site.ts";
import { CountedStore } from "../../servers/counted-store.ts";
import { forOneStore } from "../../servers/stores.ts";

const YEARS = Array.from({ length: 10 }, (_, rank) => 2010 + rank);
/** The even years have the requested §. */
const EDITIONS = YEARS.map((year) => {
  const texte = `Le texte de ${year}.`;
  const numero = year % 2 === 0 ? "10" : "20";
  const dateFin = `${year + 1}-01-01`;
  return { date: `${year}-01-01`, dateFin, texte, paragraphes: [{ numero, section: [], start: 0, end: 14 }] };
});

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    const [first, ...others] = EDITIONS.toReversed();
    await addDocuments(
      store.database,
      { boiId: "BOI-IR-10", statut: "retire", shown: { statut: "retire", ...first }, others },
      {
        boiId: "BOI-IR-20",
        statut: "transfere",
        transfereVers: "BOI-IR-10",
        shown: {
          date: "2015-01-01",
          dateFin: "2015-01-01",
          kind: "transfere",
          statut: "transfere",
          texte: "",
        },
      },
    );
  });
  afterAll(() => store.close());

  /** The answer or the refusal of the § on a single day. */
  async function alone(boiId: string, date: string) {
    const request = { boiId, numero: "10", asked: { kind: "day", date, knownOn: null } } as const;
    try {
      const { texte, edition } = await readParagraph({ ...SITE, database: store.database }, request);
      return { jour: date, etat: "texte", texte, edition };
    } catch (error) {
      return { jour: date, etat: error instanceof ApiError ? error.entry.code : error, texte: null };
    }
  }

  test.each(["BOI-IR-10", "BOI-IR-20"])(
    "each day of %s is what the § of that day alone is",
    async (boiId) => {
      const days = [2009, ...YEARS.slice(2), 2021].map((year) => `${year}-06-15`);
      const { jours } = await readParagraphOnDays(
        { ...SITE, database: store.database },
        { boiId, numero: "10", days },
      );
      expect(jours as unknown[]).toMatchObject(await Promise.all(days.map((day) => alone(boiId, day))));
    },
  );

  test("ten days cost the statements of one", async () => {
    const costs = [];
    for (const count of [1, 10]) {
      const counted = new CountedStore(store.database);
      const days = YEARS.slice(0, count).map((year) => `${year}-06-15`);
      const request = { boiId: "BOI-IR-10", numero: "10", days };
      const { jours } = await readParagraphOnDays({ ...SITE, database: counted.database }, request);
      expect(new Set(jours.map(({ edition }) => edition?.date_debut)).size).toBe(count);
      costs.push(counted.take().statements);
    }
    expect(costs).toEqual([3, 3]);
  });
});
