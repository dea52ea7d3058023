import type { StoredEdition } from "../../../db/queries/documents.ts";
import { certaintyOn } from "../../../db/queries/texts/editions-at.ts";
import type { Edition, KnownEdition } from "../../schemas/answers/texts/edition.ts";
import { placeOf, type Site } from "./place.ts";

/** Which text is given, and what proves it. @param day that was asked; null for its first. */
export function editionOf(site: Site, stored: StoredEdition, day: string | null): Edition {
  const { date_publication: date, date_mise_a_jour: date_fin, pgp, fin_constatee, url } = stored;
  return {
    date_debut: date,
    date_fin,
    pgp,
    certitude: certaintyOn(stored, day ?? date),
    fin_constatee,
    empreinte: stored.empreinte,
    empreinte_source: stored.empreinte_source,
    redactions: stored.redactions,
    ...placeOf(site, { ...placing(stored), numero: null, empreinte: contestedOr(stored, stored.empreinte) }),
    url,
  };
}

/** The same of a document of which a text may not be held: nothing is then proved, nor cited, and no day began it. */
export function knownEditionOf(site: Site, stored: StoredEdition, day: string | null): KnownEdition {
  const edition = editionOf(site, stored, day);
  return stored.texte_detenu ? edition : { ...edition, ...NO_TEXT };
}

/** A source that shows a notice attests no text. */
const NO_TEXT = {
  date_debut: null,
  certitude: "presumee",
  empreinte: null,
  empreinte_source: null,
  citation: null,
} as const;

/** The citation and the page of a § of an edition. @param empreinte of the §. */
export function placeOfParagraph(
  site: Site,
  stored: StoredEdition,
  { numero, empreinte }: { readonly numero: string; readonly empreinte: string },
) {
  return placeOf(site, { ...placing(stored), numero, empreinte: contestedOr(stored, empreinte) });
}

function placing(stored: StoredEdition) {
  const { boi_id: boiId, date_publication: date, statut, date_mise_a_jour: end, is_shown } = stored;
  return {
    boiId,
    date,
    retireLe: statut === "retire" ? end : null,
    otherWording: is_shown ? null : stored.empreinte,
  };
}

function contestedOr({ is_contested }: StoredEdition, empreinte: string): string | null {
  return is_contested ? empreinte : null;
}
