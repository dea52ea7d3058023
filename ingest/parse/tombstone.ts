import { findIdentifiers, splitIdentifier } from "../../bofip/identifiers/identifier.ts";
import { sentencesOf } from "../../bofip/news/consultations/submitted.ts";
import { hasGluedNumbers } from "../../bofip/paragraphs/paragraphs.ts";
import type { ReadText } from "./read-text.ts";
import type { Citation } from "./references.ts";
import {
  ASIDE,
  agrees,
  type Context,
  isClosed,
  NEAR,
  OTHER,
  OWN,
  opensClause,
  owns,
  SUBJECT,
  speaksOfOther,
  WINDOW,
} from "./subject.ts";

/** The meaning of a « coquille »: the document is withdrawn, or its doctrine has moved. */
export type Tombstone =
  | { readonly kind: "retire"; readonly avis: string }
  | {
      readonly kind: "transfere";
      readonly avis: string;
      /** Documents that now contain its doctrine, in the order of the notice; none when the source names none. */
      readonly transferts: readonly string[];
    };

/** The record that is read: a sentence may name it instead of « le présent document ». */
interface Self {
  readonly id: string;
  readonly titre: string;
}

/**
 * Recognises a document without § of which a sentence says, affirmatively, that its own commentaries are withdrawn or
 * moved, whatever else it says (docs/sources.md, « Notices »). A move prevails: it tells the reader where to go.
 * @param citations what the document cites, in order.
 */
export function recogniseTombstone(
  body: ReadText,
  citations: readonly Citation[],
  self: Self,
): Tombstone | null {
  const avis = body.texte;
  if (body.paragraphes.length > 0 || hasGluedNumbers(avis)) return null;
  const sentences = readSentences(avis, citations, self.id);
  const claims: (Claim | null)[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const claimed = (claims[index - 1] ?? null) !== null;
    const namesOther = !claimed && speaksOfOther(sentences[index - 1]?.words ?? "");
    claims.push(claimOf(sentence, { titre: self.titre, claimed, namesOther }));
  }
  if (claims.every((claim) => claim === null)) return null;
  const moves = claims.flatMap((claim, index) => (claim?.moves === true ? [{ ...claim, index }] : []));
  const [first] = moves;
  if (first === undefined) return { kind: "retire", avis };
  const named = moves.flatMap(({ targets }) => targets);
  const transferts = named.length > 0 ? named : namedAfter(sentences.slice(first.index + 1));
  return { kind: "transfere", avis, transferts: [...new Set(transferts)] };
}

interface Sentence {
  /** Its words, with single spaces and the two marks. */
  readonly words: string;
  /** The documents named, one a mark; null for one known by a number alone. */
  readonly named: readonly (string | null)[];
}

/** A line ends a sentence, unless it announces the next one or is continued by it. */
function readSentences(texte: string, citations: readonly Citation[], self: string): Sentence[] {
  const others = citations.filter(({ target }) => target === null || target.startsWith("BOI-"));
  const joined: string[][] = [];
  for (const { words } of sentencesOf(mark(texte, others, self))) {
    const last = joined.at(-1);
    const isContinued = /[:;,]$/.test(last?.at(-1)?.slice(-1) ?? "") || /^[-–•\p{Ll}]/u.test(words);
    if (last !== undefined && isContinued) last.push(words);
    else joined.push([words]);
  }
  let next = 0;
  return joined.map((lines) => {
    const words = lines.join(" ").replace(/\s+/g, " ").replace(INVERTED, "$<subject> $<verb>");
    const from = next;
    next += countMarks(words);
    return { words, named: others.slice(from, next).map(({ target }) => target) };
  });
}

