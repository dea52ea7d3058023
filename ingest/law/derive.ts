import { substanceHash } from "../../bofip/comparison/substance.ts";
import { articleOfNum, endOf, isStillBorn, type ListedVersion } from "../../bofip/law/versions.ts";
import { fingerprint } from "../../bofip/text/characters.ts";
import type { DerivedVersion } from "../../db/ingestion/law.ts";
import type { LegiArticle } from "./parse-article.ts";

/** Raised by a parser that gives other words or days: kept files are derived again by the next run. */
export const LAW_DERIVATION_VERSION = 1;

/** Where a file lies, and the code it belongs to. */
interface Place {
  readonly path: string;
  readonly code: string;
}

/** The version that a file gives; null for a still-born one. */
export function deriveVersion(article: LegiArticle, { path, code }: Place): DerivedVersion | null {
  const version = deriveListed(article, code);
  if (version === null) return null;
  const { section, sectionId, texte, html, nota, modifiePar } = article;
  const prints = { empreinte: fingerprint(texte), substance: substanceHash(texte) };
  return { ...version, path, section, sectionId, texte, html, nota, modifiePar, ...prints };
}

/** A version that files list, without its own; null for a still-born one. */
export function deriveListed(listed: ListedVersion, code: string): DerivedVersion | null {
  if (isStillBorn(listed)) return null;
  const { legiarti, num, etat, debut, fin } = listed;
  return {
    ...{ legiarti, code, num, article: articleOfNum(num), etat, dateDebut: debut, dateFin: endOf(fin) },
    ...{ path: null, section: [], sectionId: null, texte: null, html: null, nota: null, modifiePar: [] },
    ...{ empreinte: null, substance: null, derivationVersion: LAW_DERIVATION_VERSION },
  };
}
