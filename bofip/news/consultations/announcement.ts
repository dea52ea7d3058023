import { openingIn, periodIn } from "../consultation.ts";
import { ownWords } from "../own-words.ts";
import { foldInPlace } from "../words-as-written.ts";
import { sentencesOf } from "./sentences.ts";
import { type SubmittedDocument, submittedDocuments } from "./submitted.ts";

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

const CLOSING =
  /se substitue(?:nt)?(?: définitivement)? aux commentaires[^.]{0,120}\ben consultation publique/iu;
const TOLD =
  /(?:ont|a|avait|avaient) (?:fait l['’]objet d['’]une|été (?:mise?s? en|soumise?s? à(?: une)?)) consultation publique/iu;
const FINAL = /définiti(?:f|ve)/iu;
const PROLONGED = /prolong(?:ation|ée)/iu;
const RELY = /(?<!\p{L})prévaloir(?!\p{L})/iu;

/** What an actualité announces about a public consultation that it opens, extends or closes; null if there is none. */
export function consultationNews(news: ReadNews): ConsultationNews | null {
  const { id, titre, date, texte } = news;
  const opening = openingIn(texte);
  if (opening === null) return closingNews(news);
  const { debut, fin } = periodIn(texte, opening);
  const own = texte.slice(0, ownWords(foldInPlace(texte)).length);
  const following = sentencesOf(own).filter(({ start, words }) => start + words.length > opening);
  const isProlonged = PROLONGED.test(titre) || following.some(({ words }) => PROLONGED.test(words));
  return {
    kind: isProlonged ? "prolongs" : "opens",
    id,
    date,
    debut: debut ?? date,
    fin: fin !== null && fin < (debut ?? date) ? null : fin,
    documents: submittedDocuments(texte, opening),
    prevaloir: sentencesOf(own).find(({ words }) => RELY.test(words))?.words ?? null,
  };
}

function closingNews({ id, titre, date, texte, documents }: ReadNews): ClosingNews | null {
  const told = CLOSING.exec(texte) ?? (FINAL.test(titre + texte) ? TOLD.exec(texte) : null);
  return told === null ? null : { kind: "closes", id, date, ...periodIn(texte, told.index), documents };
}
