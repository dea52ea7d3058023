import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { holderOf, KnownPgpNames } from "../../../../ingest/facts/export-picture.ts";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";
import { fillDays, readBody, UNHELD_DAY } from "../../../../ingest/parse/html.ts";
import { type ContenuRecord, parseRecord, type SourceRecord } from "../../../../ingest/parse/record.ts";

const CORPUS = new URL("../../../../../shared/corpus-2/", import.meta.url);
// The second real corpus stands beside the project on the workshop's machines only.
const hasCorpus = existsSync(CORPUS);

function records(name: string): SourceRecord[] {
  return readFileSync(new URL(name, CORPUS), "utf8").trim().split("\n").map(parseRecord);
}

function documents(name: string): ContenuRecord[] {
  return records(name).filter((record) => record.kind === "contenu");
}

/** Documents of the export, and how many § and sections their text proves. */
const PROVEN = {
  "BOI-ANNX-000512": [2, 2],
  "BOI-BAREME-000003": [0, 0],
  "BOI-BNC-BASE-40-60-60": [33, 15],
  "BOI-CF-COM-20-60": [19, 8],
  "BOI-CF-CPF-30": [2, 0],
  "BOI-CF-INF-20-10-20": [53, 34],
  "BOI-IF-TFB-20-30-30": [25, 18],
  "BOI-INT-DG-20-20-20": [1, 0],
  "BOI-INT-DG-20-20-20-30": [6, 3],
  "BOI-IR-BASE-20-50-20": [53, 26],
  "BOI-IR-BASE-20-50-30": [23, 10],
  "BOI-LETTRE-000242": [3, 2],
  "BOI-RES-TVA-000253": [0, 0],
  "BOI-RSA-ES-10-10": [10, 3],
  "BOI-RSA-PENS-10-10-10-20": [23, 13],
  "BOI-RSA-PENS-10-10-10-30": [0, 0],
  "BOI-RSA-PENS-20-10": [18, 12],
  "BOI-TFP-PYL": [27, 12],
  "BOI-TVA-DECLA-30-10-30": [49, 13],
  "BOI-TVA-SECT-80-10-30-50": [14, 6],
  "BOI-TVA-SECT-80-70": [13, 6],
};

describe.skipIf(!hasCorpus)("texts of the second real corpus", () => {
  test("have the § and sections that their numbers and labels prove", () => {
    const read = documents("export-2026-03.jsonl").map(({ boiId, html, texte }) => {
      const { paragraphes } = readBody(html, texte);
      const sections = new Set(paragraphes.map(({ section }) => section.join(" > ")));
      sections.delete("");
      return [boiId, [paragraphes.length, sections.size]];
    });
    expect(Object.fromEntries(read)).toEqual(PROVEN);
  });

  test("give the days of the actualités that their export has", () => {
    const names = new KnownPgpNames();
    for (const record of records("export-2026-03.jsonl")) {
      const holder = holderOf(record);
      if (holder !== null) names.add(holder);
    }
    const texts = documents("export-2026-03.jsonl").map((record) => {
      const { boiId: id, debutDeValidite: date, html, texte } = record;
      const derived = deriveEdition({ id, date, html, texte }, { relations: [], names, days: names });
      return [id, derived.tombstone?.avis ?? derived.texte] as const;
    });
    expect(texts.filter(([, text]) => /\[(?:node|date)\b/.test(text))).toEqual([]);
    const text = new Map(texts);
    expect(text.get("BOI-CF-COM-20-60")).toStartWith("Actualité liée : 25 mars 2026 :");
    expect(text.get("BOI-CF-INF-20-10-20")).toContain("à compter de la publication du 25 mars 2026.");
    expect(text.get("BOI-RSA-PENS-10-10-10-30")).toContain("à compter de la publication du 17 février 2026.");
  });

  test("lose nothing of what is written", () => {
    const bare = (text: string) => text.replace(/\s+/g, "");
    for (const { html, texte } of documents("export-2026-03.jsonl")) {
      const written = readBody(html, texte)
        .html.replace(/<[^<>]*>/g, "")
        .replaceAll("&gt;", ">");
      expect(bare(written)).toBe(bare(fillDays(texte ?? "", () => UNHELD_DAY, false)));
    }
  });

  test("have one identifier whatever spaces it has, and an edition for each PGP number", () => {
    const editions = documents("cas.jsonl").map(({ boiId, debutDeValidite, pgp }) =>
      [boiId, debutDeValidite, pgp].join(" "),
    );
    expect(editions).toEqual(
      expect.arrayContaining([
        "BOI-IS-RICI-20-40-20-20 2023-06-28 13659",
        "BOI-IMG 2014-01-01 9100",
        "BOI-CARTE-000001 2013-06-17 5104",
        "BOI-IS-BASE-35-30 2019-07-31 7999",
        "BOI-IS-BASE-35-30 2021-12-15 11925",
        "BOI-IF-CFE-10-30-20 2019-06-26 284",
        "BOI-IF-CFE-10-30-20 2019-06-26 4316",
      ]),
    );
  });

  test("start with their first heading, however their HTML was cut", () => {
    const pages = documents("cas.jsonl").filter(({ boiId }) => boiId.startsWith("BOI-TVA-BASE-"));
    const read = pages.map(({ html, texte }) => readBody(html, texte));
    expect(new Set(read.map(({ texte }) => texte)).size).toBe(1);
    expect(read.map(({ paragraphes }) => paragraphes.map(({ numero }) => numero))).toEqual(
      pages.map(() => ["1", "10"]),
    );
    expect(read[0]?.texte).toStartWith("I. ");
  });
});
