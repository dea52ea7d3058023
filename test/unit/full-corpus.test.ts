import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { deriveContenu } from "../../ingest/facts/derive.ts";
import { KnownPgpNames } from "../../ingest/facts/export-picture.ts";
import { parseArchived } from "../../ingest/parse/archived.ts";
import { type ContenuRecord, parseRecord } from "../../ingest/parse/record.ts";
import { archivedFiles } from "../fixtures/full-corpus/archive.ts";
import { permalinkOf } from "../fixtures/full-corpus/body.ts";
import {
  type CorpusOptions,
  type FullCorpus,
  lineOf,
  linesOf,
  planCorpus,
  REAL_RECORDS,
} from "../fixtures/full-corpus/corpus.ts";
import type { PlannedDocument } from "../fixtures/full-corpus/documents.ts";
import { readSourceTexts, SAMPLE_TEXTS } from "../fixtures/full-corpus/source-texts.ts";

const OPTIONS: CorpusOptions = {
  records: REAL_RECORDS,
  seed: 1,
  scale: 1,
  revised: 0,
  day: "2026-06-05",
  // What a plain clone has.
  texts: await readSourceTexts(SAMPLE_TEXTS),
};
const SHARED_INVENTORY = new URL("../../../shared/corpus-2/inventaire-2026-04.csv", import.meta.url);

/** Of the inventory, and the service's. */
const TYPES: Readonly<Record<string, string>> = {
  Commentaire: "commentaire",
  "Autres annexes": "annexe",
  Barème: "bareme",
  Cartographie: "cartographie",
  Formulaire: "formulaire",
  "Lettre Type / Modèle": "lettre_type",
};

let corpus: FullCorpus;
beforeAll(async () => {
  corpus = await planCorpus(OPTIONS);
});

/** Every so many documents, and one with an identifier of its own kind. */
function someDocuments(): PlannedDocument[] {
  return corpus.documents.filter(({ boiId }, rank) => rank % 311 === 0 || boiId.includes(" "));
}

function readDocument(line: string): ContenuRecord {
  const record = parseRecord(line);
  if (record.kind !== "contenu") throw new Error("a document was expected");
  return record;
}

function derive(record: ContenuRecord) {
  const received = {
    record,
    raw: new Uint8Array(),
    recordHash: "",
    sourceKind: "export",
    isNew: true,
  } as const;
  return deriveContenu(received, new KnownPgpNames());
}

