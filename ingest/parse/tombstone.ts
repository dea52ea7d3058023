import type { ReadText } from "./read-text.ts";
import type { Citation } from "./references.ts";

/** The meaning of a « coquille »: the document is withdrawn, or its doctrine has moved. */
export type Tombstone =
  | { readonly kind: "retire"; readonly avis: string }
  | {
      readonly kind: "transfere";
      readonly avis: string;
      /** Documents that now contain its doctrine, in the order of the notice; none when the source names none. */
      readonly transferts: readonly string[];
    };

/** Longer texts are doctrine. The known tombstones have one to three sentences. */
const MAX_LENGTH = 700;

const SUBJECT = `(?:${[
  "(?:le présent|ce) (?:document|rescrit|commentaire|boi)",
  "(?:les (?:présents )?|ces )commentaires",
  "le contenu d[eu] (?:ce|présent) document",
].join("|")})`;

// No full stop between subject and verb: they belong to one sentence.
const VERB = String.raw`[^.;:]{0,200}?\b(?:est|sont|a été|ont été)(?: désormais| donc)?(?:,[^.,]{0,60},)? `;

const RETIRED = new RegExp(
  String.raw`^${SUBJECT}${VERB}(?:retiré|supprimé|rapporté|abrogé|annulé)e?s?(?!\p{L})`,
  "iu",
);
const MOVED = new RegExp(
  String.raw`^${SUBJECT}${VERB}(?:transféré|déplacé|repris|intégré|regroupé)e?s?(?!\p{L})`,
  "iu",
);

/** What may follow the notice without being doctrine. */
const ADVICE =
  /^(?:pour |vous pouvez |il convient de se reporter|se reporter|voir |cf|(?:ces|les) commentaires antérieurs)/iu;

/**
 * Recognises a document whose whole text is a notice of withdrawal or of transfer (archives: « Le présent document est
 * retiré à compter du 27/05/2026. »). A document that merely contains such words is not one.
 * @param citations what the document cites, in order.
 */
export function recogniseTombstone(body: ReadText, citations: readonly Citation[]): Tombstone | null {
  const avis = body.texte;
  if (body.paragraphes.length > 0 || avis.replace(/\s+/g, " ").length > MAX_LENGTH) return null;
  const sentences = sentencesOf(avis);
  const [notice, ...others] = sentences;
  const rest = others.filter(({ words }) => !RETIRED.test(words) && !MOVED.test(words));
  if (notice === undefined || !rest.every(({ words }) => ADVICE.test(words))) return null;
  if (MOVED.test(notice.words))
    return { kind: "transfere", avis, transferts: targetsOf(sentences, citations) };
  return RETIRED.test(notice.words) ? { kind: "retire", avis } : null;
}

interface Sentence {
  /** With single spaces. */
  readonly words: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

function sentencesOf(texte: string): Sentence[] {
  return [...texte.matchAll(/(?:[^.]|\.(?!\s))+\.?/g)].map(({ 0: written, index }) => ({
    words: written.replace(/\s+/g, " ").trim(),
    start: index,
    end: index + written.length,
  }));
}

/** The documents cited by the sentences about the move; failing that, the first document cited. */
function targetsOf(sentences: readonly Sentence[], citations: readonly Citation[]): string[] {
  const moves = sentences.filter(({ words }) => MOVED.test(words));
  const isMove = ({ start }: Citation) => moves.some((move) => move.start <= start && start < move.end);
  const named = citations.filter(({ target }) => target !== null);
  const cited = named.filter(isMove);
  const targets = (cited.length > 0 ? cited : named.slice(0, 1)).map(({ target }) => target);
  return [...new Set(targets.filter((target) => target !== null))];
}
