import { describe, expect, test } from "bun:test";
import { compareTexts } from "../../../../bofip/comparison/compare.ts";
import { LEAST_SIMILARITY, similarity } from "../../../../bofip/comparison/most-similar.ts";
import { hasArchives, readArchivedTexts } from "../../../fixtures/archived-editions.ts";

// The real test corpus is available beside the project only on the workshop's machines.
/** Consecutive editions of one document. */
async function readPairs() {
  const editions = await readArchivedTexts();
  return editions.flatMap((after, rank) => {
    const before = editions[rank - 1];
    return before?.boiId === after.boiId ? [{ before, after }] : [];
  });
}

describe.skipIf(!hasArchives)("the editions of the real archives, where they are, compared in turn", () => {
  test("make up both texts again, and account for every §", async () => {
    const pairs = await readPairs();
    for (const { before, after } of pairs) {
      const { paragraphes, inchanges } = compareTexts(before.text, after.text);
      for (const { segments, avant, apres } of paragraphes) {
        const without = (op: string) => segments.map((part) => (part.op === op ? "" : part.texte)).join("");
        expect([without("ajoute"), without("retire")]).toEqual([avant, apres]);
      }
      const numbered = paragraphes.filter(({ numero }) => numero !== null);
      const kept = numbered.filter(({ nature }) => nature !== "supprime");
      expect(kept.length + inchanges).toBe(after.text.paragraphs.length);
      const known = numbered.filter(({ nature }) => nature !== "ajoute");
      expect(known.length + inchanges).toBe(before.text.paragraphs.length);
    }
    expect(pairs.length).toBeGreaterThan(20);
  });

  test("pair no two different §, and leave no § apart that was only reworded", async () => {
    const reworded: number[] = [];
    for (const { before, after } of await readPairs()) {
      const changes = compareTexts(before.text, after.text).paragraphes.filter(
        ({ numero }) => numero !== null,
      );
      const of = (nature: string) => changes.filter((change) => change.nature === nature);
      reworded.push(...of("modifie").map(({ avant, apres }) => similarity(avant, apres)));
      for (const { avant } of of("supprime"))
        for (const { apres } of of("ajoute")) expect(similarity(avant, apres)).toBeLessThan(LEAST_SIMILARITY);
    }
    expect(reworded.length).toBeGreaterThan(100);
    // No pair is near the threshold, on either side: the gap in which it was measured.
    expect(Math.min(...reworded)).toBeGreaterThan(0.3);
  });

  test("know again a § behind a new one that took its number (BOI-IR-RICI-360-20-10, 2022 to 2023)", async () => {
    const edition = (await readPairs()).find(
      ({ after }) => after.boiId === "BOI-IR-RICI-360-20-10" && after.date.startsWith("2023"),
    );
    if (edition === undefined) throw new Error("The edition is not in the archives.");
    const { paragraphes } = compareTexts(edition.before.text, edition.after.text);
    const found = paragraphes.map(({ nature, numero, numero_avant }) => [nature, numero_avant, numero]);
    expect(found).toContainEqual(["modifie", "40", "50"]);
    expect(found).not.toContainEqual(["modifie", "40", "40"]);
  });
});
