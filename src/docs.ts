import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import type { OpenAPIV3 } from "openapi-types";
import { repairDocument } from "./openapi.ts";
import { VERSION } from "./version.ts";

const ASSETS = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const;

const TAGS = [
  { name: "Recherche", description: "Trouver des documents." },
  { name: "Documents", description: "Lire un document, ses renvois, ses versions." },
  { name: "Plan", description: "Parcourir le plan de classement." },
  { name: "Suivi", description: "Suivre les publications." },
  { name: "Compte", description: "Suivre l'usage d'une clé." },
  { name: "Service", description: "État du service ; sans clé." },
];

const DESCRIPTION = `Doctrine fiscale française (BOFiP-Impôts) en JSON : recherche, documents, renvois, plan, versions.

Chaque réponse porte \`source\`, mention à conserver. Service indépendant, sans lien avec l'administration qui publie.`;

const INIT = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, persistAuthorization: false });`;

const PAGE = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API de la doctrine fiscale – documentation</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="swagger-ui"></main>
<noscript>Cette page a besoin de JavaScript ; le document OpenAPI est à l'adresse <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/init.js"></script>
</body>
</html>
`;

/** The page runs its own scripts only; Swagger UI writes styles and draws from `data:` images. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The OpenAPI document of the described routes at /openapi.json, and its page at /docs, which loads nothing
 * from elsewhere.
 * @param publicUrl the server address that the document names.
 */
export function docs(described: AnyElysia, publicUrl: () => string) {
  let document: Promise<string> | null = null;
  const openApi = () => {
    document ??= describe(described, publicUrl());
    return document;
  };
  const answer = (body: string | Blob, type: string) =>
    new Response(body, { headers: { "content-type": type } });
  const page = () => {
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": PAGE_POLICY };
    return new Response(PAGE, { headers });
  };
  const hidden = { detail: { hide: true } };
  return new Elysia({ name: "docs" })
    .get("/openapi.json", async () => answer(await openApi(), JSON_TYPE), hidden)
    .get("/docs", page, hidden)
    .get("/docs/init.js", () => answer(INIT, "text/javascript; charset=utf-8"), hidden)
    .get("/docs/swagger-ui.css", () => asset("swagger-ui.css"), hidden)
    .get("/docs/swagger-ui-bundle.js", () => asset("swagger-ui-bundle.js"), hidden);
}

const JSON_TYPE = "application/json; charset=utf-8";

/** The plugin is asked on an instance of its own, since what it would serve must be repaired first. */
async function describe(described: AnyElysia, publicUrl: string): Promise<string> {
  const documentation = {
    info: { title: "API de la doctrine fiscale", version: VERSION, description: DESCRIPTION },
    servers: [{ url: publicUrl }],
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
  const document: OpenAPIV3.Document = JSON.parse(await answer.text());
  return JSON.stringify(repairDocument(document));
}

function asset(name: keyof typeof ASSETS): Response {
  const file = Bun.file(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));
  return new Response(file, {
    headers: { "content-type": ASSETS[name], "cache-control": "public, max-age=86400" },
  });
}
