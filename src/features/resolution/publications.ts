import { frenchDate } from "../../../bofip/days/days.ts";
import type { NamedPublication } from "../../../bofip/references/addresses.ts";
import type {
  HeldNames,
  NamedDocument,
  NamedEdition,
  NamedNews,
} from "../../../db/queries/citations/named.ts";
import { editionAt } from "../../../db/queries/texts/editions-at.ts";
import { consultationPath, documentApiPath, newsPath, paragraphAnchor } from "../../pages/addresses.ts";
import type { ResolvedCandidate } from "./answer.ts";

/** Something that a reference names, wherever this service is. */
export type Resolved = Omit<ResolvedCandidate, "page"> & {
  /** Path of its page. */
  readonly page: string | null;
};

export const UNKNOWN: Resolved = {
  lecture: "",
  genre: "inconnu",
  detenu: false,
  boi_id: null,
  numero: null,
  date: null,
  pgp: null,
  cle: null,
  adresse: null,
  page: null,
  url: null,
};

/** What a mention names: one thing, or several (its number's, or a contradiction); none for words of no series. */
export function resolvePublication(named: NamedPublication, held: HeldNames): Resolved[] {
  const { boiId, actualite, pgp } = named;
  const numbered = pgp === null ? [] : ownersOf(pgp, held);
  if (boiId === null && actualite === null)
    return numbered.length === 0 ? [unheldNumber(named)] : numbered.map((owner) => placeIn(owner, named));
  const own = boiId === null ? held.news.find(({ id }) => id === actualite) : documentOf(held, boiId);
  const isContradicted = numbered.length > 0 && !numbered.some((owner) => owner === own);
  const others = isContradicted
    ? numbered.map((owner) => placeIn(owner, { ...named, date: null, numero: null }))
    : [];
  const first = own === undefined ? unheld(named, held) : [placeIn(own, named)];
  return [...first, ...others];
}

type Owner = NamedDocument | NamedNews;

function ownersOf(pgp: number, { documents, news }: HeldNames): Owner[] {
  return [...documents.filter(({ pgps }) => pgps.includes(pgp)), ...news.filter((each) => each.pgp === pgp)];
}

function documentOf({ documents }: HeldNames, boiId: string): NamedDocument | undefined {
  return documents.find((document) => document.boiId === boiId);
}

function placeIn(owner: Owner, named: NamedPublication): Resolved {
  return "editions" in owner ? placeInDocument(owner, named) : placeOfNews(owner, named);
}

function placeOfNews({ id, date, pgp, url }: NamedNews, { date: said }: NamedPublication): Resolved {
  const isOfDay = said === null || said === date;
  const lecture = isOfDay
    ? `L'actualité ${id}, du ${frenchDate(date)}.`
    : `L'actualité ${id}, qui est du ${frenchDate(date)} et non du ${frenchDate(said)}.`;
  const path = newsPath(id);
  return {
    ...UNKNOWN,
    lecture,
    genre: "actualite",
    detenu: true,
    date,
    pgp,
    cle: id,
    adresse: `/v1${path}`,
    page: path,
    url,
  };
}

function placeInDocument(document: NamedDocument, named: NamedPublication): Resolved {
  const { boiId, editions } = document;
  const shown = editions.find(({ isShown }) => isShown);
  const former = formerOf(document, named);
  const edition = former ?? editionOf(editions, named) ?? null;
  const isDated = named.date !== null || former !== null;
  const date = isDated ? (edition?.date_debut ?? named.date) : null;
  const numero = edition?.numeros.find((each) => each.toLowerCase() === named.numero?.toLowerCase()) ?? null;
  const isFound =
    edition !== null && !edition.isErased && (edition.hasText || (!isDated && named.numero === null));
  const detenu = isFound && (named.numero === null || numero !== null);
  const place = { boiId, numero: numero ?? named.numero, date };
  return {
    ...UNKNOWN,
    lecture: lectureOf(place, named, { detenu, isFound }),
    genre: named.numero === null ? (isDated ? "edition" : "document") : "paragraphe",
    detenu,
    boi_id: boiId,
    numero: place.numero,
    date,
    pgp: named.pgp ?? edition?.pgp ?? null,
    adresse: detenu ? apiPathOf(place) : null,
    page: detenu ? pagePathOf(place) : null,
    url: (edition ?? shown)?.url ?? null,
  };
}

