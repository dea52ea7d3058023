import { DOC_PAGES } from "../../../src/docs/site.ts";

/** One address of each kind of public page. */
export const PUBLIC_PAGES = [
  "/",
  "/?q=impot+sur+le+revenu&chemin=IR",
  "/consultation/BOI-IR-LIQ-20-10",
  "/consultation/BOI-IR-LIQ-20-10/2025-04-14",
  "/consultation/BOI-IR-RICI-350",
  "/consultation/BOI-RES-IR-000001",
  "/consultation/BOI-ANNX-000001",
  "/consultation/BOI-INCONNU",
  "/plan",
  "/plan/IR/LIQ",
  "/consultation/BOI-IR-LIQ-20-20/citants",
  "/journal",
  "/articles/CGI/156",
  "/docs",
] as const;

/** The pages of the documentation that are ours throughout; /docs/essayer shows Swagger UI. */
export const DOCUMENTATION_PAGES = [
  ...DOC_PAGES.filter(({ slug }) => slug !== "essayer").map(({ path }) => path),
  "/docs/reference/boi-id",
  "/docs/reference/search-hybride",
];

/** One address of each kind of page of the documentation: prose with examples, a table, the routes, one of them. */
export const KINDS_OF_DOCUMENTATION = [
  "/docs/recherche",
  "/docs/erreurs",
  "/docs/reference",
  "/docs/reference/boi-id",
] as const;

/** One address of each kind of page that the operator sees. */
export const OPERATOR_PAGES = [
  "/admin",
  "/admin/tableau/cles",
  "/admin/tableau/ingestions",
  "/admin/tableau/ingestions/1",
] as const;
