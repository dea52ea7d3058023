import { codeKey } from "../../db/bofip/law/codes.ts";

/** Address of a document's page or, with a day `YYYY-MM-DD`, of the page of the edition in force from that day. */
export function consultationPath(boiId: string, date: string | null = null): string {
  const document = `/consultation/${encodeURIComponent(boiId)}`;
  return date === null ? document : `${document}/${date}`;
}

/** Address of the page of the documents that cite a document, or one of its §. */
export function citingPath(boiId: string, numero: string | null = null): string {
  const path = `${consultationPath(boiId)}/citants`;
  return numero === null ? path : `${path}?paragraphe=${encodeURIComponent(numero)}`;
}

/** Address of the page of a node of the classification (`IR/LIQ`), the root being empty. */
export function classificationPagePath(chemin: string): string {
  return chemin === "" ? "/plan" : `/plan/${chemin}`;
}

/** Address of the page of an actualité. */
export function newsPath(id: string): string {
  return `/actualites/${encodeURIComponent(id)}`;
}

/** Address of a page, from 1, of the list of actualités, or of those that a query finds. */
export function newsListPath(q: string, page = 1): string {
  const query = new URLSearchParams({
    ...(q === "" ? {} : { q }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? "/actualites" : `/actualites?${query}`;
}

/** Address of a page, from 1, of the documents that comment an article, by its code or the code's key. */
export function articlePath(
  { code, article }: { readonly code: string; readonly article: string },
  page = 1,
): string {
  const path = `/articles/${encodeURIComponent(codeKey(code))}/${encodeURIComponent(article)}`;
  return page === 1 ? path : `${path}?page=${page}`;
}

/** Address of the journal of a month (`YYYY-MM`, null for the latest), of all series or of one. */
export function journalPagePath(mois: string | null, domaine: string | null): string {
  const query = new URLSearchParams({
    ...(mois === null ? {} : { mois }),
    ...(domaine === null ? {} : { domaine }),
  });
  return query.size === 0 ? "/journal" : `/journal?${query}`;
}

/** Address of the Atom feed of a node of the classification, the root being empty. */
export function feedPath(chemin: string): string {
  return chemin === "" ? "/flux.atom" : `/flux/${chemin}.atom`;
}

/** Anchor of a numbered paragraph: `p130` for § 130, `p1-bis` for § 1 bis. */
export function paragraphAnchor(numero: string): string {
  return `p${numero.toLowerCase().replace(/[^\da-z]+/g, "-")}`;
}
