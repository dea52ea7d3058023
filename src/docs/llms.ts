import { ATTRIBUTION } from "../http/attribution.ts";
import type { DocContext } from "./context.ts";
import { DOC_PAGES } from "./site.ts";

/** The site on one page of Markdown, for language models (llmstxt.org). */
export function llmsText({ operations, publicUrl }: DocContext): string {
  const pages = DOC_PAGES.filter(({ slug }) => slug !== "essayer").map(
    ({ path, label, summary }) => `- [${label}](${publicUrl}${path}) : ${summary}`,
  );
  const routes = operations.map(
    ({ method, path, page, summary, description }) =>
      `- [${method} ${path}](${publicUrl}${page}) : ${summary}. ${description}`,
  );
  return `# API de la doctrine fiscale

> La doctrine fiscale française (BOFiP-Impôts) en JSON : recherche, documents entiers et leurs paragraphes numérotés, renvois, plan de classement, éditions, changements. Clé dans l'en-tête X-API-Key ; adresse ${publicUrl}/v1.

Chaque réponse porte \`source\`, mention à conserver : ${ATTRIBUTION}. Service indépendant, sans lien avec l'administration ; seule la publication officielle fait foi.

## Documentation

${pages.join("\n")}

## Machines

- [Document OpenAPI](${publicUrl}/openapi.json) : toutes les routes, leurs champs et des exemples.
- [Serveur MCP](${publicUrl}/mcp) : outils en lecture seule, en streamable HTTP, avec la même clé.

## Routes

${routes.join("\n")}
`;
}
