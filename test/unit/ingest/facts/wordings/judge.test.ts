import { expect, test } from "bun:test";
import type { SourceKind } from "../../../../../db/schema/documents.ts";
import { type Brought, isKnown, judge, type Verdict } from "../../../../../ingest/facts/guard-wordings.ts";
import { type KnownRecord, recordKey } from "../../../../../ingest/facts/known-records.ts";
import { sourceHash } from "../../../../../ingest/parse/canonical.ts";
import type { ContenuRecord } from "../../../../../ingest/parse/record.ts";

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

interface Case {
  readonly name: string;
  readonly kind: SourceKind;
  /** The stored wordings of the edition, `kind day text`: it answers with the last of the kind shown. */
  readonly held: readonly string[];
  readonly shown: SourceKind;
  /** Text of the record, received on the last of days; `same`: identical to the one shown. */
  readonly text: string;
  readonly isErased?: boolean;
  readonly isLate?: boolean;
  readonly verdict: Verdict["kind"];
}

const CASES: readonly Case[] = [
  {
    name: "what an export says again to the letter brings nothing",
    kind: "export",
    held: ["export 01 A"],
    shown: "export",
    text: "same",
    verdict: "known",
  },
  {
    name: "the words shown, in other mark-up, are written without a wording",
    kind: "export",
    held: ["export 01 A"],
    shown: "export",
    text: "A",
    verdict: "restated",
  },
  {
    name: "other words of the kind shown are shown",
    kind: "archive",
    held: ["archive 01 A"],
    shown: "archive",
    text: "B",
    verdict: "news",
  },
  {
    name: "an archive's words are shown when they meet an export's",
    kind: "archive",
    held: ["export 01 A"],
    shown: "export",
    text: "B",
    verdict: "news",
  },
  {
    name: "an export's words are kept aside when they meet an archive's",
    kind: "export",
    held: ["archive 01 A"],
    shown: "archive",
    text: "B",
    verdict: "aside",
  },
  {
    name: "an export that says again what it said is noted, whatever the archive says",
    kind: "export",
    held: ["archive 01 A", "export 02 B"],
    shown: "archive",
    text: "B",
    verdict: "noted",
  },
  {
    name: "an export that changes its own words rectifies the archive's",
    kind: "export",
    held: ["archive 01 A", "export 02 B"],
    shown: "archive",
    text: "C",
    verdict: "news",
  },
  {
    name: "what was erased by law does not come back",
    kind: "export",
    held: ["export 01 A"],
    shown: "export",
    text: "A",
    isErased: true,
    verdict: "noted",
  },
  {
    name: "a late text that says what is known brings nothing",
    kind: "export",
    held: ["export 01 A"],
    shown: "export",
    text: "A",
    isLate: true,
    verdict: "known",
  },
  {
    name: "a late text never takes the place of what followed it",
    kind: "export",
    held: ["export 01 A"],
    shown: "export",
    text: "B",
    isLate: true,
    verdict: "aside",
  },
];

test.each(CASES)("$name", ({ kind, held, shown, text, isErased = false, isLate = false, verdict }) => {
  const wordings = held.map((line, id) => readWording(line, id, shown, isErased));
  const stored: KnownRecord = {
    key: recordKey(RECORD),
    boiId: RECORD.boiId,
    date: RECORD.debutDeValidite,
    sourceKind: shown,
    recordHash: "held",
    otherRecordHash: null,
    sourceHash: text === "same" ? sourceHash(RECORD) : "other mark-up",
    wordings,
  };
  const brought: Brought = {
    record: RECORD,
    recordHash: "brought",
    sourceKind: kind,
    sourceOrder: "2026-02-03",
    next: isLate ? "2026-02-04" : null,
  };
  const found = isKnown(brought, stored) ? "known" : judge(brought, { empreinte: text }, stored).kind;
  expect(found).toBe(verdict);
});

function readWording(line: string, id: number, shown: SourceKind, isErased: boolean) {
  const [kind, day, empreinte = ""] = line.split(" ");
  const sourceKind: SourceKind = kind === "archive" ? "archive" : "export";
  const isCurrent = sourceKind === shown;
  return {
    id,
    sourceKind,
    sourceOrder: `2026-02-${day}`,
    titre: RECORD.titre,
    empreinte,
    isCurrent,
    isErased,
  };
}
