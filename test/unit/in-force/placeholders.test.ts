/** Days left to be filled in, written from the contract by one who saw no code: test/fixtures/in-force/placeholders.json. */
import { describe, expect, test } from "bun:test";
import { KnownPgpNames } from "../../../ingest/facts/export-picture.ts";
import { deriveEdition } from "../../../ingest/parse/derive.ts";
import placeholders from "../../fixtures/in-force/placeholders.json";

describe("a day that the publisher's site fills in is read as that day", () => {
  test.each(placeholders.cases.map((one) => [one.why, one] as const))("%s", (_, one) => {
    const names = new KnownPgpNames();
    for (const [pgp, days] of Object.entries<readonly string[]>(one.held))
      for (const date of days) names.add({ pgp: Number(pgp), id: `BOI-IR-${pgp}`, date });
    const source = { id: "BOI-IR-LIQ-90", titre: "Essai", date: one.debut_de_validite, texte: null };
    const pgp = { relations: [], names, days: names };
    const { texte } = deriveEdition({ ...source, html: `<p>${one.texte}</p>` }, pgp);
    expect(texte).toBe(one.expected);
  });
});
