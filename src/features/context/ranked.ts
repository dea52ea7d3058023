import { CONTEXT_WEIGHTS as WEIGHTS } from "../../../search/weights.ts";
import type { FoundDocument } from "../hybrid/service.ts";

/**
 * Why a text is given: by which words a § was found, a § sends to it, it opens a document that was found, or it is the
 * article that a § comments on.
 */
export type Reason = "sens" | "mots" | "renvoi" | "introduction" | "droit";

/** A § by its document and number; the number of a document without numbered § is null: it counts as one. */
export interface NamedParagraph {
  readonly boiId: string;
  readonly numero: string | null;
}

/** A § that may answer a question. */
export interface RankedParagraph extends NamedParagraph {
  readonly reason: Reason;
  /** Whether a passage that was found touches it: the others stand beside it. */
  readonly isFound: boolean;
}

interface Scored {
  readonly paragraph: RankedParagraph;
  readonly score: number;
}

type Source = Pick<FoundDocument["source"], "boi_id" | "contenu_texte" | "spans">;
type Span = Source["spans"][number];
type Passage = Pick<FoundDocument["passages"][number], "start" | "end" | "score" | "owes">;

/** What is ranked: a document found, with its best passages. */
export interface RankedDocument {
  readonly hit: Pick<FoundDocument["hit"], "score">;
  readonly source: Source;
  readonly passages: readonly Passage[];
}

/**
 * The § of the documents found (best first), most relevant first, ties in the order of documents, then texts. What
 * answers is seldom one § alone: those beside a good one count for a part of it (`search/weights.ts`).
 */
export function rankParagraphs(documents: readonly RankedDocument[]): RankedParagraph[] {
  const scored = documents.flatMap(({ hit, source, passages }, rank) => {
    const ofDocument = WEIGHTS.document * hit.score + WEIGHTS.first / (1 + rank);
    return scoreParagraphs(source, passages).map(({ paragraph, score }) => ({
      paragraph,
      score: ofDocument + score,
    }));
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ paragraph }) => paragraph);
}

function scoreParagraphs(source: Source, passages: readonly Passage[]): Scored[] {
  const spans = paragraphsOf(source);
  const best = spans.map((span) => bestAt(passages, span));
  const scoreAt = (at: number) => best[at]?.score ?? 0;
  return spans.map(({ numero, start, end }, at) => {
    const beside = Math.max(scoreAt(at - 1), scoreAt(at + 1));
    const opens = at === 0 ? WEIGHTS.introduction : 0;
    const length = Math.log(Math.max(1, end - start) / USUAL_LENGTH);
    return {
      paragraph: {
        boiId: source.boi_id,
        numero,
        reason: reasonOf(best[at] ?? (at === 0 ? null : passages[0]) ?? null),
        isFound: best[at] !== null,
      },
      score: scoreAt(at) + WEIGHTS.beside * beside + opens - WEIGHTS.length * length,
    };
  });
}

/** Characters; of a § of this length, `WEIGHTS.length` takes nothing. */
const USUAL_LENGTH = 500;

/** The § of a document, all of it when it has none; a number that occurs twice names the first of the two. */
function paragraphsOf({ contenu_texte, spans }: Source): readonly (Omit<Span, "numero"> & {
  readonly numero: string | null;
})[] {
  if (spans.length === 0) return [{ numero: null, start: 0, end: contenu_texte.length }];
  const numeros = new Set<string>();
  return spans.filter(({ numero }) => !numeros.has(numero) && numeros.add(numero));
}

/** The best passage that touches a stretch of the text; null when none does. */
function bestAt(passages: readonly Passage[], { start, end }: Pick<Span, "start" | "end">): Passage | null {
  return passages.find((passage) => passage.start < end && passage.end > start) ?? null;
}

/** The first § that nothing found touches is there for what it introduces. */
function reasonOf(passage: Passage | null): Reason {
  if (passage === null) return "introduction";
  return passage.owes === "text" ? "mots" : "sens";
}

/** One value for each §. */
export function keyOf({ boiId, numero }: NamedParagraph): string {
  return numero === null ? boiId : `${boiId} ${numero}`;
}
