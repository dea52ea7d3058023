import { describe, expect, test } from "bun:test";
import { compareTexts } from "../../../../../db/bofip/comparison/compare.ts";
import { hasArchives, readArchivedTexts } from "../../../../fixtures/archived-editions.ts";

// The real test corpus stands beside the project on the workshop's machines only.
describe.skipIf(!hasArchives)("the editions of the real archives, where they are, compared in turn", () => {
  test("make up both texts again, and account for every §", async () => {
    const editions = await readArchivedTexts();
    let pairs = 0;
    for (const [rank, { boiId, text: after }] of editions.entries()) {
      const before = editions[rank - 1];
      if (before?.boiId !== boiId) continue;
      pairs += 1;
      const { paragraphes, inchanges } = compareTexts(before.text, after);
      for (const { segments, avant, apres } of paragraphes) {
        const without = (op: string) => segments.map((part) => (part.op === op ? "" : part.texte)).join("");
        expect([without("ajoute"), without("retire")]).toEqual([avant, apres]);
      }
      const numbered = paragraphes.filter(({ numero }) => numero !== null);
      const kept = numbered.filter(({ nature }) => nature !== "supprime");
      expect(kept.length + inchanges).toBe(after.paragraphs.length);
      const known = numbered.filter(({ nature }) => nature !== "ajoute");
      expect(known.length + inchanges).toBe(before.text.paragraphs.length);
    }
    expect(pairs).toBeGreaterThan(20);
  });
});
