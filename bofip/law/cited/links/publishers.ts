import type { CitedKind } from "../keys.ts";

/** Official sites, the paths of their pages, and what these are about. */
const PAGES: readonly (readonly [host: string, path: RegExp, kind: CitedKind])[] = [
  ["legifrance.gouv.fr", /^\/(?:ceta|juri|cons|juriadmin|jurica)\/id\//, "decision"],
  ["legifrance.gouv.fr", /^\/(?:loda|jorf)\/(?:id|article_lc|article_jo)\/|^\/eli\//, "norme"],
  ["conseil-etat.fr", /^\/fr\/arianeweb\/CE\/decision\//, "decision"],
  ["conseil-constitutionnel.fr", /^\/decision\//, "decision"],
  ["courdecassation.fr", /^\/decision\//, "decision"],
  ["curia.europa.eu", /^\/juris\//, "decision"],
  ["hudoc.echr.coe.int", /^\//, "decision"],
  ["eur-lex.europa.eu", /CELEX:6|ecli:/i, "decision"],
  ["eur-lex.europa.eu", /CELEX:3|^\/eli\/(?:dir|reg)/i, "norme"],
  ["data.europa.eu", /^\/eli\/(?:dir|reg)/, "norme"],
  ["questions.assemblee-nationale.fr", /^\/q\d/, "reponse"],
  ["senat.fr", /^\/questions\//, "reponse"],
];

/** A page of an official site. */
export interface OfficialPage {
  readonly kind: CitedKind;
  readonly href: string;
  /** Site without `www.`. */
  readonly host: string;
  /** Path and query, decoded. */
  readonly path: string;
}

/** Reads an address; null when it is no page of a decision, a norm or an answer on its publisher's site. */
export function readOfficialPage(href: string): OfficialPage | null {
  const url = URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, "");
  const path = decoded(url.pathname + url.search);
  const page = PAGES.find(([site, pattern]) => site === host && pattern.test(path));
  return page === undefined ? null : { kind: page[2], href, host, path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
