import { mostSimilar } from "./most-similar.ts";
import { sameSubstance } from "./substance.ts";
import { type Match, type Segment, WordComparison } from "./word-segments.ts";

type ParagraphNature = "ajoute" | "supprime" | "modifie" | "renumerote";

/** Whether two texts differ only in form: white space, typography, numbering, links, punctuation. */
export type TextScope = "formelle" | "fond";

/** A § that differs between the texts. */
export interface ParagraphChange {
  readonly nature: ParagraphNature;
  /** Number in the later text (in the earlier one if removed); null for the text outside numbered §. */
  readonly numero: string | null;
  /** Number in the earlier text; null if added, and outside numbered §. */
  readonly numero_avant: string | null;
  readonly section: readonly string[];
  /** Empty if added. */
  readonly avant: string;
  /** Empty if removed. */
  readonly apres: string;
  readonly segments: readonly Segment[];
}

/** The comparison of two texts, § by §, for the pages and the API alike. */
export interface TextComparison {
  readonly portee_texte: TextScope;
  /** Number of § with the same number and, except for white space, the same text. */
  readonly inchanges: number;
  /** Only changes: first the text outside numbered §, then the order of the later text. */
  readonly paragraphes: readonly ParagraphChange[];
}

/** The numbered § affected by a change of text, as lists of numbers, each in one; a renumbered § is in none of them. */
export interface ChangeSummary {
  readonly portee_texte: TextScope;
  readonly paragraphes: {
    readonly ajoutes: readonly string[];
    readonly modifies: readonly string[];
    readonly supprimes: readonly string[];
  };
}

/**
 * Compares two wordings, § by § and word by word. § are matched by number, then by identical, then by similar text; the
 * rest was added or removed. Time grows with the texts, bounded when they share nothing (`WordComparison`).
 */
export function compareTexts(before: ComparedText, after: ComparedText): TextComparison {
  const pairs = paragraphPairs(before, after);
  const changed = pairs.filter((pair) => natureOf(pair) !== null);
  const words = new WordComparison();
  return {
    portee_texte: scopeOf(before, after),
    inchanges: pairs.length - changed.length,
    paragraphes: [...outsidePair(before, after), ...changed].flatMap((pair) => changeOf(pair, words)),
  };
}

/** `compareTexts` without words, for the journal. */
export function summariseChanges(before: ComparedText, after: ComparedText): ChangeSummary {
  const verdicts = verdictsOf(paragraphPairs(before, after));
  const numbersOf = (nature: ParagraphNature) =>
    [...verdicts].flatMap(([numero, verdict]) => (verdict === nature ? [numero] : []));
  return {
    portee_texte: scopeOf(before, after),
    paragraphes: {
      ajoutes: numbersOf("ajoute"),
      modifies: numbersOf("modifie"),
      supprimes: numbersOf("supprime"),
    },
  };
}

/** One verdict for each number of a changed §, also where a § that went and another that came share it. */
function verdictsOf(pairs: readonly Pair<ComparedParagraph>[]): Map<string, ParagraphNature> {
  const verdicts = new Map<string, ParagraphNature>();
  for (const pair of pairs) {
    const nature = natureOf(pair);
    const numero = (pair.after ?? pair.before)?.numero;
    if (numero === undefined || nature === null || nature === "renumerote") continue;
    verdicts.set(numero, (verdicts.get(numero) ?? nature) === nature ? nature : "modifie");
  }
  return verdicts;
}

/** A numbered §, or the text outside them, whose number is null. */
interface Part extends Omit<ComparedParagraph, "numero"> {
  readonly numero: string | null;
}

function paragraphPairs(before: ComparedText, after: ComparedText): Pair<ComparedParagraph>[] {
  const sameWords = [
    ({ numero, fingerprint }: ComparedParagraph) => `${numero} ${fingerprint}`,
    ({ fingerprint }: ComparedParagraph) => fingerprint,
  ];
  return pairUp(before.paragraphs, after.paragraphs, sameWords, mostSimilar);
}

function outsidePair(before: ComparedText, after: ComparedText): Pair<Part>[] {
  const pair = { before: outsidePart(before), after: outsidePart(after) };
  return natureOf(pair) === null ? [] : [pair];
}

function outsidePart({ outside, outsideFingerprint }: ComparedText): Part | null {
  if (outside === "") return null;
  return { numero: null, section: [], texte: outside, fingerprint: outsideFingerprint };
}

/** Null when unchanged. */
function natureOf({ before, after }: Pair<Part>): ParagraphNature | null {
  if (before === null) return after === null ? null : "ajoute";
  if (after === null) return "supprime";
  if (before.fingerprint !== after.fingerprint) return "modifie";
  return before.numero === after.numero ? null : "renumerote";
}

function changeOf(pair: Pair<Part>, words: WordComparison): ParagraphChange[] {
  const nature = natureOf(pair);
  const shown = pair.after ?? pair.before;
  if (nature === null || shown === null) return [];
  const avant = pair.before?.texte ?? "";
  const apres = pair.after?.texte ?? "";
  return [
    {
      nature,
      numero: shown.numero,
      numero_avant: pair.before?.numero ?? null,
      section: shown.section,
      avant,
      apres,
      segments: words.segments(avant, apres),
    },
  ];
}

