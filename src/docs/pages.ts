import { PAGE_POLICY } from "../pages/answer.ts";
import type { DocPage } from "./context.ts";
import { textPage } from "./markdown/text-page.tsx";
import { errorsPage } from "./pages/errors.tsx";
import { tryItPage } from "./pages/try-it.tsx";
import type { DocSlug } from "./site.ts";
import { TRY_IT_POLICY } from "./try-it/assets.ts";

/** How each page of the list is made: of its text, but for those that only the code can tell. */
export const RENDERERS: Readonly<Record<DocSlug, DocPage>> = {
  demarrer: textPage("demarrer"),
  miroir: textPage("miroir"),
  prouver: textPage("prouver"),
  articles: textPage("articles"),
  tableaux: textPage("tableaux"),
  citations: textPage("citations"),
  suivi: textPage("suivi"),
  recherche: textPage("recherche"),
  agents: textPage("agents"),
  reference: textPage("reference"),
  erreurs: errorsPage,
  essayer: tryItPage,
  authentification: textPage("authentification"),
  limites: textPage("limites"),
  vocabulaire: textPage("vocabulaire"),
  etat: textPage("etat"),
  sens: textPage("sens"),
  versions: textPage("versions"),
  licence: textPage("licence"),
};

/** What a page may load: its stylesheet alone, but for the one that runs Swagger UI. */
export function policyOf(slug: DocSlug): string {
  return slug === "essayer" ? TRY_IT_POLICY : PAGE_POLICY;
}
