import { describe, expect, test } from "bun:test";
import { readPublications } from "../../../bofip/references/read-publications.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readLaw } from "../../../src/features/resolution/law.ts";
import { resolveDocument, resolveWhole } from "../../../src/features/resolution/service.ts";
import { SITE } from "../../fixtures/site.ts";
import { growthOf, MOST_GROWTH } from "../../growth.ts";

/** A store that must not be read. */
const STORE = new Proxy({} as Database, {
  get(_, name) {
    throw new Error(`the store was asked: ${String(name)}`);
  },
});

/** Texts have 512 characters at most: they are read so many times, rather than longer ones. */
const TIMES = 20;

test.each([
  "quotient familial",
  "plus-value ET exonération",
  "crédit d'impôt garde d'enfants 2024",
  "plafond 31 décembre 2019",
  "1 000 euros",
  "réduction article 199 undecies B du CGI",
  "BOI-IR-LIQ-20-10 quotient familial",
  "BOI-IR-LIQ-20-10 et BOI-TVA-DED-20",
  "https://www.legifrance.gouv.fr/",
  "Combien de temps a-t-on pour réclamer en 2024 ?",
])("the store is not asked what %s names", async (text) => {
  expect(await resolveWhole({ ...SITE, database: STORE }, text)).toBeNull();
  expect(await resolveDocument(STORE, text)).toBeNull();
});

describe("the reading of whatever is written takes linear time", () => {
  test.each(
    [
      "BOI-",
      "IR-LIQ-",
      "boi ir liq 20 10 ",
      "B.O.I. ",
      "9031-PGP ",
      "https://bofip.impots.gouv.fr/bofip/",
      "identifiant%3D",
      "%3D",
      "n° 1 ",
      "version du ",
      "le § 30 de la documentation ",
      "article 1 du CGI et ",
      "CE, 8 décembre 2017, n° ",
      "/decisions/",
      "(« [",
      "a-1-",
    ].map((piece) => [piece]),
  )("%s", (piece) => {
    const reading = (read: (text: string) => unknown) => (size: number) => {
      const text = piece.repeat(size);
      return () => {
        for (let time = 0; time < TIMES; time += 1) read(text);
      };
    };
    expect(growthOf(reading(readPublications), 16)).toBeLessThan(MOST_GROWTH);
    expect(growthOf(reading(readLaw), 16)).toBeLessThan(MOST_GROWTH);
  });
});
