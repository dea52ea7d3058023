import type { CitedKind } from "../../bofip/law/cited/keys.ts";
import { codeKey } from "../../bofip/law/codes.ts";
import type { DocumentType } from "../../db/schema/documents.ts";
import type { AskedText } from "../schemas/parameters/asked-text.ts";

/** Path of a document's page, of an edition by its start (`YYYY-MM-DD`), of another wording by its `empreinte`. */
export function consultationPath(
  boiId: string,
  date: string | null = null,
  empreinte: string | null = null,
): string {
  const document = `/consultation/${encodeURIComponent(boiId)}`;
  if (date === null) return document;
  return empreinte === null ? `${document}/${date}` : `${document}/${date}?empreinte=${empreinte}`;
}

/** Path of a table as a CSV file, by its rank from 1 in the text that a page of a document shows. */
export function tableCsvPath(
  {
    boiId,
    date,
    empreinte,
  }: { readonly boiId: string; readonly date: string; readonly empreinte: string | null },
  rang: number,
): string {
  const path = `${consultationPath(boiId, date)}/tableaux/${rang}.csv`;
  return empreinte === null ? path : `${path}?empreinte=${empreinte}`;
}

/** Path of the attestation of a § of a text that a page of a document shows. */
export function attestationPath(
  {
    boiId,
    date,
    empreinte,
  }: { readonly boiId: string; readonly date: string; readonly empreinte: string | null },
  numero: string,
): string {
  const path = `${consultationPath(boiId, date)}/paragraphes/${encodeURIComponent(numero)}/attestation`;
  return empreinte === null ? path : `${path}?empreinte=${empreinte}`;
}

/** Path of the same as the file that is checked. */
export function attestationFilePath(text: Parameters<typeof attestationPath>[0], numero: string): string {
  return attestationPath(text, numero).replace("/attestation", "/attestation.json");
}

/** Path in the API of a text that a page of a document shows. */
export function documentApiPath(boiId: string, asked: AskedText): string {
  const document = `/v1/boi/${encodeURIComponent(boiId)}`;
  if (asked.kind === "wording") return `${document}?empreinte=${asked.empreinte}`;
  if (asked.kind === "day") return `${document}?date=${asked.date}`;
  return asked.kind === "shown" ? document : `${document}-${asked.date.replaceAll("-", "")}`;
}

/** Path of the page that compares two texts of a document, each identified by a day or by a fingerprint. */
export function comparisonPath(boiId: string, de: string, a: string): string {
  return `/consultation/${encodeURIComponent(boiId)}/comparaison?${new URLSearchParams({ de, a })}`;
}

/** Path of the page of the documents that cite a document, or one of its §. */
export function citingPath(boiId: string, numero: string | null = null): string {
  const path = `${consultationPath(boiId)}/citants`;
  return numero === null ? path : `${path}?paragraphe=${encodeURIComponent(numero)}`;
}

/** Path of the page of a node of the classification (`IR/LIQ`), the root being empty. */
export function classificationPagePath(chemin: string): string {
  return chemin === "" ? "/plan" : `/plan/${chemin}`;
}

/** What a search of the pages is restricted to (a branch of the plan, the editions in force on a day) and its order. */
export interface SearchScope {
  readonly chemin: string | null;
  /** `YYYY-MM-DD`; null for today. */
  readonly day: string | null;
  /** Series in capitals. */
  readonly domaine?: string | null;
  readonly type?: DocumentType | null;
  /** Latest editions first; null for the most relevant. */
  readonly order?: "date" | null;
}

/** Path of a search's results; `page` from 1 of documents with all its words, null for the closest ones. */
export function searchPath(
  q: string,
  { chemin, day, domaine = null, type = null, order = null }: SearchScope,
  page: number | null = null,
): string {
  const given = { chemin, date: day, domaine, type, tri: order, page: page === null ? null : String(page) };
  const kept = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null);
  return `/?${new URLSearchParams([["q", q], ...kept])}`;
}

/** Path of an edition, by its start, found by a search of a day that the page's search box goes on looking at. */
export function foundEditionPath(boiId: string, date: string, day: string): string {
  return `${consultationPath(boiId, date)}?le=${day}`;
}

/** Path of the page of an actualité. */
export function newsPath(id: string): string {
  return `/actualites/${encodeURIComponent(id)}`;
}

