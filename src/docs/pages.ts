import { PAGE_POLICY } from "../pages/answer.ts";
import type { DocPage } from "./context.ts";
import { authenticationPage } from "./pages/authentication.tsx";
import { citationsPage } from "./pages/citations.tsx";
import { errorsPage } from "./pages/errors.tsx";
import { lawPage } from "./pages/law.tsx";
import { licencePage } from "./pages/licence.tsx";
import { limitsPage } from "./pages/limits.tsx";
import { mcpPage } from "./pages/mcp.tsx";
import { mirrorPage } from "./pages/mirror.tsx";
import { proofPage } from "./pages/proof.tsx";
import { referencePage } from "./pages/reference.tsx";
import { searchPage } from "./pages/search.tsx";
import { startPage } from "./pages/start.tsx";
import { tryItPage } from "./pages/try-it.tsx";
import { versionsPage } from "./pages/versions.tsx";
import type { DocSlug } from "./site.ts";
import { TRY_IT_POLICY } from "./try-it/assets.ts";

/** How each page of the documentation is made. */
export const RENDERERS: Readonly<Record<DocSlug, DocPage>> = {
  demarrer: startPage,
  authentification: authenticationPage,
  limites: limitsPage,
  recherche: searchPage,
  articles: lawPage,
  citations: citationsPage,
  prouver: proofPage,
  reference: referencePage,
  essayer: tryItPage,
  miroir: mirrorPage,
  erreurs: errorsPage,
  mcp: mcpPage,
  versions: versionsPage,
  licence: licencePage,
};

/** What a page may load: its stylesheet alone, but for the one that runs Swagger UI. */
export function policyOf(slug: DocSlug): string {
  return slug === "essayer" ? TRY_IT_POLICY : PAGE_POLICY;
}
