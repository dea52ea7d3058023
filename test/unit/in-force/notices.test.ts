/** Records written from the contract by one who saw no code: test/fixtures/in-force/notices.json. */
import { describe, expect, test } from "bun:test";
import { deriveEdition } from "../../../ingest/parse/derive.ts";
import notices from "../../fixtures/in-force/notices.json";

describe("a record without § whose own words say that it ended is a notice, another one is not", () => {
  test.each(notices.cases.map((one) => [one.why, one] as const))("%s", (_, one) => {
    const { boi_id: id, titre, html, expected } = one;
    const { tombstone, texte } = deriveEdition({ id, titre, html, texte: null });
    const isInForce = expected === "en_vigueur" || expected === "a_juger";
    expect<string | null>(tombstone?.kind ?? null).toBe(isInForce ? null : expected);
    if (tombstone !== null) expect(tombstone.avis).toBe(texte);
    if (tombstone?.kind === "transfere") expect(tombstone.transferts).toEqual(one.transfere_vers ?? []);
  });
});
