/** Draws editions, wordings, withdrawals and returns, and compares the answers for a day with a naive model. */
import { expect, test } from "bun:test";
import { editionAt, type HeldEdition, readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { findWordingKnownOn } from "../../../db/queries/texts/wordings.ts";
import { AWAY, NO_VECTORS } from "../../fixtures/absent-stores.ts";
import { randomOf } from "../../full/faults/random.ts";
import { IS_FULL } from "../../full/faults/seed.ts";
import { forOneStore } from "../../servers/stores.ts";
import { contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { useOwnStore } from "./own-store.ts";
import { DAYS, DOCUMENTS, drawStory, keyOf, MONTHS, modelEdition, modelWording } from "./stories.ts";

const SEEDS = Array.from({ length: IS_FULL ? 12 : 2 }, (_, index) => 20_261_122 + index);

forOneStore((_, open) => {
  const store = useOwnStore(open);

  test.each(SEEDS)("a day answers what a naive model says (seed %i)", async (seed) => {
    const stories = new Map(DOCUMENTS.map((boiId) => [boiId, drawStory(randomOf(seed, boiId))]));
    for (const [index, asOf] of MONTHS.entries()) {
      const lines = [...stories].flatMap(([boiId, story]) =>
        (story[index] ?? []).map((said) => contenu(boiId, { ...said, html: `<p>${said.texte}</p>` })),
      );
      const { ingest } = ingester(store.database, `${asOf}T12:00:00Z`);
      const run = await ingest(writeExport([...TEN, ...lines, dating(asOf)]), {
        fullText: AWAY,
        vectors: NO_VECTORS,
      });
      expect(run.status).toBe("succeeded");
    }
    const wrong: unknown[] = [];
    for (const [boiId, story] of stories) {
      const held = await readHeldEditions(store.database, boiId);
      for (const day of DAYS) {
        const [found, expected] = [nameOf(editionAt(held, day)), modelEdition(story, day)];
        if (found !== expected) wrong.push({ boiId, day, found, expected });
      }
      for (const edition of held) {
        for (const day of MONTHS) {
          const found = (await findWordingKnownOn(store.database, edition.id, day))?.empreinte ?? null;
          const expected = modelWording(story, nameOf(edition) ?? "", day);
          if (found !== expected) wrong.push({ boiId, edition: nameOf(edition), day, found, expected });
        }
      }
    }
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  });
});

function nameOf(edition: HeldEdition | undefined): string | null {
  return edition === undefined ? null : keyOf({ date: edition.date_debut, pgp: edition.pgp });
}
