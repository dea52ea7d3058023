import type { Database } from "bun:sqlite";
import { labelOf } from "../../../bofip/text/characters.ts";
import { type DatedText, entryOf } from "../../../db/engine/dated-texts.ts";
import { VALUE_CRITERIA } from "../../../db/engine/document-filter.ts";
import { analyze, isStopWord } from "../analyzer/index.ts";
import type { IndexedDocument } from "../port.ts";
import { DayChanges } from "./parts/days.ts";
import { PendingPostings } from "./postings/pending.ts";
import { LengthChanges } from "./postings/read-postings.ts";
import { type Field, TITLE_WEIGHT } from "./schema.ts";
import { SealChanges } from "./seals/changes.ts";
import { keyOfDocument, numberOf, sealOfDocument } from "./snapshot.ts";

// None of these statements may need a partial rollback, as one that returns rows (RETURNING) or writes several may:
// before each such statement FTS5 flushes its buffer, into a segment that has to be merged later.
const REMOVE = ["documents WHERE id", "titles WHERE rowid"].map((row) => `DELETE FROM ${row} = ?`);
const ADD = "INSERT INTO documents (boi_id, hash, titre) VALUES (?, ?, ?)";
const ADD_TITLE = "INSERT INTO titles (rowid, titre) VALUES (?, ?)";

/** Adds and removes texts in the caller's transaction; they are complete once `write` is called. */
export class Batch {
  private readonly lengths: LengthChanges;
  private readonly days: DayChanges;
  private readonly postings: PendingPostings;
  private readonly seals: SealChanges;

  /** @param schema database in which the postings are written. */
  constructor(
    private readonly database: Database,
    schema = "main",
  ) {
    this.lengths = new LengthChanges(database);
    this.days = new DayChanges(database);
    this.postings = new PendingPostings(database, schema);
    this.seals = new SealChanges(database);
  }

  /** Replaces that entry's text. Remove all before adding any: FTS5 flushes when a number is not above the last. */
  add({
    entry,
    dated,
    hash,
    titre,
    titleStems,
    textStems,
    length,
    stems,
    label,
    fields,
  }: DocumentTerms): void {
    const { database } = this;
    this.remove(entry);
    const id = Number(database.query(ADD).run(entry, hash, titre).lastInsertRowid);
    if (dated.place === "present") database.query(ADD_TITLE).run(id, titre);
    const key = keyOfDocument(id, entry);
    this.seals.set(key, sealOfDocument(key, { hash, titre }));
    this.lengths.set(id, length);
    this.days.set(id, dated);
    this.postings.addCounted(id, "stem", stems);
    this.postings.addCounted(id, "label", label);
    this.postings.addPositions(id, titleStems, textStems);
    for (const [field, terms] of fields) this.postings.add(id, field, terms);
  }

  remove(entry: string): void {
    const id = numberOf(this.database, entry);
    if (id === undefined) return;
    for (const statement of REMOVE) this.database.query(statement).run(id);
    this.seals.remove(keyOfDocument(id, entry));
    this.lengths.leave(id);
  }

  write(): void {
    this.postings.write();
    this.lengths.write();
    this.days.write();
  }
}

interface DocumentTerms {
  readonly entry: string;
  readonly dated: DatedText;
  readonly hash: string;
  /** Folded words of the title, with a space at both ends. */
  readonly titre: string;
  readonly titleStems: readonly string[];
  readonly textStems: readonly string[];
  /** Length of the title and the text, in words. */
  readonly length: number;
  /** Number of occurrences of each, where a word of the title counts for ten. */
  readonly stems: ReadonlyMap<string, number>;
  /** Distinct stems of the label without stop words, each with how many there are. */
  readonly label: ReadonlyMap<string, number>;
  /** Distinct terms of the other fields. */
  readonly fields: readonly (readonly [Field, Iterable<string>])[];
}

export function termsOf(indexed: IndexedDocument): DocumentTerms {
  const { boiId, hash, titre, texte, articles } = indexed;
  const title = analyze(titre);
  const text = analyze(texte);
  const titleStems = title.map((token) => token.stem);
  const textStems = text.map((token) => token.stem);
  const words = new Set<string>();
  for (const token of title) words.add(token.folded);
  for (const token of text) words.add(token.folded);
  return {
    entry: entryOf(indexed),
    dated: indexed,
    hash,
    titre: ` ${title.map((token) => token.folded).join(" ")} `,
    titleStems,
    textStems,
    length: title.length + text.length,
    stems: countStems(titleStems, textStems),
    label: labelStems(titre),
    fields: [
      ["word", words],
      ...VALUE_CRITERIA.map((name) => [name, termsOfValue(indexed[name])] as const),
      ["node", nodesOf(boiId)],
      ["article", new Set(articles)],
    ],
  };
}

function termsOfValue(value: string | null): string[] {
  return value === null ? [] : [value];
}

function countStems(title: readonly string[], text: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of title) counts.set(stem, (counts.get(stem) ?? 0) + TITLE_WEIGHT);
  for (const stem of text) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function labelStems(titre: string): Map<string, number> {
  const tokens = analyze(labelOf(titre)).filter(({ surface }) => !isStopWord(surface));
  const stems = new Set(tokens.map(({ stem }) => stem));
  return new Map([...stems].map((stem) => [stem, stems.size]));
}

/** Identifiers of a document's node in the classification and of its ancestors. */
function nodesOf(boiId: string): string[] {
  const segments = boiId.split("-");
  return segments.map((_, last) => segments.slice(0, last + 1).join("-"));
}
