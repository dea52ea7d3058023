import { dayBefore, takeDate } from "../days/days.ts";
import { Cursor } from "../reading/cursor.ts";
import {
  documentsIn,
  type SubmittedDocument,
  sentencesOf,
  submittedDocuments,
} from "./consultations/submitted.ts";
import { beforeLists } from "./scope.ts";

/** First and last day on which comments on the doctrine are accepted. */
interface PublicConsultation {
  /** `YYYY-MM-DD`. */
  readonly debut: string;
  readonly fin: string;
}

const NAME = /consultation\s+publique/giu;
/** What follows its name when the consultation itself is the subject: it opens, or goes on for longer. */
const IS_OPEN =
  /^[^.;\n]*?\s(?:est\s(?:ouverte|organisée|engagée|lancée)|(?:est|été)\s(?:prolongée|prorogée|reportée))/iu;
const IS_LONGER = /^[^.;\n]*?\s(?:est|été)\s(?:prolongé|prorogé|reporté)(?!\p{L})/iu;
/** « À l'issue de la consultation publique, la mesure est prolongée »: it speaks of something else. */
const LATER = /issue|suite|après/iu;
const DELAY = /délai|terme/iu;
const NEARBY = 40;
const VERB = /(?<!\p{L})(?:fait|font|est|sont)\s/giu;
/** From the verb of what is submitted to the name; the days may stand between them. */
const SUBMITS =
  /^(?:(?:fait|font)\s\s?l['’]objet(?:,?\sdu\s\d[^.;]*)?\s\s?d['’]une(?:\s\p{L}+)?|(?:est|sont)(?:\s(?!pas|plus)\p{L}+)?\s(?:(?:soumis|ouvert)e?s?\sà(?:\s(?:une|la))?(?:\snouvelle)?|mise?s?\sen))\s\s?$/iu;
const LONGEST_BETWEEN = 200;
/** « Ils ont fait l'objet », « elle a également fait l'objet »: it is over. */
const AUXILIARIES = new Set("ont a ayant avait avaient ait aient aura auront aurait auraient".split(" "));
/** Its dates are in the same sentence, or in the next ones that speak of it. */
const NEAR_CHARACTERS = 600;
const OF_IT = /remarque|contribution|observation|consultation|prolong|prorog|délai/iu;
const LATER_END = /prolong|prorog|reportée?s? (?:au|jusqu)/iu;

/**
 * The consultation that an actualité opens, extends or announces again while it runs; null without, or without its end.
 * It starts on `date`, that of the actualité, unless the text states another day.
 */
export function publicConsultation(texte: string, date: string): PublicConsultation | null {
  const own = beforeLists(texte);
  const opening = openingIn(own);
  if (opening === null) return null;
  const { debut, fin } = periodIn(own, opening, date);
  return fin === null || (debut ?? date) > fin ? null : { debut: debut ?? date, fin };
}

/** Offset at which a text states that a consultation is open; null if it does not. */
export function openingIn(texte: string): number | null {
  for (const { 0: name, index } of texte.matchAll(NAME)) {
    const from = Math.max(0, index - LONGEST_BETWEEN);
    const before = texte.slice(from, index);
    const verb = [...before.matchAll(VERB)].find(({ index: at }) => SUBMITS.test(before.slice(at)))?.index;
    const end = index + name.length;
    if (verb === undefined) {
      if (isSubject(before.slice(-NEARBY), texte.slice(end, end + LONGEST_BETWEEN))) return index;
    } else if (!isOver(before.slice(0, verb))) return from + verb;
  }
  return null;
}

/** « La consultation publique … est ouverte », « le délai de la consultation publique est prolongé ». */
function isSubject(before: string, after: string): boolean {
  if (LATER.test(before)) return false;
  return IS_OPEN.test(after) || (DELAY.test(before) && IS_LONGER.test(after));
}

function isOver(beforeVerb: string): boolean {
  const words = beforeVerb.trim().toLowerCase().split(/\s+/u);
  return words.slice(-2).some((word) => AUXILIARIES.has(word));
}

/** Dates of a consultation stated after an offset; null if missing. `published` tells a year that is not written. */
export function periodIn(
  texte: string,
  from: number,
  published: string,
): { readonly debut: string | null; readonly fin: string | null } {
  const [first, ...next] = sentencesOf(texte.slice(from, from + NEAR_CHARACTERS)).map(({ words }) => words);
  const told = [first ?? "", ...next.filter((words) => OF_IT.test(words))];
  const bounds = told.flatMap((words) => boundsIn(words, published));
  const ends = bounds.flatMap(({ end }) => end ?? []);
  const isProlonged = told.some((words) => LATER_END.test(words));
  const debut = bounds.find(({ start }) => start !== null)?.start ?? null;
  return { debut, fin: (isProlonged ? ends.toSorted().at(-1) : ends[0]) ?? null };
}

