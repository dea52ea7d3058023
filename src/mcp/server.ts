import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { LAW_OF_PAST_DOCTRINE } from "../../bofip/law/past-doctrine.ts";
import { SERVICE, VERSION } from "../http/version.ts";
import type { Api } from "./api.ts";
import { registerPrompts } from "./prompts.ts";
import { registerResources } from "./resources.ts";
import { registerBrowsePlan } from "./tools/browse-plan.ts";
import { registerCheckCitations } from "./tools/check-citations.ts";
import { registerCheckReferences } from "./tools/check-references.ts";
import { registerCompareEditions } from "./tools/compare-editions.ts";
import { registerGetBoi } from "./tools/get-boi.ts";
import { registerGetContext } from "./tools/get-context.ts";
import { registerGetNews } from "./tools/get-news.ts";
import { registerGetParagraph } from "./tools/get-paragraph.ts";
import { registerGetTable } from "./tools/get-table.ts";
import { registerLaw } from "./tools/law.ts";
import { registerLawArticle } from "./tools/law-article.ts";
import { registerRecentChanges } from "./tools/recent-changes.ts";
import { registerRelated } from "./tools/related.ts";
import { registerSearch } from "./tools/search.ts";
import { registerSemanticSearch } from "./tools/semantic-search.ts";

// A model that sends a wrong argument reads the reason in the language of the tools.
z.config(z.locales.fr());

const INSTRUCTIONS = `Doctrine fiscale française tirée du BOFiP-Impôts, datée ; rien n'est connu après le jour jusqu'auquel parlent les sources. Démarche :
1. get_context donne les § entiers qui répondent à une question, avec leur citation ; search (termes précis) ou semantic_search (langage courant) donnent des documents, avec le § où se trouve l'extrait.
2. get_boi sur ce § lit le texte entier, get_paragraph ce § seul avec son empreinte, get_table un barème ou des taux cellule par cellule ; ne répondez pas sur la foi d'un extrait. Pour un jour passé, donnez « date » : c'est le texte de ce jour-là, quand il est détenu.
3. law part d'un article de loi, d'une décision, d'une loi ou d'une réponse ministérielle ; related suit les renvois ; browse_plan situe une matière ; recent_changes dit ce qui a changé, compare_editions en quoi, get_news ce qui a été annoncé.
4. check_citations vérifie, avant de répondre, que chaque citation existe, que les mots cités y sont, et où sont ceux qui n'ont pas de référence ; check_references dit si des § retenus autrefois sont encore en vigueur mot pour mot.
Citez l'identifiant, le §, la date de l'édition et le lien officiel. Les montants changent souvent : vérifiez l'édition. Chaque appel consomme le quota de la clé : des requêtes courtes et précises valent mieux que beaucoup de pages.
Un document retiré, remplacé ou transféré n'est plus en vigueur : dites-le, et n'en concluez rien en droit. ${LAW_OF_PAST_DOCTRINE} Une réponse individuelle (L. 80 B) sert son destinataire.
Un document ou un § se lit aussi comme ressource : doctrine://BOI-IR-LIQ-20-10/10?date=2025-07-01.
La doctrine commente la loi, elle ne la remplace pas ; service indépendant de l'administration.`;

/** None of the lists ever changes: there is nothing to subscribe to. */
const STILL = { listChanged: false };

/** Creates an MCP server whose tools and resources are asked of the API; it keeps no state between two calls. */
export function createMcpServer(api: Api, clock: () => Date): McpServer {
  const server = new McpServer(
    { name: SERVICE, title: "Doctrine fiscale française (BOFiP)", version: VERSION },
    { instructions: INSTRUCTIONS, capabilities: { tools: STILL, prompts: STILL, resources: STILL } },
  );
  registerGetContext(server, api);
  registerSearch(server, api);
  registerSemanticSearch(server, api);
  registerGetBoi(server, api);
  registerGetParagraph(server, api);
  registerGetTable(server, api);
  registerCompareEditions(server, api);
  registerBrowsePlan(server, api);
  registerRelated(server, api);
  registerRecentChanges(server, api, clock);
  registerGetNews(server, api);
  registerLaw(server, api);
  registerLawArticle(server, api);
  registerCheckCitations(server, api);
  registerCheckReferences(server, api);
  registerPrompts(server);
  registerResources(server, api);
  return server;
}
