import { mostSimilar } from "./most-similar.ts";
import { type Pair, pairUp } from "./pairs.ts";
import { sameSubstance } from "./substance.ts";
import type { ComparedParagraph, ComparedText } from "./text.ts";
import { type Segment, WordComparison } from "./word-segments.ts";

export type ParagraphNature = "ajoute" | "supprime" | "modifie" | "renumerote";

/** Whether two texts differ by their form alone: white space, typography, numbering, links, punctuation. */
export type TextScope = "formelle" | "fond";

/** A § that is not the same in both texts. */
export interface ParagraphChange {
  readonly nature: ParagraphNature;
  /** In the later text (in the earlier one for what is removed); null for the text outside numbered §. */
  readonly numero: string | null;
  /** In the earlier text; null for what is added, and outside numbered §. */
  readonly numero_avant: string | null;
  readonly section: readonly string[];
  /** Empty for what is added. */
  readonly avant: string;
  /** Empty for what is removed. */
  readonly apres: string;
  readonly segments: readonly Segment[];
}

/** Two texts compared, § by §; the pages and the API show the same. */
export interface TextComparison {
  readonly portee_texte: TextScope;
  /** How many numbered § have the same number and, but for white space, the same text. */
  readonly inchanges: number;
  /** Only what changed, the text outside numbered § first, then in the order of the later text. */
  readonly paragraphes: readonly ParagraphChange[];
}

/** What a change of text did to its numbered §, as lists of numbers; a § renumbered is in none of them. */
export interface ChangeSummary {
  readonly portee_texte: TextScope;
  readonly paragraphes: {
    readonly ajoutes: readonly string[];
    readonly modifies: readonly string[];
    readonly supprimes: readonly string[];
  };
}

/**
 * Compares two wordings, § by § and word by word. A § is first looked for under its own number, then, unchanged,
 * under another one, then reworded, under any number; what is left was added or removed. Time grows with the texts,
 * and is bounded where they have nothing in common (see `WordComparison`).
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

/** The same comparison without its words, for the journal. */
export function summariseChanges(before: ComparedText, after: ComparedText): ChangeSummary {
  const pairs = paragraphPairs(before, after);
  const numbersOf = (nature: ParagraphNature) =>
    pairs.flatMap((pair) => (natureOf(pair) === nature ? [(pair.after ?? pair.before)?.numero ?? ""] : []));
  return {
    portee_texte: scopeOf(before, after),
    paragraphes: {
      ajoutes: numbersOf("ajoute"),
      modifies: numbersOf("modifie"),
      supprimes: numbersOf("supprime"),
    },
  };
}

/** A numbered §, or the text outside of them, whose number is null. */
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

/** Null for what did not change. */
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

/** By all the words in their order: a § that moved past others is no matter of numbering. */
function scopeOf(before: ComparedText, after: ComparedText): TextScope {
  return sameSubstance(before.texte, after.texte) ? "formelle" : "fond";
}
