import { labelOf } from "../../../bofip/text/label.ts";
import { type DatedText, entryOf } from "../../../db/engine/dated-texts.ts";
import { VALUE_CRITERIA } from "../../../db/engine/document-filter.ts";
import { analyze, isStopWord } from "../analyzer/index.ts";
import type { IndexedDocument } from "../port.ts";
import { type Field, TITLE_WEIGHT } from "./schema.ts";

/** A text as written to the index. */
export interface DocumentTerms {
  readonly entry: string;
  readonly dated: DatedText;
  readonly hash: string;
  /** Folded words of the title, with a space at both ends. */
  readonly titre: string;
  /** Stems, in order. */
  readonly titleStems: readonly string[];
  readonly textStems: readonly string[];
  /** Of the title and the text, in words. */
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
