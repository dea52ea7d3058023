import { VALUE_CRITERIA } from "../../../db/engine/document-filter.ts";
import { analyze } from "../analyzer/index.ts";
import type { IndexedDocument } from "../port.ts";
import { type Field, TITLE_WEIGHT } from "./schema.ts";

/** A document as written to the index. */
export interface DocumentTerms {
  readonly boiId: string;
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
    boiId,
    hash,
    titre: ` ${title.map((token) => token.folded).join(" ")} `,
    titleStems,
    textStems,
    length: title.length + text.length,
    stems: countStems(titleStems, textStems),
    fields: [
      ["word", words],
      ["label", new Set(analyze(labelOf(titre)).map((token) => token.stem))],
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

/** Last segment of a title (« BIC - Amortissements - Base »): the document's name under its node. */
function labelOf(titre: string): string {
  return titre.slice(titre.lastIndexOf(" - ") + 1);
}

/** Identifiers of a document's node in the classification and of its ancestors. */
function nodesOf(boiId: string): string[] {
  const segments = boiId.split("-");
  return segments.map((_, last) => segments.slice(0, last + 1).join("-"));
}