/** « Sont transférés au … les commentaires du présent document »: told as if its subject came first. */
const INVERTED =
  /^(?<verb>(?:est|sont|a été|ont été) [^.,;:]{1,200}?) (?<subject>(?:(?:les?|ces?|l['’]ensemble des) (?:présents? )?(?:commentaires?|document|boi))(?!\p{L})[^\uE001,;:]{0,200}?)(?=\.?$)/iu;

function mark(texte: string, others: readonly Citation[], self: string): string {
  const own = findIdentifiers(texte).filter(({ written }) => splitIdentifier(written).id === self);
  const places = [
    ...others.map(({ start }) => ({ start, sign: OTHER })),
    ...own.map(({ start }) => ({ start, sign: OWN })),
  ].sort((a, b) => a.start - b.start);
  const plain = texte.replace(/[\uE000\uE001]/g, " ");
  const pieces = places.map(
    ({ start, sign }, index) => sign + plain.slice(start, places[index + 1]?.start ?? plain.length),
  );
  return plain.slice(0, places[0]?.start ?? plain.length) + pieces.join("");
}

const countMarks = (words: string) => words.split(OTHER).length - 1;

interface Claim {
  readonly moves: boolean;
  readonly targets: readonly string[];
}

/** That a text ended; moved; is part of another document, which has to be named; stands there, which has to be new. */
const VERB =
  /(?<!\p{L})(?:(?<ended>(?:retir|supprim|rapport|abrog|annul)ée?s?|cadu(?:c|que)s?|sans objet|(?:a fait|ont fait|fait|font) l['’]objet d['’]une? (?:retrait|suppression|abrogation|annulation))|(?<moved>(?:transfér|déplac)ée?s?|(?:a fait|ont fait|fait|font) l['’]objet d['’]un transfert)|(?<taken>reprise?s?|(?:intégr|regroup|remplac|rassembl|incorpor|insér)ée?s?|réunie?s?)|(?<placed>figure(?:nt)?|se trouve(?:nt)?|(?:expos|comment|présent|publi|class|rattach|développ|détaill|trait)ée?s?|(?:consulta|disponi|accessi)bles?|contenue?s?|décrite?s?))(?!\p{L})/giu;

function claimOf({ words, named }: Sentence, context: Context): Claim | null {
  if (words.endsWith("?")) return null;
  let end: number | null = null;
  for (const verb of words.matchAll(VERB)) {
    const tail = words.slice(verb.index + verb[0].length, verb.index + verb[0].length + WINDOW);
    const isJoined = end !== null && continues(words.slice(end, verb.index));
    const subject = { ...context, claimed: context.claimed || end !== null };
    const clause = isJoined ? { auxAt: end ?? 0 } : clauseOf(words, verb, tail, subject);
    if (clause === null || RESERVED.test(tail)) continue;
    const predicate = words.slice(clause.auxAt, verb.index + verb[0].length + NEAR);
    const meaning = meaningOf(verb, predicate, tail, words);
    if (meaning === null) continue;
    if (meaning === "moves") return { moves: true, targets: namedIn({ words, named }, verb.index) };
    end = verb.index + verb[0].length;
  }
  return end === null ? null : { moves: false, targets: [] };
}

/** What makes a withdrawal partial, conditional, or undone. */
const RESERVED =
  /(?<!\p{L})(?:partiellement|temporairement|provisoirement|(?:en|pour) partie|en (?:ce|tant) qu|(?:uniquement|seulement) (?:en|pour)|à (?:la )?condition|si|s['’]ils?|rétabli\p{L}*|(?:à|de) nouveau|de la consultation|(?:exception|hormis|sauf|exclusion)[^.]{0,40}(?:ceux|commentaires|paragraphes?|§))(?!\p{L})/iu;
const FROM_OTHER = /^ (?:des?|du|dans les?) (?:(?:documents?|boi) )?\uE001/iu;
/** « Transférés du BOI-… »: where they come from. */
const ORIGIN = /^ (?:du|des?|d['’]|depuis|à partir)(?! (?:présente?|ce|cette|bofip|\uE000))(?!\p{L})/iu;
const NEW = /(?<!\p{L})(?:désormais|dorénavant|maintenant|à présent|à compter|à partir)(?!\p{L})/iu;
/** « (repris) au », « (figurent) à compter du 3 mars 2021 dans ». */
const THERE =
  /^(?: (?:et|puis) \p{L}+)?(?: (?:désormais|dorénavant|maintenant|à présent))?(?: à (?:compter|partir)(?: \S+){1,12}?)? (?:aux?|dans|sous|sur|vers|par|à(?! compter| partir)) /iu;
const ALSO = /(?<!\p{L})(?:également|aussi)(?!\p{L})/iu;

function meaningOf(
  { index, 0: written, groups = {} }: RegExpExecArray,
  predicate: string,
  tail: string,
  words: string,
): "ends" | "moves" | null {
  if (groups["ended"] !== undefined) return FROM_OTHER.test(tail) ? null : "ends";
  if (ORIGIN.test(tail)) return null;
  if (groups["moved"] !== undefined) return "moves";
  if (words.lastIndexOf(OTHER) < index || !THERE.test(tail.replace(ASIDE, " ")) || ALSO.test(predicate))
    return null;
  if (/^remplac/i.test(written) && !tail.startsWith(" par ")) return null;
  return groups["taken"] !== undefined || NEW.test(predicate) ? "moves" : null;
}

const AUXILIARY =
  /(?<![\p{L}'’-])(?:(?:est|sont)(?: devenue?s?)?|(?:a|ont) (?:donc |ainsi |également )?été|(?:vient|viennent) d['’]être|se trouve(?:nt)?)(?![\p{L}-])/giu;
/** Not of the subject itself, or not affirmed. */
const NOT_ITS_OWN = /(?:^|[ ,(])(?:ne|n['’]y|qui|que|dont|où)(?: y)?$/iu;
/** Words between auxiliary and participle: adverbs, and other participles. */
const FILLER =
  /^(?:donc|désormais|dorénavant|maintenant|ainsi|aussi|tous|toutes|par|suite|conséquent|en|conséquence|de|ce|fait|dès|lors|et|puis|à|jour|mise?s?|est|sont|ont|été|être|(?!(?:plus|jamais|mais|sous|nous|vous)$|(?:rare|partielle|éventuelle|provisoire|temporaire|unique|seule|exclusive|nulle|aucune|prochaine|possible)ment)\p{L}{2,}(?:ment|[éiu]e?s?))$/iu;

/** The clause of a verb whose subject is the record's own commentaries; null when another's, or not affirmative. */
function clauseOf(
  words: string,
  { index, 0: written }: RegExpExecArray,
  tail: string,
  context: Context,
): { readonly auxAt: number } | null {
  if (TITLE_LIKE.test(words.slice(0, index)) && PLAIN_TAIL.test(tail)) return { auxAt: index };
  const isVerb = /^(?:figure|se |fait|font|a |ont )/i.test(written);
  const from = Math.max(0, index - WINDOW);
  const before = words.slice(from, index);
  const auxiliary = isVerb ? null : [...before.matchAll(AUXILIARY)].at(-1);
  if (auxiliary === undefined) return null;
  const auxAt = auxiliary === null ? index : from + auxiliary.index;
  const between = auxiliary === null ? "" : before.slice(auxiliary.index + auxiliary[0].length);
  if (!wordsOf(between).every((word) => FILLER.test(word))) return null;
  if (NOT_ITS_OWN.test(words.slice(Math.max(0, auxAt - 8), auxAt).trimEnd())) return null;
  const form = {
    isPlural: /^(?:sont|ont|font|viennent|se trouvent|figurent)/i.test(auxiliary?.[0] ?? written),
    isFeminine: /(?:ée|reprise|réunie|contenue|décrite|caduque)s?$/i.test(written),
    isPlain: PLAIN_TAIL.test(tail),
  };
  const start = Math.max(0, auxAt - WINDOW);
  const isOwned = [...words.slice(start, auxAt).matchAll(SUBJECT)].toReversed().some((subject) => {
    const at = start + subject.index;
    const modifier = words.slice(at + subject[0].length, auxAt);
    return (
      agrees(subject[0], modifier, form) && owns(subject, modifier, form, context) && opensClause(words, at)
    );
  });
  return isOwned ? { auxAt } : null;
}

/** « Document retiré à compter du … », without a verb. */
const TITLE_LIKE =
  /^(?:documents?|commentaires?|boi|rescrit|annexe|formulaire|contenu)(?: doctrina(?:l|ux))? $/iu;
/** What may follow « ce document est retiré », which may be a paper: not « auprès du service ». */
const PLAIN_TAIL =
  /^(?:$|[.,;:(]| (?:\(|à compter|à partir|depuis|du (?:bofip|site|présent)|de (?:la (?:base|doctrine|documentation)|ce)|en (?:raison|conséquence)|suite|compte tenu|dès|et|ce jour|le \d|au \d|par (?:suite|l['’]|la loi|le décret|conséquent)|(?:aux?|dans|sous|vers|par)(?: (?:le|les|ceux du|celui du))?(?: (?:[IVX]|§|document|boi)[^\uE001]{0,40})? ?\uE001))/iu;

const wordsOf = (text: string) =>
  text
    .replace(ASIDE, " ")
    .split(/[\s,]+/)
    .filter((word) => word !== "");

/** Whether a verb goes on with the subject of the one before: « et transférés », « pour être repris ». */
function continues(gap: string): boolean {
  if (gap.length > WINDOW) return false;
  const words = gap.split(/[\s,]+/).filter((word) => word !== "");
  const last = words.findLastIndex((word) => !FILLER.test(word));
  const joint = words.slice(last + 1);
  return (
    joint.some((word) => /^(?:et|puis|être|sont|est)$/i.test(word)) &&
    isClosed(gap.replace(/,? (?:et|puis) $/, ""))
  );
}

const FORMER = /versions? (?:précédente|antérieure|publiée)|anciennement|antérieur/iu;

/** The documents that a sentence names from its verb on, but for those of earlier versions. */
function namedIn({ words, named }: Sentence, from: number): string[] {
  const rest = words.slice(from);
  const cut = rest.search(FORMER);
  const first = countMarks(words.slice(0, from));
  const last = first + countMarks(cut < 0 ? rest : rest.slice(0, cut));
  return named.slice(first, last).filter((target) => target !== null);
}

/** Those of the first sentence that names any. */
function namedAfter(sentences: readonly Sentence[]): string[] {
  for (const sentence of sentences) {
    const found = FORMER.test(sentence.words) ? [] : namedIn(sentence, 0);
    if (found.length > 0) return found;
  }
  return [];
}
