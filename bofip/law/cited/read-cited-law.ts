import { takeDate } from "../../days/days.ts";
import { Cursor, type EvenedText, evenOut } from "../../reading/cursor.ts";
import { readDecisions } from "./decisions/read-decisions.ts";
import { keyPart } from "./keys.ts";
import {
  type Identified,
  identifiedBy,
  type OfficialLink,
  officialLinks,
  type TextLink,
  withLinks,
} from "./linked.ts";
import type { Chamber, CitedAnswer, CitedLaw, Place } from "./mentions.ts";
import { readNorms } from "./norms/read-norms.ts";
import { closedEnd, NUMBER_SIGN } from "./number-sign.ts";

/**
 * Decisions, norms and ministerial answers that a whole document cites, in text order: later mentions rest on first
 * ones. Nothing is guessed: a field that neither text, link nor publisher's rule gives is null. `links`, in text order,
 * give addresses and what the words leave out; the convention that `titre` names needs no day, or no country.
 */
export function readCitedLaw(
  source: string,
  written: EvenedText = evenOut(source),
  links: readonly TextLink[] = [],
  titre = "",
): CitedLaw {
  const { texte, sourceOffset } = written;
  const official = officialLinks(links);
  const placed = <Mention extends Offsets>(mention: Mention): Mention => ({
    ...mention,
    start: sourceOffset(mention.start),
    end: sourceOffset(mention.end),
  });
  const decisions = withLinks(readDecisions(texte).map(placed), official, "decision");
  const normes = withLinks(readNorms(texte, evenOut(titre).texte).map(placed), official, "norme");
  const reponses = withLinks(readAnswers(texte).map(placed), official, "reponse");
  const identified = [...decisions.others, ...normes.others].flatMap(identifiedByLink);
  return {
    decisions: inOrder(source, [
      ...decisions.mentions,
      ...identified.flatMap((each) => (each.kind === "decision" ? [{ ...each.cited, ...each.place }] : [])),
    ]),
    normes: inOrder(source, [
      ...normes.mentions,
      ...identified.flatMap((each) => (each.kind === "norme" ? [{ ...each.cited, ...each.place }] : [])),
    ]),
    reponses: inOrder(source, reponses.mentions),
  };
}

type Offsets = Omit<Place, "texte">;

function identifiedByLink(link: OfficialLink): readonly (Identified & { readonly place: Offsets })[] {
  const identified = identifiedBy(link);
  return identified === null ? [] : [{ ...identified, place: { start: link.start, end: link.end } }];
}

/** By place, with their words on one line. */
function inOrder<Mention extends Offsets>(source: string, mentions: readonly Mention[]): (Mention & Place)[] {
  const ordered = mentions.toSorted((one, other) => one.start - other.start);
  return ordered.map((mention) => ({
    ...mention,
    texte: onOneLine(source.slice(mention.start, mention.end)),
  }));
}

