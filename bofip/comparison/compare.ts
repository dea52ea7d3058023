import type { ComparedParagraph, ComparedText } from "./compared-text.ts";
import { mostSimilar } from "./most-similar.ts";
import { type Pair, pairUp } from "./pairs.ts";
import { sameSubstance } from "./substance.ts";
import { type Segment, WordComparison } from "./word-segments.ts";

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
 * Compares two wordings, § by § and word by word. A § is matched by number, then by identical text under another
 * number, then by similar text under any number; the rest was added or removed. Time grows with the texts, and is
 * bounded when they share nothing (see `WordComparison`).
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

/** The same comparison without words, for the journal. */
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

/**
 * One verdict for each number of a changed §. Where two numberings meet, a number may be that of a § that went and of
 * another that came: both texts have it, with other words.
 */
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
