import { expect, test } from "bun:test";
import type { CitedEdition } from "../../../db/queries/citations/editions.ts";
import type { FoundCitation } from "../../../src/features/citations/edition.ts";
import { needsOf } from "../../../src/features/citations/needs.ts";
import { judgeParagraphs } from "../../../src/features/citations/paragraphs.ts";
import { judgeCited } from "../../../src/features/citations/verdict.ts";
import { growthOf, MOST_GROWTH } from "../../growth.ts";

const CITATIONS = 300;

const UNSAID = {
  ...{ empreinte: null, fault: null, identifiant: "BOI-X", hasSign: true, jourEnVigueur: null, pgp: null },
  ...{ isContradictory: false, isPrintUnread: false, unread: [], annee: null, otherDay: null },
};

const edition = (editionId: number, isShown: boolean): CitedEdition => ({
  ...{
    editionId,
    boiId: "BOI-X",
    pgp: editionId,
    date_debut: `202${editionId}-01-01`,
    date_fin: null,
    statut: "en_vigueur",
  },
  ...{
    documentStatut: "en_vigueur",
    isShown,
    transfereVers: null,
    url: "",
    hasText: true,
    isErased: false,
    titre: "",
    attestee_jusqu_au: null,
    empreinte: "",
    isContested: false,
  },
});
const textOf = (size: number) => ({
  spans: Array.from({ length: size }, (_, rank) => ({
    ...{ numero: String(10 * (rank + 1)), section: ["I. Règle"], start: rank, end: rank + 1 },
  })),
  reserves: [],
});

/** As many citations as are read of a text, each of a long range of a long document, of which another text is in force. */
function citationsOf(size: number, isListed: boolean): FoundCitation[] {
  const [paragraphs, paragraphsInForce] = [textOf(size), textOf(size)];
  return Array.from({ length: CITATIONS }, (_, rank): FoundCitation => {
    const place = { start: 20 * rank, end: 20 * rank + 18, nameStart: isListed ? 0 : rank };
    const named = { boiId: "BOI-X", numero: "10", numeroFin: String(10 * (size - rank)), sections: [] };
    return {
      written: { ...place, ...named, actualite: null, edition: null, fin: null, ...UNSAID },
      finding: { etat: "remplacee", motif: "", edition: edition(1, false), inForce: edition(2, true) },
      ...{
        news: null,
        wording: null,
        certainty: null,
        paragraphs,
        paragraphsInForce,
        empreinte: null,
        unread: [],
        namedBy: [],
      },
    };
  });
}

/** @param changed the number of a § that has other words in force. */
function check(found: readonly FoundCitation[], changed = ""): (boolean | null)[] {
  for (const { written, paragraphs } of found) judgeParagraphs(written, paragraphs);
  const quotes = new Map(found.map((_, rank) => [rank, [{ texte: "mots cités", start: 0, end: 1 }]]));
  const needs = needsOf(", ".repeat(10 * CITATIONS), found, quotes, false);
  const findings = needs.map(({ source, numbers }, rank) => {
    const printOf = (numero: string) => (rank === 1 && numero === changed ? "autre" : numero);
    const prints = new Map([...numbers].map((numero) => [numero, printOf(numero)]));
    return { source, words: [], places: [], prints };
  });
  return judgeCited(found, new Map(), { findings, titles: new Map() }).map(({ isUnchanged }) => isUnchanged);
}

test.each([
  ["each of its own", false],
  ["listed together", true],
])("three hundred ranges of a document take time linear in its §, %s", (_, isListed) => {
  const growth = growthOf((size) => {
    const found = citationsOf(size, isListed);
    return () => void check(found);
  }, 500);
  expect(growth).toBeLessThan(MOST_GROWTH);
});

test("each range is compared with the § in force of the same numbers, to its end", () => {
  const found = citationsOf(1_000, false);
  expect(new Set(check(found))).toEqual(new Set([true]));
  expect(check(found, "8500")).toEqual(found.map((_, rank) => rank > 150));
});