interface Bound {
  readonly start: string | null;
  /** Last day, included. */
  readonly end: string | null;
}

const WEEKDAY = String.raw`(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+)?`;
const BOUND = new RegExp(
  String.raw`(?<!\p{L})(du|entre\s+le|au\s+plus\s+tard\s+le|au|à\s+(?:compter|partir)\s+du|(?:dès|depuis|ouverte)\s+le|jusqu['’]au|avant\s+le)\s+${WEEKDAY}(?=\d)`,
  "giu",
);
const TO = new RegExp(String.raw`\s+(?:inclus\s+)?(?:au|et\s+le|jusqu['’]au)\s+${WEEKDAY}`, "iuy");

function boundsIn(words: string, published: string): Bound[] {
  const cursor = new Cursor(words);
  return [...words.matchAll(BOUND)].flatMap(({ 0: written, 1: word = "", index }): Bound[] => {
    // The end of a period already read.
    if (index < cursor.at) return [];
    cursor.at = index + written.length;
    const day = takeDay(cursor);
    const until = /^(?:du|entre)/iu.test(word) && !/compter|partir/iu.test(word);
    if (day === null) return [];
    if (until) return periodFrom(day, cursor, published);
    const date = dateOf(day, { month: null, year: published.slice(0, 4) });
    if (date === null) return [];
    if (/^(?:à|dès|depuis|ouverte)/iu.test(word)) return [{ start: date, end: null }];
    const end = day.year === null && date < published ? nextYear(date) : date;
    return [{ start: null, end: /^avant/iu.test(word) ? dayBefore(end) : end }];
  });
}

/** « du 3 au 30 mars 2021 », « du 15 décembre au 15 janvier 2022 »: each date lends the other what it lacks. */
function periodFrom(first: WrittenDay, cursor: Cursor, published: string): Bound[] {
  const last = cursor.take(TO) ? takeDay(cursor) : null;
  if (last === null) return [];
  const year = last.year ?? first.year ?? published.slice(0, 4);
  const start = dateOf(first, { month: last.month, year });
  const end = dateOf(last, { month: first.month, year });
  if (start === null || end === null) return [];
  if (start <= end || (first.year !== null && last.year !== null)) return [{ start, end }];
  return last.year === null ? [{ start, end: nextYear(end) }] : [{ start: previousYear(start), end }];
}

/** A day as written; null for what is left to the context. */
interface WrittenDay {
  readonly day: string;
  readonly month: string | null;
  readonly year: string | null;
}

const IN_FIGURES = /(\d{1,2})\s?[/.-]\s?(\d{1,2})(?:\s?[/.-]\s?(\d{4}))?(?!\d)/uy;
const IN_WORDS = /(\d{1,2})(?:\s?er)?(?:\s?(\p{L}{3,12})\.?)?(?:\s?(\d{4}))?(?!\d)/iuy;
const ISO = /(\d{4})-(\d\d)-(\d\d)(?!\d)/uy;

function takeDay(cursor: Cursor): WrittenDay | null {
  const iso = cursor.take(ISO);
  if (iso) return { day: iso[3] ?? "", month: iso[2] ?? null, year: iso[1] ?? null };
  const [, day, month = null, year = null] = cursor.take(IN_FIGURES) ?? cursor.take(IN_WORDS) ?? [];
  return day === undefined ? null : { day, month, year };
}

/** A day with what it lacks; null when it is not in the calendar. */
function dateOf(
  { day, month, year }: WrittenDay,
  other: { readonly month: string | null; readonly year: string },
): string | null {
  const joint = /^\d/u.test(month ?? other.month ?? "") ? "/" : " ";
  const written = [day, month ?? other.month ?? "", year ?? other.year].join(joint);
  return takeDate(new Cursor(written))?.date ?? null;
}

function nextYear(date: string): string {
  return `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
}

function previousYear(date: string): string {
  return `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
}

/** The parts of an actualité from which consultations are read. */
export interface ReadNews {
  readonly id: string;
  readonly titre: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly texte: string;
  /** Documents that it names or links to. */
  readonly documents: readonly string[];
}

/** What an actualité announces about a public consultation. */
export type ConsultationNews = OpeningNews | ClosingNews;

export interface OpeningNews {
  readonly kind: "opens" | "prolongs";
  readonly id: string;
  readonly date: string;
  readonly debut: string;
  /** Last day, included, or null. */
  readonly fin: string | null;
  readonly documents: readonly SubmittedDocument[];
  /** Identifiers of every document that it names, submitted or not. */
  readonly mentioned: readonly string[];
  /** Its sentence on who may rely on the text during the consultation, word for word. */
  readonly prevaloir: string | null;
}