/** Path of a page, from 1, of the list of actualités, or of those that match a query. */
export function newsListPath(q: string, page = 1): string {
  const query = new URLSearchParams({
    ...(q === "" ? {} : { q }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? "/actualites" : `/actualites?${query}`;
}

/** Path of the list of the codes that the doctrine cites. */
export const CODES_PATH = "/articles";

/** Path of a page, from 1, of the articles of a code that the doctrine cites, by its name or its key. */
export function codePath(code: string, page = 1): string {
  const path = `${CODES_PATH}/${encodeURIComponent(codeKey(code))}`;
  return page === 1 ? path : `${path}?page=${page}`;
}

/** Path of a page, from 1, of the documents that comment on an article, by its code or the code's key. */
export function articlePath(
  { code, article }: { readonly code: string; readonly article: string },
  page = 1,
): string {
  const path = `/articles/${encodeURIComponent(codeKey(code))}/${encodeURIComponent(article)}`;
  return page === 1 ? path : `${path}?page=${page}`;
}

/** Path of the page of an article as it was on a day. */
export function datedArticlePath(article: { readonly code: string; readonly article: string }, date: string) {
  return `${articlePath(article)}?${new URLSearchParams({ date })}`;
}

/** Path of the page that compares an article on two days. */
export function articleComparisonPath(
  article: { readonly code: string; readonly article: string },
  de: string,
  a: string,
): string {
  return `${articlePath(article)}/comparaison?${new URLSearchParams({ de, a })}`;
}

/** Path of the page of the documents of a branch whose commented articles changed since their edition. */
export function laterLawPath(chemin: string, page = 1): string {
  const query = new URLSearchParams({
    ...(chemin === "" ? {} : { chemin }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? "/droit/posterieur" : `/droit/posterieur?${query}`;
}

const LAW_LISTS: Readonly<Record<CitedKind, string>> = {
  decision: "/decisions",
  norme: "/normes",
  reponse: "/reponses",
};

/** The parameter that keeps each list to a class, as in the API. */
export const LAW_CLASS = { decision: "juridiction", norme: "nature", reponse: "chambre" } satisfies Record<
  CitedKind,
  string
>;

/** Path of a page, from 1, of the decisions, norms or answers cited, all or those of a court, a kind or a chamber. */
export function lawListPath(genre: CitedKind, classe: string | null = null, page = 1): string {
  const query = new URLSearchParams({
    ...(classe === null ? {} : { [LAW_CLASS[genre]]: classe }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? LAW_LISTS[genre] : `${LAW_LISTS[genre]}?${query}`;
}

/** Path of a page, from 1, of the documents that cite what a key names. */
export function lawPath(genre: CitedKind, cle: string, page = 1): string {
  const path = `${LAW_LISTS[genre]}/${encodeURIComponent(cle)}`;
  return page === 1 ? path : `${path}?page=${page}`;
}

/** Path of the journal of a week (its Monday; null for the latest), of all series or of one. */
export function journalPagePath(semaine: string | null, domaine: string | null): string {
  const query = new URLSearchParams({
    ...(semaine === null ? {} : { semaine }),
    ...(domaine === null ? {} : { domaine }),
  });
  return query.size === 0 ? "/journal" : `/journal?${query}`;
}

/** Path of the Atom feed of a node of the classification, the root being empty. */
export function feedPath(chemin: string): string {
  return chemin === "" ? "/flux.atom" : `/flux/${chemin}.atom`;
}

/** Anchor of a numbered paragraph: `p130` for § 130, `p1-bis` for § 1 bis. */
export function paragraphAnchor(numero: string): string {
  return `p${numero.toLowerCase().replace(/[^\da-z]+/g, "-")}`;
}

/** Anchor of a table, by its rank from 1. */
export function tableAnchor(rang: number): string {
  return `tableau-${rang}`;
}

/** Creates the anchors of the paragraphs of one text, in order: a repeated number gets its rank as a suffix. */
export class ParagraphAnchors {
  readonly #times = new Map<string, number>();

  next(numero: string): string {
    const anchor = paragraphAnchor(numero);
    const rank = (this.#times.get(anchor) ?? 0) + 1;
    this.#times.set(anchor, rank);
    return rank === 1 ? anchor : `${anchor}-${rank}`;
  }
}
