import { expect, test } from "bun:test";
import type { SourceKind } from "../../../../db/schema/documents.ts";
import { type KnownRecord, type KnownRecords, recordKey } from "../../../../ingest/facts/known.ts";
import { judge, type Verdict } from "../../../../ingest/facts/precedence.ts";
import { sourceHash } from "../../../../ingest/parse/canonical.ts";
import type { ContenuRecord } from "../../../../ingest/parse/record.ts";

const RECORD: ContenuRecord = {
  kind: "contenu",
  boiId: "BOI-IR-LIQ",
  titre: "IR - Liquidation",
  debutDeValidite: "2026-01-14",
  serie: "IR",
  division: null,
  pgp: 9007,
  url: "https://example.test/9007",
  html: "<p>Le barème.</p>",
  texte: null,
  contentType: null,
  relations: [],
};
const KEY = recordKey(RECORD);

/** What the store holds under the record's key. */
interface Held {
  readonly kind: SourceKind;
  readonly text: "same" | "other";
  /** Whether it is the very record, to the letter. */
  readonly isEqual?: boolean;
}

const CASES: readonly [string, SourceKind, Held | null, { isNewerHeld: boolean }, Verdict][] = [
  ["an edition that nobody knows is news", "export", null, { isNewerHeld: false }, "news"],
  [
    "an export's new words replace an export's",
    "export",
    { kind: "export", text: "other" },
    { isNewerHeld: false },
    "news",
  ],
  [
    "an export that says the same in other mark-up brings nothing",
    "export",
    { kind: "export", text: "same" },
    { isNewerHeld: false },
    "known",
  ],
  [
    "an older export replaces nothing of a newer one",
    "export",
    { kind: "export", text: "other" },
    { isNewerHeld: true },
    "known",
  ],
  [
    "an archive prevails over an export",
    "export",
    { kind: "archive", text: "other" },
    { isNewerHeld: false },
    "overruled",
  ],
  [
    "an archive's words replace an export's",
    "archive",
    { kind: "export", text: "other" },
    { isNewerHeld: false },
    "news",
  ],
  [
    "an archive that says the same as an export takes its place without news",
    "archive",
    { kind: "export", text: "same" },
    { isNewerHeld: false },
    "restated",
  ],
  [
    "an archive's words replace those of an older archive",
    "archive",
    { kind: "archive", text: "other" },
    { isNewerHeld: false },
    "news",
  ],
  [
    "an archive says nothing twice",
    "archive",
    { kind: "archive", text: "same", isEqual: true },
    { isNewerHeld: false },
    "known",
  ],
  [
    "an older archive replaces nothing of a newer one",
    "archive",
    { kind: "archive", text: "other" },
    { isNewerHeld: true },
    "known",
  ],
];

test.each(CASES)("%s", (_, sourceKind, held, { isNewerHeld }, verdict) => {
  const recordHash = "brought";
  const stored: KnownRecord | null = held && {
    key: KEY,
    boiId: RECORD.boiId,
    date: RECORD.debutDeValidite,
    sourceKind: held.kind,
    recordHash: held.isEqual ? recordHash : "held",
    overruledHash: null,
    sourceHash: held.text === "same" ? sourceHash(RECORD) : "other words",
  };
  const known: Pick<KnownRecords, "byKey"> = { byKey: new Map(stored === null ? [] : [[KEY, stored]]) };
  const newer = new Set(isNewerHeld ? [KEY] : []);
  expect(judge({ record: RECORD, recordHash, sourceKind }, known, newer)).toBe(verdict);
});