describe("the generated corpus is the inventory's", () => {
  test("6,295 documents and 2,840 actualités, in 28 series and six kinds of annexes", () => {
    expect([corpus.documents.length, corpus.news.length]).toEqual([6_295, 2_840]);
    const firsts = new Set(corpus.documents.map(({ boiId }) => boiId.split("-")[1] ?? ""));
    const kinds = ["ANNEXES", "ANNX", "BAREME", "CARTE", "FORM", "LETTRE"];
    expect([...firsts].filter((first) => !kinds.includes(first))).toHaveLength(28);
    expect(firsts.size).toBe(34);
  });

  test("23 identifiers are under two PGP numbers, 22 of them comments", () => {
    const doubled = [...Map.groupBy(corpus.documents, ({ boiId }) => boiId).values()].filter(
      (records) => new Set(records.map(({ pgp }) => pgp)).size === 2,
    );
    expect(doubled).toHaveLength(23);
    expect(doubled.filter(([first]) => first?.type === "Commentaire")).toHaveLength(22);
    const numbers = [...corpus.documents, ...corpus.news].map(({ pgp }) => pgp);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("an identifier ends with a space, in its record and in its address", () => {
    const [spaced, ...others] = corpus.documents.filter(({ boiId }) => boiId.includes(" "));
    expect(others).toEqual([]);
    const line = JSON.parse(spaced === undefined ? "null" : lineOf(spaced, corpus));
    expect(line).toMatchObject({
      identifiant_juridique: "BOI-IS-RICI-20-40-20-20 ",
      permalien:
        "https://bofip.impots.gouv.fr/bofip/13659-PGP.html/identifiant=BOI-IS-RICI-20-40-20-20 -20230628",
    });
  });

  test("the service reads as many §, headings, tables, documents and laws named as it counts", () => {
    for (const document of someDocuments()) {
      const record = readDocument(lineOf(document, corpus));
      const { row, paragraphes, references, law } = derive(record);
      const count = (tag: RegExp) => record.html?.match(tag)?.length ?? 0;
      const read = {
        sections: count(/<h\d>/g),
        paragraphes: paragraphes.length,
        tables: count(/<table>/g),
        links: references.length,
        law: law.length,
      };
      expect({ boiId: document.boiId, ...read }).toEqual({ boiId: document.boiId, ...document.counts });
      expect([row.boiId, row.kind]).toEqual([document.boiId.trim(), "contenu"]);
    }
  });

  test("as an archive, the service reads the same documents, under their types", () => {
    const firsts = new Map(corpus.documents.map((document) => [document.type, document]));
    for (const document of [...firsts.values(), ...someDocuments().slice(0, 10)]) {
      const { folder, xml, html } = archivedFiles(document, corpus);
      const [, contentType = ""] = /Contenu\/([^/]+)\/[A-Z]+\/\d+-PGP\/[\d-]{10}$/.exec(folder) ?? [];
      const { pgp, date } = document;
      const { row, paragraphes } = derive(parseArchived({ pgp, date, contentType, xml, html }));
      const read = [row.boiId, row.type, row.titre, paragraphes.length];
      const { boiId, titre, counts } = document;
      expect(read).toEqual([boiId.trim(), TYPES[document.type] ?? "", titre, counts.paragraphes]);
    }
    expect(firsts.size).toBe(6);
  });

  test.skipIf(!existsSync(SHARED_INVENTORY))("line by line, where the inventory itself is", async () => {
    const [, ...lines] = (await Bun.file(SHARED_INVENTORY).text()).trim().split("\n");
    const written = corpus.documents.map(({ boiId, pgp, type, date, counts }) => {
      const { sections, paragraphes, tables, links, law } = counts;
      const dated = `${boiId}-${date.replaceAll("-", "")}`;
      return [dated, `${pgp}-PGP`, type, date, sections, paragraphes, tables, links, law].join(",");
    });
    expect(written).toEqual(lines.map((line) => line.trim()));
  });
});

describe("the generated corpus holds together", () => {
  test("what documents and actualités name is in it, under its number and day", () => {
    const addresses = new Set(corpus.documents.map(permalinkOf));
    const lines = someDocuments().map((document) => lineOf(document, corpus));
    const links = lines.flatMap((line) => [
      ...(readDocument(line).html ?? "").matchAll(/href="([^"]+PGP[^"]+)"/g),
    ]);
    expect(links.length).toBeGreaterThan(50);
    expect(links.map(([, address = ""]) => address).filter((address) => !addresses.has(address))).toEqual([]);
    const announced = corpus.news.flatMap((news) => news.announced);
    expect(announced.filter((document) => !corpus.documents.includes(document))).toEqual([]);
  });

  test("a title begins with its parent's, and actualités are spread over the years", () => {
    const titles = new Map(corpus.documents.map(({ boiId, titre }) => [boiId.trim(), titre]));
    const children = corpus.documents.filter(({ boiId }) => titles.has(parentOf(boiId)) && isOfPlan(boiId));
    expect(children.length).toBeGreaterThan(5_000);
    const strays = children.filter(
      ({ boiId, titre }) => !titre.startsWith(`${titles.get(parentOf(boiId))} - `),
    );
    expect(strays).toEqual([]);
    expect(new Set(corpus.news.map(({ date }) => date.slice(0, 4))).size).toBeGreaterThan(12);
  });

  test("the same seed gives the same lines, another one others", async () => {
    const small = { ...OPTIONS, records: 60, scale: 0.1 };
    const [first, same, other] = await Promise.all([
      planCorpus(small),
      planCorpus(small),
      planCorpus({ ...small, seed: 2 }),
    ]);
    expect([...linesOf(same)]).toEqual([...linesOf(first)]);
    expect([...linesOf(other)]).not.toEqual([...linesOf(first)]);
  });

  test("the next export revises some documents, adds some, loses some; other lines are the same", async () => {
    const small = { ...OPTIONS, records: 200, scale: 0.1 };
    const before = [...linesOf(await planCorpus(small))];
    const next = [...linesOf(await planCorpus({ ...small, revised: 20 }))];
    const changed = next.filter((line) => !before.includes(line)).map((line) => readDocument(line));
    expect(changed.map(({ debutDeValidite }) => debutDeValidite)).toEqual(Array(22).fill("2026-06-05"));
    const known = new Set(before.map((line) => parseRecord(line)).map((record) => identifierOf(record)));
    expect(changed.filter(({ boiId }) => !known.has(boiId))).toHaveLength(2);
    expect(next).toHaveLength(200);
  });

  test("records beyond the inventory are documents too, none under a number or an identifier taken", async () => {
    const large = await planCorpus({ ...OPTIONS, records: 2 * REAL_RECORDS });
    expect([large.documents.length, large.news.length]).toEqual([12_590, 5_680]);
    const numbers = [...large.documents, ...large.news].map(({ pgp }) => pgp);
    expect(new Set(numbers).size).toBe(18_270);
    expect(new Set(large.documents.map(({ boiId }) => boiId)).size).toBe(2 * (6_295 - 23));
    const last = large.documents.at(-1);
    expect(last && readDocument(lineOf(last, large)).boiId).toBe(last?.boiId ?? "");
  });
});

function parentOf(boiId: string): string {
  return boiId.slice(0, boiId.lastIndexOf("-"));
}

/** Those of annexes have a subject of their own. */
function isOfPlan(boiId: string): boolean {
  return !/^BOI-[A-Z]+-\d{6}$/.test(boiId);
}

function identifierOf(record: ReturnType<typeof parseRecord>): string {
  return record.kind === "contenu" ? record.boiId : record.id;
}