/** The only edition that has a number which its document no longer has. */
function formerOf({ editions }: NamedDocument, { boiId, pgp, date }: NamedPublication): NamedEdition | null {
  if (pgp === null || boiId !== null || date !== null) return null;
  const numbered = editions.filter((edition) => edition.pgp === pgp);
  const [first] = numbered;
  return first && numbered.length === 1 && !first.isShown ? first : null;
}

function editionOf(
  editions: readonly NamedEdition[],
  { date, isWithin, pgp }: NamedPublication,
): NamedEdition | undefined {
  if (date === null) return editions.find(({ isShown }) => isShown);
  if (isWithin) return editionAt(editions, date);
  const begun = editions.filter(({ date_debut }) => date_debut === date);
  return begun.find((edition) => edition.pgp === pgp) ?? begun.find(({ isShown }) => isShown) ?? begun[0];
}

interface DocumentPlace {
  readonly boiId: string;
  readonly numero: string | null;
  readonly date: string | null;
}

function lectureOf(
  { boiId, numero, date }: DocumentPlace,
  { date: said, isWithin }: NamedPublication,
  { detenu, isFound }: { readonly detenu: boolean; readonly isFound: boolean },
): string {
  const what = numero === null ? `Le document ${boiId}` : `Le § ${numero} de ${boiId}`;
  const within = isWithin && said !== null ? `, en vigueur le ${frenchDate(said)}` : "";
  const edition =
    date === null ? "" : isFound ? `, édition du ${frenchDate(date)}${within}` : dayOf(date, isWithin);
  if (detenu) return `${what}${edition}.`;
  return isFound
    ? `${what}${edition} : cette édition n'a pas ce §.`
    : `${what}${edition} : ${numero === null && date === null ? "ce texte" : "cette édition"} n'est pas détenu${date === null && numero === null ? "" : "e"}.`;
}

function dayOf(date: string, isWithin: boolean): string {
  return isWithin ? `, édition en vigueur le ${frenchDate(date)}` : `, édition du ${frenchDate(date)}`;
}

function apiPathOf({ boiId, numero, date }: DocumentPlace): string {
  if (numero === null)
    return documentApiPath(boiId, date === null ? { kind: "shown" } : { kind: "edition", date });
  const path = `${documentApiPath(boiId, { kind: "shown" })}/paragraphes/${encodeURIComponent(numero)}`;
  return date === null ? path : `${path}?date=${date}`;
}

function pagePathOf({ boiId, numero, date }: DocumentPlace): string {
  return consultationPath(boiId, date) + (numero === null ? "" : `#${paragraphAnchor(numero)}`);
}

function unheldNumber({ pgp, date, numero }: NamedPublication): Resolved {
  const lecture = `Le numéro ${pgp}-PGP : ce service ne détient aucun document de ce numéro.`;
  return { ...UNKNOWN, lecture, pgp, date, numero };
}

function unheld(
  { boiId, actualite, pgp, date, numero, isBare }: NamedPublication,
  { series }: HeldNames,
): Resolved[] {
  if (boiId === null) {
    const lecture = `L'actualité ${actualite}, que ce service ne détient pas.`;
    return [{ ...UNKNOWN, lecture, genre: "actualite", pgp, date, cle: actualite }];
  }
  if (isBare && !series.includes(boiId.split("-")[1] ?? "")) return [];
  const genre = numero === null ? (date === null ? "document" : "edition") : "paragraphe";
  const lecture = `Le document ${boiId}, que ce service ne détient pas.`;
  return [{ ...UNKNOWN, lecture, genre, boi_id: boiId, numero, date, pgp }];
}