/** Compares all words in order: a § moved past others is more than renumbering. */
function scopeOf(before: ComparedText, after: ComparedText): TextScope {
  return sameSubstance(before.texte, after.texte) ? "formelle" : "fond";
}

/** An item of the earlier text and its counterpart in the later one; null where a side has none. */
interface Pair<Item> {
  readonly before: Item | null;
  readonly after: Item | null;
}

/**
 * Pairs the items of two lists, each exactly once: by the first key, then the remaining ones by the next key, finally
 * with `alike`. Items of equal key are paired in order. Pairs come in the order of the later list; a removed item
 * follows the one it followed in the earlier list. Swapping the lists swaps the sides of the pairs.
 * @param alike returns ranks in the two lists it receives, each rank once.
 */
function pairUp<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keys: readonly ((item: Item) => string)[],
  alike: (before: readonly Item[], after: readonly Item[]) => readonly Match[],
): Pair<Item>[] {
  const partners = new Map<number, number>();
  const paired = new Set<number>();
  for (const keyOf of keys) {
    const waiting = Map.groupBy(free(before, paired), (rank) => keyAt(before, rank, keyOf));
    for (const rank of free(after, partners)) {
      const partner = waiting.get(keyAt(after, rank, keyOf))?.shift();
      if (partner === undefined) continue;
      partners.set(rank, partner);
      paired.add(partner);
    }
  }
  const beforeLeft = free(before, paired);
  const afterLeft = free(after, partners);
  for (const [beforeRank, afterRank] of alike(itemsAt(before, beforeLeft), itemsAt(after, afterLeft))) {
    const partner = beforeLeft[beforeRank] ?? 0;
    partners.set(afterLeft[afterRank] ?? 0, partner);
    paired.add(partner);
  }
  return inOrder(before, after, partners, paired);
}

function free(items: readonly unknown[], taken: { has(rank: number): boolean }): number[] {
  return [...items.keys()].filter((rank) => !taken.has(rank));
}

function itemsAt<Item>(items: readonly Item[], ranks: readonly number[]): Item[] {
  return ranks.flatMap((rank) => itemAt(items, rank) ?? []);
}

function keyAt<Item>(items: readonly Item[], rank: number, keyOf: (item: Item) => string): string {
  const item = items[rank];
  return item === undefined ? "" : keyOf(item);
}

function inOrder<Item>(
  before: readonly Item[],
  after: readonly Item[],
  partners: ReadonlyMap<number, number>,
  paired: ReadonlySet<number>,
): Pair<Item>[] {
  const pairs: Pair<Item>[] = [];
  const addRemovedAfter = (rank: number) => {
    for (let next = rank + 1; next < before.length && !paired.has(next); next++)
      pairs.push({ before: itemAt(before, next), after: null });
  };
  addRemovedAfter(-1);
  after.forEach((item, rank) => {
    const partner = partners.get(rank);
    pairs.push({ before: itemAt(before, partner), after: item });
    if (partner !== undefined) addRemovedAfter(partner);
  });
  return pairs;
}

function itemAt<Item>(items: readonly Item[], rank: number | undefined): Item | null {
  return rank === undefined ? null : (items[rank] ?? null);
}

interface ComparedParagraph {
  readonly numero: string;
  /** Headings above it. */
  readonly section: readonly string[];
  readonly texte: string;
  /** Fingerprint of `texte`: equal for two texts that differ only in white space. */
  readonly fingerprint: string;
}

/** One wording of a document, ready to be compared. */
export interface ComparedText {
  /** The whole text, without § numbers. */
  readonly texte: string;
  /** In text order. */
  readonly paragraphs: readonly ComparedParagraph[];
  /** The text outside numbered §: introduction, headings, annexes. */
  readonly outside: string;
  readonly outsideFingerprint: string;
}

/** Span of a numbered paragraph in a text, as UTF-16 offsets. */
interface Span {
  readonly numero: string;
  readonly section: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Prepares a stored text for comparison; `spans` of its numbered paragraphs are in text order. */
export function comparedText(
  texte: string,
  spans: readonly Span[],
  fingerprintOf: (texte: string) => string,
): ComparedText {
  const paragraphs = spans.map(({ numero, section, start, end }) => {
    const own = texte.slice(start, end);
    return { numero, section, texte: own, fingerprint: fingerprintOf(own) };
  });
  const outside = outsideOf(texte, spans);
  return { texte, paragraphs, outside, outsideFingerprint: fingerprintOf(outside) };
}

/** The stretches between the spans, separated by blank lines. */
function outsideOf(texte: string, spans: readonly Span[]): string {
  const ends = [0, ...spans.map(({ end }) => end)];
  const starts = [...spans.map(({ start }) => start), texte.length];
  return ends
    .map((end, rank) => texte.slice(end, starts[rank]).trim())
    .filter((stretch) => stretch !== "")
    .join("\n\n");
}