function onOneLine(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

/** A ministerial answer cited in an evened-out text, with offsets in it. */
type ReadAnswer = CitedAnswer & { readonly start: number; readonly end: number };

const START = /RM|[Rr]ép|[Qq]uestion|M(?:\.|me|lle) ?\p{Lu}/gu;
const WORD = String.raw`(?:RM(?!\p{L})|[Rr]éponses?(?: ministérielles?)?(?: à (?:la|sa) question(?: écrite)?)?(?= (?:n°|à M|de M|au d|au s))|[Rr]éponses? ministérielles?|[Rr]ép\.(?: ?[Mm]in(?:istérielles?|\.))?|[Qq]uestions?(?: écrites?)?(?= n°))`;
const ANSWER = new RegExp(`(?<![\\p{L}])${WORD}`, "uy");
const MEMBER = /(?=M(?:\.|me|lle) ?\p{Lu})/uy;
const TO_ANSWER = new RegExp(`,? ?\\(?(?=${WORD})`, "uy");

const NUMBER = new RegExp(
  String.raw`${NUMBER_SIGN}(?:[A-Z]{2} ?)?(?<numero>\d{1,3} \d{3}|\d{1,6})(?![\d/-])`,
  "uy",
);
const DAY = /(?:du |le |en date du )?(?=\d)/uy;
const SOURCE = `(?:(?:publiée?|parue?|posée) )?(?:au |dans le |à |du |de )?`;
const SENATE = String.raw`S[ée]n(?:at|(?!\p{L})\.?)`;
const DEBATES = "(?:,? ?[Dd]éb(?:ats|\\.))?,? ?";
const JOURNAL = new RegExp(
  `${SOURCE}(?:J\\.? ?O\\.?|[Jj]ournal [Oo]fficiel)${DEBATES}(?:de l'|du )?(?:(?<assembly>A\\.? ?N(?![\\p{L}])\\.?|[Aa]ssemblée nationale)|(?<senate>${SENATE}))(?:,? ?Q(?:uest(?:ions)?)?\\.?(?!\\p{L}))?`,
  "uy",
);
const CHAMBER = new RegExp(
  `(?:à l'|de l'|au |du )?(?:(?<assembly>AN(?![\\p{L}])|Assemblée nationale)|(?<senate>${SENATE}))`,
  "uy",
);
/** The journal after its chamber: « Sén., JO du 24 novembre 1988 ». */
const JOURNAL_ALONE = /J\.? ?O\.? (?=du \d|\d)/uy;
/** An author after the number. */
const BY = /(?:posée par |de |à |du )?(?:M\.|MM\.|Mme|Mlle) ?\p{Lu}/uy;
const PAGE = /p(?:age|[.,]) ?\d{1,6}/uy;
const JOINT = /(?:[\s,:([–-]|et )+/uy;
const MOST_PARTS = 8;

interface Parts {
  auteur: string | null;
  numero: string | null;
  chambre: Chamber | null;
  date: string | null;
}

/** Answers identified by chamber and number or day: « RM Cousin n° 39397, JO AN du 16 septembre 1996, p. 4930 ». */
function readAnswers(texte: string): readonly ReadAnswer[] {
  const cursor = new Cursor(texte);
  const answers: ReadAnswer[] = [];
  for (let start = nextStart(texte, 0); start !== null; start = nextStart(texte, cursor.at)) {
    cursor.at = start;
    const answer = cursor.attempt(() => takeAnswer(cursor, start));
    if (answer === null) cursor.at = start + 1;
    else answers.push({ ...answer, end: closedEnd(texte, start, answer.end) });
  }
  return answers;
}

function nextStart(texte: string, from: number): number | null {
  START.lastIndex = from;
  return START.exec(texte)?.index ?? null;
}

function takeAnswer(cursor: Cursor, start: number): ReadAnswer | null {
  const member = cursor.sees(MEMBER) ? takeAuthor(cursor) : null;
  if (member !== null && !cursor.take(TO_ANSWER)) return null;
  if (!cursor.take(ANSWER)) return null;
  const parts: Parts = { auteur: member ?? takeAuthor(cursor), numero: null, chambre: null, date: null };
  let end = cursor.at;
  for (let rests = MOST_PARTS; rests > 0; rests -= 1) {
    cursor.take(JOINT);
    if (!takePart(cursor, parts)) break;
    end = cursor.at;
  }
  cursor.at = end;
  const { chambre, auteur, numero, date } = parts;
  if (chambre === null || (numero === null && date === null)) return null;
  return { cle: answerKey(chambre, numero, date), chambre, auteur, numero, date, url: null, start, end };
}

/** A day that stands after the journal is the journal's. */
function takePart(cursor: Cursor, parts: Parts): boolean {
  const journal = (parts.chambre === null && (cursor.take(JOURNAL) ?? cursor.take(CHAMBER))) || null;
  if (journal) {
    parts.chambre = journal.groups?.["senate"] === undefined ? "AN" : "Senat";
    parts.date = null;
    return true;
  }
  if (parts.chambre !== null && cursor.take(JOURNAL_ALONE)) {
    parts.date = null;
    return true;
  }
  const numero = parts.numero === null ? cursor.take(NUMBER)?.groups?.["numero"] : undefined;
  if (numero !== undefined) {
    parts.numero = numero;
    return true;
  }
  const author = parts.auteur === null && cursor.sees(BY) ? cursor.attempt(() => takeAuthor(cursor)) : null;
  if (author !== null) {
    parts.auteur = author;
    return true;
  }
  const date = parts.date === null ? cursor.attempt(() => cursor.take(DAY) && takeDate(cursor)) : null;
  if (date !== null) {
    parts.date = date.date;
    return true;
  }
  return cursor.take(PAGE) !== null;
}

/** `RM-AN-1996-39397`: the year is the journal's. */
function answerKey(chambre: Chamber, numero: string | null, date: string | null): string | null {
  return numero === null || date === null
    ? null
    : `RM-${keyPart(chambre)}-${date.slice(0, 4)}-${numero.replace(" ", "")}`;
}

const PARTICLE = "(?:[Dd]e |[Dd]u |[Dd]es |[Ll]e |[Ll]a |[Dd]'|[Ll]es )";
const NAME = String.raw`\p{Lu}[\p{L}'-]{1,30}`;
const WORDS = `(?<name>${PARTICLE}{0,2}${NAME}(?: ${PARTICLE}{0,2}${NAME}){0,3})`;
const TITLE = String.raw`(?:M\.|MM\.|Mme|Mlle|Monsieur|Madame)`;
const AUTHOR = new RegExp(
  ` ?(?:(?:faite |donnée |apportée |posée )?(?:à |de |du |par )?(?<title>${TITLE}) ?)?${WORDS}`,
  "uy",
);
const OFFICE =
  /,? ?(?:\((?=[Dd]éput|[Ss]énat))?(?:[Dd]éputée?|[Ss]énat(?:eur|rice)|[Aa]ncien)(?: d\p{L}{1,3} \p{Lu}[\p{L}-]{2,30})?\)?/uy;
const BEGINS_WITH_PARTICLE = new RegExp(`^${PARTICLE}`);

/** What is not a name though it begins with a capital. */
const NO_NAME = /^(?:JO|JOAN|AN|Sénat|RM|Assemblée|Journal|Bulletin|Q|QE|Réponse|Question|J)(?!\p{L})/u;

/** Reads « Louwagie », « à M. Guédon », « à Mme Louise Morel, députée »: the surname; null without. */
function takeAuthor(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    const { title, name } = cursor.take(AUTHOR)?.groups ?? {};
    if (name === undefined || NO_NAME.test(name)) return null;
    cursor.take(OFFICE);
    return title === undefined ? name : surnameOf(name);
  });
}

/** « Louise Morel » is Morel, « Charles de Courson » is de Courson, « Le Fur » is itself. */
function surnameOf(name: string): string {
  const space = name.indexOf(" ");
  return space < 0 || BEGINS_WITH_PARTICLE.test(name) ? name : name.slice(space + 1);
}
