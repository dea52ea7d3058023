import { fold } from "../../bofip/text/characters.ts";

/** Stand in a sentence before each name of another document, and of the record itself. */
export const OTHER = "\uE001";
export const OWN = "\uE000";

/** Far enough for any clause; bounds the work on a hostile text. */
export const WINDOW = 400;
export const NEAR = 60;

/** What is known before a sentence is read. */
export interface Context {
  readonly titre: string;
  /** Whether the sentence before it makes a claim: « ils » follows it. */
  readonly claimed: boolean;
  /** Whether that sentence speaks of another document instead: « ce document » may be that one. */
  readonly namesOther: boolean;
}

/** What a clause may be about, when that is the record itself or what it says. */
export const SUBJECT =
  /(?<![\p{L}'’])(?:(?<document>(?:le présent|ce) (?:document|boi|rescrit|commentaire)|le présent (?:chapitre|titre|sous-titre|livre|barème|formulaire|modèle|texte)|la présente (?:annexe|lettre|section|sous-section|division|cartographie|carte|fiche|page|publication)|(?:(?:le|ce) )?(?:(?:document|boi|rescrit|commentaire) )?\uE000\S*)|(?<comments>(?:l['’](?:ensemble|intégralité) des|la totalité des|tous les|les?|ces) (?:présents |différents )?(?:commentaires?|développements?))|(?<content>(?:le|l['’](?:ensemble|intégralité) du) contenu|la (?:doctrine|position|solution|réponse|tolérance)|les (?:dispositions|précisions|règles|indications|informations|solutions|éléments|instructions))|(?<pronoun>ils?|elles?|(?:celui|ceux|celles?)-ci|(?:leur|son) contenu))(?!\p{L})/giu;

/** After a mark, a number, or such a word, a subject begins: after a preposition it is none. */
const BEFORE_SUBJECT =
  /(?:^|[,;:.)\]–—\d-]|(?<!\p{L})(?:et|donc|ainsi|aussi|suite|conséquence|conséquent|lors|désormais|fait|effet|puis|également|toutefois|enfin|(?:précisé|rappelé|indiqué|signalé|noté|bien|sorte) qu(?:e|['’])))$/iu;
const CONDITION =
  /(?<!\p{L})(?:si(?! bien)|s['’]il\p{L}*|lorsqu\p{L}*|quand|cas où|hypothèse|supposer|moins que|tant que|avant que|jusqu['’]à ce|propos\p{L}*|envisag\p{L}*|pourr\p{L}*|devr\p{L}*)(?!\p{L})/iu;

export function opensClause(words: string, at: number): boolean {
  const lead = words.slice(Math.max(0, at - WINDOW), at);
  const isBegun = BEFORE_SUBJECT.test(lead.trimEnd().slice(-NEAR)) || /^\p{Lu}/u.test(words.slice(at));
  if (!isBegun || CONDITION.test(lead)) return false;
  return !isQuoted(lead, words.slice(at, at + WINDOW));
}

/** Whether a quotation that opens before a place closes after it. */
function isQuoted(before: string, after: string): boolean {
  const opened = [...before.matchAll(/[«»“”]/g)].at(-1)?.[0] ?? "";
  const closed = /[«»“”]/.exec(after)?.[0] ?? "";
  return "«“".includes(opened || ".") || "»”".includes(closed || ".") || before.split('"').length % 2 === 0;
}

interface Form {
  readonly isPlural: boolean;
  readonly isFeminine: boolean;
  /** Whether nothing after the verb speaks of a paper. */
  readonly isPlain: boolean;
}

export function agrees(subject: string, modifier: string, { isPlural, isFeminine }: Form): boolean {
  if (/^l['’]|^la totalité/i.test(subject)) return true;
  const isSeveral = /^(?:les|ces|tous|ils|elles|ceux|celles)/i.test(subject);
  const isAdded = isPlural && / et (?:ses|son|sa) /.test(modifier);
  const isShe = /présente |^(?:la |elle|celle)|(?:ions|règles)$/i.test(subject);
  return (isSeveral === isPlural || isAdded) && (isFeminine === isShe || !isFeminine);
}

/** Where the record itself is said to hold what the subject names. */
const OWN_PLACE =
  /(?<!\p{L})(?:(?:du|au|le) présent (?:document|boi|rescrit|commentaire|chapitre|titre|sous-titre|livre|barème|formulaire|modèle|texte)|la présente (?:annexe|lettre|section|sous-section|division|cartographie|carte|fiche|page|publication)|(?:de|dans|à|sous|par|en|sur) (?:ce|cette) (?:document|boi|rescrit|commentaire|chapitre|barème|formulaire|annexe|lettre|section|sous-section|fiche)|(?:(?:document|boi|rescrit) )?\uE000\S*)(?!\p{L})/iu;
const CONTAINING =
  /^(?: (?:contenu|figur|exprim|expos|énonc|présent|formul|publi|apport|donn|fourni)\p{L}*)?(?: (?:dans|de|à|sous|par|en|sur|du|au))? $/iu;
/** « Du II », « du dernier alinéa »: a part of it. */
const PART = /^(?:[IVX]+(?:-\S*)?|\d{1,3}|alinéas?|phrases?|paragraphes?|tirets?|partie|tableaux?)$/;

function isPart(before: string): boolean {
  const words = before.trim().split(" ");
  return PART.test(words.findLast((word) => !/^(?:du|de|dans|au)$/.test(word)) ?? "");
}

/** Commentaries that it had, or names, but are not its own of the day. */
const NOT_OWN = /^ (?:antérieur|précédent|ancien|cité|mentionné|visé|énuméré|référencé|auxquel)/iu;
const TOPIC =
  /(?<!\p{L})(?:(?:à|de|sur|concernant) (?:ce|cet|cette|ces|celui-ci|celle-ci|ceux-ci|celles-ci)|audit|dudit|auxdites?|(?:qui )?s['’]y rapport\p{L}+|y (?:afférents|relatifs))(?!\p{L})/iu;
const EXPLICIT = /(?<!\p{L})présente?s?(?!\p{L})|\uE000/iu;

/** Whether a subject, with what stands between it and its verb, is what the record itself says. */
export function owns(
  { 0: written, groups = {} }: RegExpExecArray,
  modifier: string,
  { isPlain }: Form,
  { titre, claimed, namesOther }: Context,
): boolean {
  if (groups["pronoun"] !== undefined) return claimed && isClosed(modifier);
  if (namesOther && !EXPLICIT.test(written + modifier)) return false;
  if (groups["document"] !== undefined)
    return isClosed(modifier) && (isPlain || !/^ce document/i.test(written));
  if (EXPLICIT.test(written)) return isClosed(modifier);
  if (NOT_OWN.test(modifier)) return false;
  const place = OWN_PLACE.exec(modifier);
  const before = modifier.slice(0, place?.index ?? 0);
  if (place !== null && !before.includes(OTHER)) {
    const isHeld = groups["comments"] === undefined ? CONTAINING.test(before) : !SUBORDINATE.test(before);
    return isHeld && !isPart(before) && isClosed(modifier.slice(place.index + place[0].length));
  }
  if (groups["comments"] === undefined || modifier.includes(OTHER)) return false;
  const topic = TOPIC.exec(modifier);
  if (topic !== null) return isClosed(modifier.slice(topic.index + topic[0].length));
  return isClosed(modifier) && isInTitle(modifier, titre);
}

const OLDER =
  /(?<!\p{L})(?:instruction|bulletin|circulaire|rescrit|documentation de base|réponse ministérielle)s?(?!\p{L})/iu;

/** What stands in brackets is mentioned in passing. */
export function speaksOfOther(words: string): boolean {
  const told = words.replace(BRACKETED, " ");
  return !EXPLICIT.test(told) && (told.includes(OTHER) || OLDER.test(told));
}

const BRACKETED = /\([^()]*\)/g;
export const ASIDE = /,[^,]*,/g;
/** What brings in another subject. */
const SUBORDINATE =
  /(?<!\p{L})(?:(?<!ainsi |même )qu(?:e|['’]\p{L}+)|qui|dont|où|si|lorsqu\p{L}*|quand|comment|pourquoi|mais|car|tandis|alors|(?:l|aux|des|dans |par )esquel\p{L}*|et (?:les?|la|ces?|cette|cet|ceux|celles?|celui|tous|toutes))(?!\p{L})|et l['’]/iu;

/** Whether what follows a subject leads to its verb without another subject. */
export function isClosed(text: string): boolean {
  const open = text.replace(BRACKETED, " ").replace(ASIDE, " ").trim().replace(/,$/, "");
  return !/[,;:]/.test(open) && !SUBORDINATE.test(open);
}

const OF_NO_TOPIC =
  /^(?:relati|affer|concern|portant|consacr|exprim|expos|figur|contenu|publi|doctrina|administrati|dispositi|regime|mesure|article|code|general|impots|prevu|abrog|supprim|precit|susvis|bofip|dessous|dessus)/;

/** Whether all that the words name is in the title: « les commentaires relatifs au crédit d'impôt recherche ». */
function isInTitle(words: string, titre: string): boolean {
  const named = (text: string) => fold(text).match(/[a-z]{4,}|\d+/g) ?? [];
  const known = new Set(named(titre));
  return named(words).every((word) => known.has(word) || OF_NO_TOPIC.test(word));
}
