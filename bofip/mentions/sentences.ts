import type { Piece } from "./tokens.ts";

/**
 * Where a sentence may end: a stop before a capital, an empty line, the line of a list's item, of a footnote, of a
 * table's row or of a quotation set apart.
 */
const END =
  /[.!?…](?: ?[)»"”’\]])?(?=[ \n]+[-"«“(*]*[ \n]?\p{Lu})|\n[ \n]*\n|\n(?=[ \t]{0,3}(?:[-*•>|–]|\d{1,3}[.)] |\(\d{1,3}\)|\[\d{1,3}\]))/gu;
/** A full stop after one of these does not end a sentence. */
const ABBREVIATION =
  /(?<![\p{L}])(?:art|al|cf|voir|v|comp|rappr|p|pp|n|no|nos|obs|éd|ann|adm|doc|spéc|not|op|loc|inst|conv|concl|comm|dr|fisc|rép|min|cons|cass|com|civ|soc|crim|rev|bull|gaz|janv|févr|avr|juill|sept|oct|nov|déc|M|MM|Mme|Sté|L|R|D|A|para|par|pt|pts|id|ibid|préc)$/iu;
const LONGEST_ABBREVIATION = 6;

function* sentencesOf(texte: string, quoted: readonly Piece[]): Generator<Piece> {
  let start = 0;
  let next = 0;
  for (const { 0: mark, index } of texte.matchAll(END)) {
    while ((quoted[next]?.end ?? Number.POSITIVE_INFINITY) <= index + mark.length) next += 1;
    if ((quoted[next]?.start ?? Number.POSITIVE_INFINITY) < index) continue;
    if (mark === "." && ABBREVIATION.test(texte.slice(Math.max(0, index - LONGEST_ABBREVIATION), index)))
      continue;
    const end = index + mark.length;
    yield { start, end };
    start = end;
  }
  if (start < texte.length) yield { start, end: texte.length };
}

/** What makes a sentence worth reading: a document's name in any form, an address, a § sign, « ibid. ». */
const SIGNS =
  /BO[IFD]|[Bb][Oo](?:[Ii]|[Ff][Ii][Pp])-|[Aa][Cc][Tt][Uu][-_/. ]|PGP|pgp|identifiant[=%]|https?:|www\.|\.fr\/|RES[ \n]|[Rr]escrit|DB \d|D\. ?adm|[Dd]oc|\d[ -]?[A-Z]{1,2}-|[A-Z]{2}-\d|§|¶|[Pp]ara|[Ii]bid|[Ii]d(?:em)?\.|[Ll]oc\. ?cit|ommentaires|[Ii]nst(?:ruction|\.)/g;

/**
 * The sentences that have one, in the order of an evened text. Linear time.
 * @param quoted quotations, in which no sentence ends
 */
export function* tellingSentences(texte: string, quoted: readonly Piece[]): Generator<Piece> {
  let sign = nextSign(texte, 0);
  for (const sentence of sentencesOf(texte, quoted)) {
    if (sign === null) return;
    if (sign >= sentence.end) continue;
    yield sentence;
    sign = nextSign(texte, sentence.end);
  }
}

function nextSign(texte: string, from: number): number | null {
  SIGNS.lastIndex = from;
  return SIGNS.exec(texte)?.index ?? null;
}
