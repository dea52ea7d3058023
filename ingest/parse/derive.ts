import { readCitations } from "../../bofip/citations/read-citations.ts";
import { frenchDate } from "../../bofip/days/days.ts";
import { type CitedEntry, gatherArticles, gatherCitedLaw } from "../../bofip/law/cited/entries.ts";
import { evenOut } from "../../bofip/reading/cursor.ts";
import type { InternalReference } from "../../db/schema/documents.ts";
import { numbersOfDays, type ReadBody, readBody, UNHELD_DAY } from "./html.ts";
import {
  NO_PGP,
  type PgpContext,
  type PgpLink,
  pgpLinksOf,
  resolveCitations,
  withDays,
  withRelations,
} from "./pgp.ts";
import { CitedPlaces, findCitations, groupReferences, type References } from "./references.ts";
import { recogniseTombstone, type Tombstone } from "./tombstone.ts";

/**
 * Version of everything below: parser, sanitiser, references, articles, cited law, tables, tombstones, and the passages cut from it. Raise
 * it with any change of their results: the stored editions are then derived again from their raw source.
 */
export const DERIVATION_VERSION = 9;

interface RawSource {
  /** `BOI-…` or `ACTU-…`, without date. */
  readonly id: string;
  /** Absent when only its words matter. */
  readonly titre?: string;
  /** Start of validity, or the day of an actualité, `YYYY-MM-DD`; absent when only its words matter. */
  readonly date?: string;
  readonly html: string | null;
  readonly texte: string | null;
}

/** Everything computed from one raw source; nothing else counts except the documents, and the days, that PGP numbers resolve to. */
export interface Derived
  extends References,
    Pick<ReadBody, "html" | "blocks" | "texte" | "paragraphes" | "reserves" | "images"> {
  /** § of itself that it refers to, in the order of the text. */
  readonly renvoisInternes: readonly InternalReference[];
  /** By kind, articles first, then in the order of the text. */
  readonly law: readonly CitedEntry[];
  /** The part that depends on the rest of the corpus. */
  readonly pgpLinks: readonly PgpLink[];
  /** Not null when the document contains no doctrine; always null for an actualité. */
  readonly tombstone: Tombstone | null;
}

/** Derives from a raw source what the service shows, searches and links. Pure; never throws, whatever the input. */
export function deriveEdition(source: RawSource, pgp: PgpContext = NO_PGP): Derived {
  const { titre = "" } = source;
  const body = readBody(source.html, source.texte, (number) => wordsOfDay(number, source, pgp));
  const { texte, paragraphes } = body;
  const citing = { titre, ...body };
  const written = evenOut(texte);
  const places = new CitedPlaces(body, readCitations(texte, written));
  const found = findCitations(body, places, source.id);
  const citations = resolveCitations(found, pgp, source.id);
  const links = pgpLinksOf(found, pgp);
  const { references, actualites } = groupReferences(citations, paragraphes);
  return {
    html: body.html,
    blocks: body.blocks,
    texte,
    paragraphes,
    reserves: body.reserves,
    images: body.images,
    renvoisInternes: places.ofItself(source.id),
    references: withRelations(references, links, source.id),
    actualites,
    pgpLinks: withDays(links, [source.html, source.texte].flatMap(numbersOfDays), pgp),
    law: [...gatherArticles(citing, written), ...gatherCitedLaw(citing, written)],
    tombstone: source.id.startsWith("BOI-")
      ? recogniseTombstone(body, citations, { id: source.id, titre })
      : null,
  };
}

function wordsOfDay(pgp: number | null, { date }: RawSource, { days }: PgpContext): string {
  const day = date === undefined || pgp === null ? date : days?.dayOf(pgp, date);
  return typeof day === "string" ? frenchDate(day) : UNHELD_DAY;
}
