import { setImmediate as nextTurn } from "node:timers/promises";
import { swagger } from "@elysiajs/swagger";
import { Type } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { OpenAPIV3 } from "openapi-types";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
import { VERSION } from "../http/version.ts";
import { withExamples } from "./examples/illustrate.ts";
import { repairDocument } from "./openapi.ts";

const TAGS = [
  { name: "Recherche", description: "Trouver des documents." },
  { name: "Documents", description: "Lire un document, ses renvois, ses éditions." },
  { name: "Plan", description: "Parcourir le plan de classement." },
  { name: "Articles de loi", description: "Aller d'un article à la doctrine qui le commente." },
  {
    name: "Décisions et textes",
    description: "Aller d'une décision, d'une loi ou d'une réponse ministérielle à la doctrine qui la cite.",
  },
  { name: "Suivi", description: "Suivre les publications." },
  { name: "Compte", description: "Suivre l'usage d'une clé." },
  { name: "Service", description: "État du service ; sans clé." },
];

const DESCRIPTION = `Doctrine fiscale française (BOFiP-Impôts) en JSON : recherche, documents, renvois, plan, éditions.

Chaque réponse porte \`source\`, mention à conserver. Service indépendant, sans lien avec l'administration qui publie.`;

/** As far as the plugin can be mistaken: that it describes nothing. */
const parseDocument = jsonParser(
  Type.Unsafe<OpenAPIV3.Document>(
    Type.Object({ openapi: Type.String(), info: Type.Object({}), paths: Type.Object({}) }),
  ),
);

/**
 * The OpenAPI document of the described routes. The plugin is asked on an instance of its own, since what it
 * would serve must be repaired first. The steps take turns: together they would hold the event loop for 50 ms and more.
 * @param publicUrl the server address that the document names.
 */
export async function describeRoutes(described: AnyElysia, publicUrl: string): Promise<OpenAPIV3.Document> {
  const documentation = {
    info: { title: "API de la doctrine fiscale", version: VERSION, description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/docs`, description: "Documentation" },
    tags: TAGS,
    components: {
      securitySchemes: { ApiKey: { type: "apiKey" as const, in: "header" as const, name: "X-API-Key" } },
    },
    security: [{ ApiKey: [] }],
  };
  const plugin = swagger({ path: "/page", specPath: "/specification", documentation });
  const answer = await new Elysia()
    .use(plugin)
    .use(described)
    .handle(new Request("http://localhost/specification"));
  const text = await answer.text();
  await nextTurn();
  const document = parseDocument(text);
  if (document instanceof InvalidJson) throw new Error("the plugin gives no OpenAPI document");
  const repaired = repairDocument(document);
  await nextTurn();
  return withExamples(repaired, publicUrl);
}
