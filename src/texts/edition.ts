import { parisDay } from "../../bofip/days/days.ts";
import { paragraphText } from "../../bofip/paragraphs/paragraph-index.ts";
import { certaintyOf, toldDay, UNCERTAIN } from "../../bofip/sources/certainty.ts";
import type { DocumentTable } from "../../bofip/tables/read-tables.ts";
import { fingerprint } from "../../bofip/text/fingerprint.ts";
import type { StoredEdition, ToldEdition } from "../../db/queries/documents.ts";
import type { AskedText } from "../schemas/parameters/asked-text.ts";
import type { Edition, KnownEdition, ParagraphEdition } from "./edition-answer.ts";
import { placeOf, type Site } from "./place.ts";

export interface EditionDeps extends Site {
  readonly clock: () => Date;
}

/** Identifies a text and what proves it. @param asked day that was asked for; null for none. */
export function editionOf(deps: EditionDeps, stored: ToldEdition, asked: string | null): Edition {
  const { date_publication: date_debut, date_mise_a_jour: date_fin, pgp, fin_constatee, url } = stored;
  const { attestee_jusqu_au, sayings: observations } = stored;
  const jour = toldDay({ date_debut, date_fin }, { asked, today: parisDay(deps.clock()) });
  return {
    date_debut,
    date_fin,
    pgp,
    ...certaintyOf({ date_debut, date_fin, attestee_jusqu_au, observations }, jour),
    fin_constatee,
    empreinte: stored.empreinte,
    empreinte_source: stored.empreinte_source,
    redactions: stored.redactions,
    ...placeOf(deps, { ...placing(stored), numero: null, empreinte: contestedOr(stored, stored.empreinte) }),
    url,
  };
}

/** `editionOf` for a document whose text may not be stored: there is then no proof, no citation and no start day. */
export function knownEditionOf(deps: EditionDeps, stored: StoredEdition, asked: string | null): KnownEdition {
  const edition = editionOf(deps, stored, asked);
  return stored.texte_detenu ? edition : { ...edition, ...NO_TEXT };
}

/** A source that shows a notice attests no text. */
const NO_TEXT = {
  date_debut: null,
  ...UNCERTAIN,
  empreinte: null,
  empreinte_source: null,
  citation: null,
} as const;

/** The edition of a §, with what first brought its text. */
export function paragraphEditionOf(
  deps: EditionDeps,
  stored: ToldEdition,
  asked: string | null,
): ParagraphEdition {
  const [first] = stored.sayings;
  if (first === undefined) throw new Error(`${stored.boi_id}: a text that no source said`);
  const { recue_le, genre, fichier, empreinte_fichier, date_source } = first;
  return {
    ...editionOf(deps, stored, asked),
    recue_le,
    provenance: { genre, fichier, empreinte_fichier, date_source },
  };
}

/** The day requested for a text, `YYYY-MM-DD`; null for none. */
export function askedDay(asked: AskedText): string | null {
  if (asked.kind === "day") return asked.date;
  return asked.kind === "wording" ? (asked.edition?.date ?? null) : null;
}

/** The citation and the page of a § of an edition. @param empreinte of the §. */
export function placeOfParagraph(
  site: Site,
  stored: ToldEdition,
  { numero, empreinte }: { readonly numero: string; readonly empreinte: string },
) {
  return placeOf(site, { ...placing(stored), numero, empreinte: contestedOr(stored, empreinte) });
}

/** The citation of what contains a table of an edition, and the page that shows the table. */
export function placeOfTable(
  site: Site,
  stored: StoredEdition,
  { paragraphe, rang }: Pick<DocumentTable, "paragraphe" | "rang">,
) {
  const empreinte = stored.is_contested ? fingerprintOfPart(stored, paragraphe) : null;
  return placeOf(site, { ...placing(stored), numero: paragraphe, empreinte, tableau: rang });
}

function fingerprintOfPart(
  { contenu_texte, spans, empreinte }: StoredEdition,
  numero: string | null,
): string {
  const texte = numero === null ? null : paragraphText(contenu_texte, spans, numero);
  return texte === null ? empreinte : fingerprint(texte);
}

function placing(stored: ToldEdition) {
  const { boi_id: boiId, date_publication: date, statut, date_mise_a_jour: end, is_shown } = stored;
  return {
    boiId,
    date,
    retireLe: statut === "retire" ? end : null,
    otherWording: is_shown ? null : stored.empreinte,
  };
}

function contestedOr({ is_contested }: ToldEdition, empreinte: string): string | null {
  return is_contested ? empreinte : null;
}
