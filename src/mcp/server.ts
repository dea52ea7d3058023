import {
  type GetPromptResult,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { config, locales } from "zod";
import { LAW_OF_PAST_DOCTRINE } from "../../bofip/law/past-doctrine.ts";
import { recentChanges } from "../features/changes/tool.ts";
import { checkCitations } from "../features/citations/tool.ts";
import { compareEditions } from "../features/comparison/tool.ts";
import { getContext } from "../features/context/tool.ts";
import { FullDocument } from "../features/documents/answer.ts";
import { documentLines, getBoi } from "../features/documents/tool.ts";
import { related } from "../features/graph/tool.ts";
import { semanticSearch } from "../features/hybrid/tool.ts";
import { law, lawArticle } from "../features/law/tool.ts";
import { getNews } from "../features/news/tool.ts";
import { ParagraphAnswer } from "../features/paragraphs/answer.ts";
import { getParagraph, paragraphLines } from "../features/paragraphs/tool.ts";
import { browsePlan } from "../features/plan/tool.ts";
import { search } from "../features/search/tool.ts";
import { getTable } from "../features/tables/tool.ts";
import { checkReferences } from "../features/tracking/tool.ts";
import { ATTRIBUTION, SERVICE, VERSION } from "../http/attribution.ts";
import { type Api, pathOf, ToolFault } from "./api.ts";
import { argumentsOf, isoDay, type McpTool } from "./inputs.ts";

// The library of the protocol words by it what it refuses itself: a model reads that in the language of the tools too.
config(locales.fr());

const INSTRUCTIONS = `Doctrine fiscale française tirée du BOFiP-Impôts, datée ; rien n'est connu après le jour jusqu'auquel parlent les sources. Démarche :
1. get_context donne les § entiers qui répondent à une question, avec leur citation ; search (termes précis) ou semantic_search (langage courant) donnent des documents, avec le § où se trouve l'extrait.
2. get_boi sur ce § lit le texte entier, get_paragraph ce § seul avec son empreinte, get_table un barème ou des taux cellule par cellule ; ne répondez pas sur la foi d'un extrait. Pour un jour passé, donnez « date » : c'est le texte de ce jour-là, quand il est détenu.
3. law part d'un article de loi, d'une décision, d'une loi ou d'une réponse ministérielle ; related suit les renvois ; browse_plan situe une matière ; recent_changes dit ce qui a changé, compare_editions en quoi, get_news ce qui a été annoncé.
4. check_citations vérifie, avant de répondre, que chaque citation existe, que les mots cités y sont, et où sont ceux qui n'ont pas de référence ; check_references dit si des § retenus autrefois sont encore en vigueur mot pour mot.
Citez l'identifiant, le §, la date de l'édition et le lien officiel. Les montants changent souvent : vérifiez l'édition. Chaque appel consomme le quota de la clé : des requêtes courtes et précises valent mieux que beaucoup de pages.
Un document retiré, remplacé ou transféré n'est plus en vigueur : dites-le, et n'en concluez rien en droit. ${LAW_OF_PAST_DOCTRINE} Une réponse individuelle (L. 80 B) sert son destinataire.
Un document ou un § se lit aussi comme ressource : doctrine://BOI-IR-LIQ-20-10/10?date=2025-07-01.
La doctrine commente la loi, elle ne la remplace pas ; service indépendant de l'administration.`;

/** The tools, in the order in which they are listed. */
export const TOOLS: readonly McpTool[] = [
  getContext,
  search,
  semanticSearch,
  getBoi,
  getParagraph,
  getTable,
  compareEditions,
  browsePlan,
  related,
  recentChanges,
  getNews,
  law,
  lawArticle,
  checkCitations,
  checkReferences,
];

/** None of the lists ever changes: there is nothing to subscribe to. */
const STILL = { listChanged: false };

/** Creates an MCP server whose tools and resources are asked of the API; it keeps no state between two calls. */
export function createMcpServer(api: Api, clock: () => Date): McpServer {
  const server = new McpServer(
    { name: SERVICE, title: "Doctrine fiscale française (BOFiP)", version: VERSION },
    { instructions: INSTRUCTIONS, capabilities: { tools: STILL, prompts: STILL, resources: STILL } },
  );
  for (const tool of TOOLS) tool.register(server, { api, clock });
  registerPrompts(server);
  registerResources(server, api);
  return server;
}

/**
 * What a person attaches to a conversation, each with its day or without: the protocol's templates have no optional
 * part that the library reads back. The dated ones come first, because a part without a day takes what follows it.
 */
const TEMPLATES = [
  ["paragraphe_a_une_date", "Un § à une date", "doctrine://{boi_id}/{numero}?date={date}"],
  ["document_a_une_date", "Un document à une date", "doctrine://{boi_id}?date={date}"],
  ["paragraphe", "Un § en vigueur", "doctrine://{boi_id}/{numero}"],
  ["document", "Un document en vigueur", "doctrine://{boi_id}"],
] as const;

/** Refusals of what isn't there, as the protocol tells them apart. */
const ABSENT: ReadonlySet<string | null> = new Set([
  "unknown_document",
  "unknown_paragraph",
  "edition_not_held",
]);

/** Registers the documents and their §, at any date, as the protocol's resources. */
function registerResources(server: McpServer, api: Api): void {
  for (const [name, title, template] of TEMPLATES) {
    server.registerResource(
      name,
      new ResourceTemplate(template, { list: undefined }),
      { title, mimeType: "text/plain" },
      async (uri) => {
        const lines = await linesOf(api, uri).catch((error) => {
          if (!(error instanceof ToolFault) || !ABSENT.has(error.code)) throw error;
          throw new ResourceNotFoundError(uri.href, error.message);
        });
        const text = [...lines, `Source : ${ATTRIBUTION}`].join("\n");
        return { contents: [{ uri: uri.href, mimeType: "text/plain", text }] };
      },
    );
  }
}

async function linesOf(api: Api, { hostname: boiId, pathname, searchParams }: URL): Promise<string[]> {
  const date = searchParams.get("date") ?? undefined;
  // Already encoded, as the API's own paths are.
  const numero = pathname.slice(1);
  const document = pathOf`/v1/boi/${boiId}`;
  return numero === ""
    ? documentLines(await api.get(document, FullDocument, { date }))
    : paragraphLines(await api.get(`${document}/paragraphes/${numero}`, ParagraphAnswer, { date }));
}

/** The protocol's prompts: what a person picks in a menu, and sends to the model with their words. */
function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "verifier_une_note",
    {
      title: "Vérifier une note",
      description:
        "Relit une note qui cite la doctrine : chaque citation, chaque mot repris, et ce qui a changé depuis.",
      argsSchema: argumentsOf({
        note: t.String({ description: "Le texte de la note.", minLength: 1 }),
        date: isoDay({ description: "Jour auquel la juger, AAAA-MM-JJ ; par défaut, aujourd'hui." }),
      }),
    },
    ({ note, date }) =>
      asked(`Vérifie la note ci-dessous avec les outils de la doctrine fiscale${dated(date)}.
1. Donne-la entière à check_citations${date === undefined ? "" : `, avec date = ${date}`}.
2. Pour chaque citation qui n'est pas « verifiee », lis le § avec get_paragraph, et dis ce qui est faux, et ce qu'il dit vraiment, mot pour mot.
3. Pour chaque citation « remplacee », compare_editions dit ce qui a changé : dis si la note en dépend.
4. Ce qui est « non détenu » ou « inconnu » n'est pas inexistant : dis-le ainsi. Les références non lues restent à vérifier à la main : donne-en la liste.
Rends un tableau (citation, état, ce qu'il faut corriger), puis la note corrigée, chaque citation sous la forme « à citer ainsi ». Dis jusqu'à quel jour parlent les sources.

La note :
${note}`),
  );
  server.registerPrompt(
    "preparer_une_reponse",
    {
      title: "Préparer une réponse sourcée",
      description:
        "Répond à une question par la doctrine seule, chaque affirmation avec son §, vérifiée avant d'être rendue.",
      argsSchema: argumentsOf({
        question: t.String({ description: "La question, en langage courant.", minLength: 3, maxLength: 500 }),
        date: isoDay({ description: "Jour dont compte la doctrine, AAAA-MM-JJ ; par défaut, aujourd'hui." }),
      }),
    },
    ({ question, date }) =>
      asked(`Prépare une réponse sourcée à cette question, par la doctrine fiscale${dated(date)} : ${question}
1. get_context avec la question${date === undefined ? "" : ` et date = ${date}`}. S'il est refusé ou ne suffit pas : search, puis get_boi sur le § trouvé.
2. Lis ce à quoi renvoient les § retenus (exceptions, définitions), et les tableaux avec get_table pour un montant ou un taux.
3. Écris la réponse : chaque affirmation porte le § qui la fonde, cité comme l'outil le dit, avec ses mots entre guillemets quand ils comptent. Ce que les § ne disent pas, dis que la doctrine lue ne le dit pas.
4. Donne la réponse à check_citations${date === undefined ? "" : `, avec date = ${date}`}, et corrige jusqu'à ce que son bilan ne compte que des justes.
Finis par les liens des pages datées, le jour jusqu'auquel parlent les sources, et l'empreinte de chaque § retenu (get_paragraph) : check_references dira plus tard ce qui a changé.`),
  );
}

function asked(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

function dated(date: string | undefined): string {
  return date === undefined ? " d'aujourd'hui" : ` du ${date}`;
}