export interface ClosingNews {
  readonly kind: "closes";
  readonly id: string;
  readonly date: string;
  /** Dates of the finished consultation, or null. */
  readonly debut: string | null;
  readonly fin: string | null;
  readonly documents: readonly string[];
}

/** « se substitue aux commentaires du BOI-… soumis à consultation publique du … au … ». */
const REPLACES = /se substitue(?:nt)?(?: définitivement)? aux commentaires/iu;
const SUBMITTED = /(?:en|à(?: une| la)?) consultation publique/iu;
const TOLD =
  /(?:ont|a|avait|avaient) (?:fait l['’]objet d['’]une|été (?:mise?s? en|soumise?s? à(?: une)?)) consultation publique|consultation publique (?:menée|engagée|organisée|qui a eu lieu)/iu;
const FINAL = /définiti(?:f|ve)|suite à (?:la )?consultation publique/iu;
const PROLONGED = /prolong(?:ation|ée)|prorogée|reportée/iu;
const ABOUT_IT = /consultation|remarque|contribution|(?:période|délai) (?:initialement )?prévue?/iu;
/** « Consultation publique - Prolongation », « Prolongation de la consultation »; not that of a scheme. */
const PROLONGED_TITLE = /(?<!\p{L})(?:prolongation|report)(?:\s*(?:-|$)|[^-]{0,60}consultation)/iu;
const RELY = /(?<!\p{L})prévaloir(?!\p{L})/iu;

/** What an actualité announces about a public consultation that it opens, extends or closes; null if there is none. */
export function consultationNews(news: ReadNews): ConsultationNews | null {
  const { id, titre, date, texte, documents: mentioned } = news;
  const own = beforeLists(texte);
  const opening = openingIn(own);
  if (opening === null) return closingNews(news, own);
  const { debut, fin } = periodIn(own, opening, date);
  const sentences = sentencesOf(own);
  const isProlonged =
    PROLONGED_TITLE.test(titre) ||
    sentences.some(({ words }) => PROLONGED.test(words) && ABOUT_IT.test(words));
  return {
    kind: isProlonged ? "prolongs" : "opens",
    id,
    date,
    debut: debut ?? date,
    fin: fin !== null && fin < (debut ?? date) ? null : fin,
    documents: submittedDocuments(texte, opening),
    mentioned,
    prevaloir: sentences.find(({ words }) => RELY.test(words))?.words ?? null,
  };
}

function closingNews({ id, titre, date, texte, documents }: ReadNews, own: string): ClosingNews | null {
  const replacing = sentencesOf(own).find(({ words }) => REPLACES.test(words) && SUBMITTED.test(words));
  const told = FINAL.test(titre + texte) ? TOLD.exec(own)?.index : undefined;
  const from =
    replacing === undefined ? told : replacing.start + (SUBMITTED.exec(replacing.words)?.index ?? 0);
  return from === undefined ? null : { kind: "closes", id, date, ...periodIn(own, from, date), documents };
}

/** A consultation that a document tells of itself. */
interface OwnConsultation extends Pick<OpeningNews, "debut" | "fin" | "prevaloir"> {
  readonly parties: SubmittedDocument["parties"];
}

/** « Les commentaires contenus dans le présent document », « Les § 10 à 50 »: not those of another text. */
const ITSELF = /présente?s? (?:documents?|BOI|commentaires?|publications?|instructions?|rescrits?)/iu;
const OF_ITSELF =
  /(?:^|\P{L})(?:ce|cette|ces) (?:documents?|BOI|commentaires?|rescrits?)|commentaires (?:contenus|figurant|exprimés|exposés|ci-)|§|paragraphes?\s+\d/iu;

/** The consultation that a document's banner, at the start of `texte`, tells of, or null; `date`: start of validity. */
export function ownConsultation(boiId: string, date: string, texte: string): OwnConsultation | null {
  const opening = openingIn(texte);
  if (opening === null) return null;
  const sentences = sentencesOf(texte);
  const start = sentences.findLast((sentence) => sentence.start <= opening)?.start ?? 0;
  const subject = texte.slice(start, opening);
  if (!ITSELF.test(subject) && !OF_ITSELF.test(subject)) return null;
  const named = documentsIn(ITSELF.test(subject) ? subject.replace(ITSELF, boiId) : subject);
  const own = named.find((document) => document.boiId === boiId);
  if (named.length > 0 && own === undefined) return null;
  const [alone] = named.length > 0 ? [] : documentsIn(`${subject.trim()} du ${boiId}`);
  const { debut, fin } = periodIn(texte, opening, date);
  return {
    debut: debut ?? date,
    fin: fin !== null && fin < (debut ?? date) ? null : fin,
    parties: (own ?? alone)?.parties ?? null,
    prevaloir: sentences.find(({ words }) => RELY.test(words))?.words ?? null,
  };
}
