import type { Settings } from "meilisearch";
import { labelOf } from "../../../bofip/text/characters.ts";
import { dayNumber, entryOf, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import { type FilterValues, VALUE_CRITERIA, valuesIn } from "../../../db/engine/document-filter.ts";
import { ANALYZER_VERSION, analyze, isStopWord } from "../analyzer/index.ts";
import type { IndexedDocument } from "../port.ts";
import { engineWord } from "./filter.ts";
import { RANKING_RULES, SYNONYMS, TITLE_RANKING_RULES } from "./settings.ts";

/** Raise when the records change. */
const SCHEMA_VERSION = 5;

/** Stored in each record: identifies this program's fields and stems. */
export const INDEX_VERSION = SCHEMA_VERSION * 10_000 + ANALYZER_VERSION;

/** The first word of every label: it ranks all that the filter finds, and with the label's words is the whole label. */
export const EVERYWHERE = "zqtout";

/** Meilisearch ignores the words beyond this position of a field in phrases. */
const LAST_POSITION = 65_535;

/** The part of a record of either index that `hashes` reads. */
export interface HeldRecord {
  readonly pk: string;
  readonly hash: string;
  readonly version: number;
}

/** A null value is not indexed: such a document is in none of the facet's values. */
export interface TextRecord extends HeldRecord, FilterValues {
  /** Identifier of its document. */
  readonly document: string;
  /** Its first day, and the first one after it, as numbers (`dayNumber`). */
  readonly debut: number;
  readonly fin: number;
  /** Whether it is the last text of a document that ended. */
  readonly dernier: boolean;
  readonly articles: readonly string[];
  /** Whether a field exceeds the last position: its phrases must be searched in the streams. */
  readonly long: boolean;
  /** Distinct stems of title and text. */
  readonly stems: readonly string[];
  /** Distinct folded words of title and text. */
  readonly mots: readonly string[];
  /** Stems in order, between single spaces. */
  readonly titre_stem: string;
  readonly texte_stem: string;
  /** `EVERYWHERE`, then the stems of the label without stop words, which queries leave out too. */
  readonly libelle: string;
  /** Words that adjoin in the label alone: Meilisearch keeps adjacency by document, and would find a phrase. */
  readonly paires: readonly string[];
}

export interface TitleRecord extends HeldRecord {
  /** Folded words between single spaces. */
  readonly titre: string;
  readonly longueur: number;
  readonly longueur_pk: number;
}

/** Above any corpus size: totals and facets are exact only below it. */
const NO_LIMIT = 1_000_000;
/** Ranking stops at this time, without losing documents; below the timeout of a request. */
const RANKING_LIMIT_MS = 1_500;
const EQUALITY = { facetSearch: false, filter: { equality: true, comparison: false } };

/** Settings for exact results, else the index is rebuilt: no typos (« impôt » would match « import »), no prefixes. */
export const TEXT_SETTINGS: Settings = {
  // In this order: words of a label first (ranking rule « attribute »).
  searchableAttributes: ["libelle", "titre_stem", "texte_stem"],
  displayedAttributes: ["pk"],
  filterableAttributes: [
    {
      attributePatterns: [
        ...["pk", "document", "stems", "mots", ...VALUE_CRITERIA],
        ...["articles", "long", "paires", "dernier"],
      ],
      features: EQUALITY,
    },
    {
      attributePatterns: ["debut", "fin"],
      features: { facetSearch: false, filter: { equality: false, comparison: true } },
    },
  ],
  sortableAttributes: ["pk"],
  typoTolerance: { enabled: false },
  prefixSearch: "disabled",
  facetSearch: false,
  pagination: { maxTotalHits: NO_LIMIT },
  faceting: { maxValuesPerFacet: NO_LIMIT },
  localizedAttributes: [{ attributePatterns: ["*"], locales: ["fra"] }],
  searchCutoffMs: RANKING_LIMIT_MS,
};

/** Typos are allowed from the same word lengths as in the embedded engine (`typos.ts`). */
export const TITLE_SETTINGS: Settings = {
  searchableAttributes: ["titre"],
  displayedAttributes: ["pk"],
  filterableAttributes: [{ attributePatterns: ["pk"], features: EQUALITY }],
  sortableAttributes: ["longueur", "longueur_pk", "pk"],
  typoTolerance: {
    enabled: true,
    disableOnNumbers: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
  },
  prefixSearch: "indexingTime",
  facetSearch: false,
  localizedAttributes: [{ attributePatterns: ["*"], locales: ["fra"] }],
  searchCutoffMs: RANKING_LIMIT_MS,
};

/** The settings that an operator may change directly in the index. */
export interface Relevance {
  readonly rankingRules: string[];
  readonly synonyms: Record<string, string[]>;
}

/** The settings of `settings.ts`, in the form that each index takes. */
export const TEXT_RELEVANCE: Relevance = {
  rankingRules: [...RANKING_RULES, "pk:asc"],
  synonyms: synonymsOf((text) => streamOf(analyze(text).map((token) => token.stem))),
};
export const TITLE_RELEVANCE: Relevance = {
  rankingRules: [...TITLE_RANKING_RULES, "longueur:asc", "pk:asc"],
  synonyms: synonymsOf(foldedWords),
};

export function textRecord(document: IndexedDocument): TextRecord {
  const { boiId, hash, titre, texte, articles, debut, fin, place } = document;
  const title = analyze(titre);
  const text = analyze(texte);
  const stems = new Set<string>();
  const words = new Set<string>();
  for (const token of [...title, ...text]) {
    stems.add(engineWord(token.stem));
    words.add(engineWord(token.folded));
  }
  const titleStream = streamOf(title.map((token) => token.stem));
  const textStream = streamOf(text.map((token) => token.stem));
  const streams = ` ${titleStream} | ${textStream} `;
  const label = labelStems(titre);
  return {
    pk: entryOf(document),
    hash,
    version: INDEX_VERSION,
    document: boiId,
    debut: dayNumber(debut),
    fin: fin === null ? NO_END : dayNumber(fin),
    dernier: place === "last",
    ...valuesIn(document),
    articles,
    long: Math.max(title.length, text.length) >= LAST_POSITION,
    stems: [...stems],
    mots: [...words],
    titre_stem: titleStream,
    texte_stem: textStream,
    libelle: streamOf([EVERYWHERE, ...label]),
    paires: pairsOf(label).filter((pair) => !streams.includes(` ${pair} `)),
  };
}

export function titleRecord({ boiId, hash, titre }: IndexedDocument): TitleRecord {
  return {
    pk: boiId,
    hash,
    version: INDEX_VERSION,
    titre: foldedWords(titre),
    longueur: titre.length,
    longueur_pk: boiId.length,
  };
}

/** The words of a text, as the titles store them. */
export function foldedWords(text: string): string {
  return analyze(text)
    .map((token) => token.folded)
    .join(" ");
}

function labelStems(titre: string): string[] {
  return analyze(labelOf(titre)).flatMap(({ surface, stem }) => (isStopWord(surface) ? [] : [stem]));
}

function pairsOf(stems: readonly string[]): string[] {
  const pairs = stems.slice(1).map((stem, at) => streamOf([stems[at] ?? "", stem]));
  return [...new Set(pairs)];
}

function streamOf(stems: readonly string[]): string {
  return stems.map(engineWord).join(" ");
}

function synonymsOf(write: (text: string) => string): Record<string, string[]> {
  const pairs = Object.entries(SYNONYMS).map(([word, others]) => [write(word), others.map(write)] as const);
  return Object.fromEntries(pairs);
}

/** After every day: no end is known. */
const NO_END = 99_999_999;

/** Which of the two indexes of texts: that of the texts in force, or that of the others. */
export type Part = "present" | "past";

/** Filter of the texts that a search looks at, in each index; null for all of them. */
export function daysFilter(
  part: Part,
  editions: Exclude<SearchedEditions, { readonly kind: "in force" }>,
): string | null {
  if (editions.kind === "last") return part === "present" ? null : "dernier = true";
  const day = dayNumber(editions.day);
  return `debut <= ${day} AND fin > ${day}`;
}
