import type { Citation } from "./references.ts";
import type { ReadText } from "./text.ts";

/** What a « coquille » says: the document is withdrawn, or its doctrine stands elsewhere now. */
export type Shell =
  | { readonly kind: "retire" }
  | { readonly kind: "transfere"; readonly target: string | null };

/** Longer texts are doctrine. The known shells hold one to three sentences. */
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
 * Recognises a document whose whole text is a notice of withdrawal or of transfer (archives: « Le présent
 * document est retiré à compter du 27/05/2026. »). A document that merely says such words is none.
 * @param citations what the document cites, in order: the first one is where its doctrine went.
 */
export function recogniseShell(body: ReadText, citations: readonly Citation[]): Shell | null {
  const texte = body.texte.replace(/\s+/g, " ").trim();
  if (body.paragraphes.length > 0 || texte.length > MAX_LENGTH) return null;
  const [notice = "", ...others] = texte.split(/(?<=\.) /);
  const rest = others.filter((sentence) => !RETIRED.test(sentence) && !MOVED.test(sentence));
  if (!rest.every((sentence) => ADVICE.test(sentence))) return null;
  if (MOVED.test(notice)) {
    return { kind: "transfere", target: citations[0]?.target ?? null };
  }
  return RETIRED.test(notice) ? { kind: "retire" } : null;
}
