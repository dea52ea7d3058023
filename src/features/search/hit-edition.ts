import { parisDay } from "../../../bofip/days/paris-day.ts";
import { certaintyOf, toldDay } from "../../../bofip/sources/certainty.ts";
import type { SearchedEditions } from "../../../db/engine/dated-texts.ts";
import type { HitSource } from "../../../db/queries/hits.ts";
import type { TextSpan } from "../../../db/queries/kept-texts.ts";
import { placeOfHit, type Site } from "../texts/place.ts";
import type { HitEdition } from "./answer.ts";

/** What hits are made from, beside their own source. */
export interface HitDeps extends Site {
  readonly clock: () => Date;
}

/** The edition that a hit shows, as certain as on the day that the search looks at (contract, « Search at a date »). */
export function editionOfHit(
  { clock }: Pick<HitDeps, "clock">,
  { date_publication: date_debut, date_fin, attestee_jusqu_au, observations }: HitSource,
  editions: SearchedEditions,
): HitEdition {
  const asked = editions.kind === "on" ? editions.day : null;
  const jour = toldDay({ date_debut, date_fin }, { asked, today: parisDay(clock()) });
  const { certitude } = certaintyOf({ date_debut, date_fin, attestee_jusqu_au, observations }, jour);
  return { date_debut, date_fin, certitude };
}

/** The fields of a hit that give its document, its edition and where to read it. @param span the § that is shown. */
export function identityOfHit(
  deps: HitDeps,
  source: HitSource,
  { span, editions }: { readonly span: TextSpan | undefined; readonly editions: SearchedEditions },
) {
  return {
    domaine: source.domaine,
    type: source.type,
    matiere: source.matiere,
    date_publication: source.date_publication,
    url: source.url,
    edition: editionOfHit(deps, source, editions),
    ...placeOfHit(deps, source, span),
  };
}
