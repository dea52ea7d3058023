import { openingIn, periodIn } from "../consultation.ts";
import { beforeLists } from "../scope.ts";
import { documentsIn, type SubmittedDocument, sentencesOf, submittedDocuments } from "./submitted.ts";

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
