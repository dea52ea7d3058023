/** Sets judged blind, before the code that reads them (test/fixtures/law-cited: the notes of the judges). */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { citedArticle } from "../../../../../../bofip/law/cited/articles.ts";
import { deriveEdition } from "../../../../../../ingest/parse/derive.ts";
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

const CASES = new URL("../../../../../../../shared/corpus-2/cas.jsonl", import.meta.url);
const casesReason = existsSync(CASES) ? "" : " (skipped: ../shared/corpus-2 is absent)";
describe.skipIf(!existsSync(CASES))(
  `of the shared cases, each rare form is read${casesReason}:`,
  async () => {
    const lines = existsSync(CASES) ? (await Bun.file(CASES).text()).trim().split("\n") : [];
    const derive = (id: string) => {
      const record = parseRecord(lines.find((line) => line.includes(`"${id}"`)) ?? "");
      return deriveEdition({ id, titre: record.titre, html: record.html, texte: record.texte });
    };

    test.each([
      ["BOI-RPPM-PVBMC-20-10", ["CGI 150 VI", "CGI 150 VI..150 VM"]],
      ["BOI-TVA-SECT-80-70", ["CGI 279, b septies", "CGI 278-0 bis, A-1°-0 bis", "CGI, ann. II 138"]],
    ])("the articles of %s", (id, expected) => {
      const articles = derive(id).law.flatMap((one) => (one.genre === "article" ? citedArticle(one) : []));
      const written = articles.map(({ code, article, etendue, precision }) => {
        const number = etendue === null ? article : `${etendue.de}..${etendue.a}`;
        return `${code} ${number}${precision === null ? "" : `, ${precision}`}`;
      });
      expect(written).toEqual(expected);
    });

    test.each([
      ["BOI-CTX-DG-20-60-20", ["CE-06490", "CJUE-C-418-07", "RM-SENAT-1988-994"]],
      ["BOI-TVA-SECT-80-10-30-50", ["CJUE-C-596-10", "CE-34588"]],
      ["BOI-INT-CVB-DEU-10-10", ["convention-ALLEMAGNE-1959-07-21"]],
    ])("the decisions, norms and answers of %s", (id, expected) => {
      const others = derive(id).law.filter(({ genre }) => genre !== "article");
      expect(others.map(({ cle }) => cle)).toEqual(expected);
    });
  },
);
