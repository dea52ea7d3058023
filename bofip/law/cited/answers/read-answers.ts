import { takeDate } from "../../../days/french-date.ts";
import { Cursor } from "../../../reading/cursor.ts";
import { closedEnd } from "../brackets.ts";
import { keyPart } from "../keys.ts";
import type { Chamber, CitedAnswer } from "../mentions.ts";
import { NUMBER_SIGN } from "../number-sign.ts";
import { takeAuthor } from "./author.ts";

/** A ministerial answer cited in an evened-out text, with offsets in it. */
export type ReadAnswer = CitedAnswer & { readonly start: number; readonly end: number };

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

/**
 * Ministerial answers that a text identifies by their chamber and their number or their day: « RM Cousin n° 39397, JO AN du
 * 16 septembre 1996, p. 4930 ».
 */
export function readAnswers(texte: string): readonly ReadAnswer[] {
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
