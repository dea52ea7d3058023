import type { GetPromptResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { isoDay } from "./inputs.ts";

/** The protocol's prompts: what a person picks in a menu, and sends to the model with their words. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "verifier_une_note",
    {
      title: "Vérifier une note",
      description:
        "Relit une note qui cite la doctrine : chaque citation, chaque mot repris, et ce qui a changé depuis.",
      argsSchema: z.object({
        note: z.string().min(1).describe("Le texte de la note."),
        date: isoDay.optional().describe("Jour auquel la juger, AAAA-MM-JJ ; par défaut, aujourd'hui."),
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
      argsSchema: z.object({
        question: z.string().min(3).max(500).describe("La question, en langage courant."),
        date: isoDay
          .optional()
          .describe("Jour dont compte la doctrine, AAAA-MM-JJ ; par défaut, aujourd'hui."),
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
