/** Sets judged blind, before the code that reads them (test/fixtures/law-cited: the notes of the judges). */
import { describe, expect, test } from "bun:test";
import { parseRecord } from "../../../../../../ingest/parse/record.ts";
import { hasRealCorpus, readRealLines } from "../../../../../fixtures/real-corpus.ts";
import { entriesOfRecord, entriesOfText, KINDS, type Kind } from "./entries.ts";
import { type Judged, readJudged, readRareForms, readStatuteDocuments } from "./judged-sets.ts";
import { Score } from "./score.ts";

/** Least recall and precision. */
const FLOORS: Readonly<Record<Kind, number>> = { decisions: 0.98, normes: 0.98, reponses: 0.97 };

function expectAbove(score: Score, floor: number): void {
  const { recall, precision, missed, wrong } = score;
  if (process.env["SCORES"] === "1") console.info({ ...score, recall, precision });
  expect({ isEnough: recall >= floor && precision >= floor, recall, precision, missed, wrong }).toMatchObject(
    {
      isEnough: true,
    },
  );
}

describe("of the eighty rare forms, enough are read right:", async () => {
  const forms = await readRareForms();
  test.each([...KINDS])("%s", (kind) => {
    const score = new Score();
    for (const { texte, cited } of forms) score.add(texte, entriesOfText(texte)[kind], cited[kind]);
    expectAbove(score, FLOORS[kind]);
  });

  test("they are eighty", () => {
    expect(forms).toHaveLength(80);
  });
});

const reason = hasRealCorpus ? "" : " (skipped: ../shared/corpus is absent)";
describe.skipIf(!hasRealCorpus)(`of the real corpus, enough is read right${reason}:`, async () => {
  const documents = hasRealCorpus ? await citingDocuments() : [];
  const judgedNorms = new Set(await readStatuteDocuments());

  test.each([...KINDS])("%s", async (kind) => {
    const judged = await readJudged(kind);
    const score = new Score();
    for (const { boiId, cited } of documents)
      if (kind !== "normes" || judgedNorms.has(boiId))
        score.add(boiId, cited[kind], judged.get(boiId) ?? NONE);
    expectAbove(score, FLOORS[kind]);
  });

  test("every judged document is there", async () => {
    const there = new Set(documents.map(({ boiId }) => boiId));
    const judged = await Promise.all(KINDS.map((kind) => readJudged(kind)));
    const named = [...judgedNorms, ...judged.flatMap((each) => [...each.keys()])];
    expect(named.filter((boiId) => !there.has(boiId))).toEqual([]);
  });
});

const NONE: readonly Judged[] = [];

/** The edition in force of each document, and what it cites. */
async function citingDocuments() {
  const records = (await readRealLines())
    .map((line) => parseRecord(line))
    .filter((record) => record.kind === "contenu");
  const newest = new Map(
    records
      .toSorted((one, other) => (one.debutDeValidite < other.debutDeValidite ? -1 : 1))
      .map((record) => [record.boiId, record]),
  );
  return [...newest].map(([boiId, record]) => ({ boiId, cited: entriesOfRecord(record) }));
}
