import { z } from "zod";
import { DOCUMENT_TYPES } from "../../db/schema/documents.ts";
import type { AskedFilter } from "../schemas/parameters/filters.ts";

const words = z.string().optional();

/** The filters of the API's searches, as the tools that search take them; `search` says what each keeps to. */
export const FILTERS = {
  domaine: words,
  type: z.enum(DOCUMENT_TYPES).optional(),
  matiere: words,
  chemin: words,
  article: words,
  decision: words,
  norme: words,
  reponse: words,
} satisfies Record<keyof AskedFilter, z.ZodType>;

export const domaine = words.describe(
  "Du plan : IR, BIC, IS, TVA, ENR, PAT, CF, RES… (browse_plan les liste).",
);

/** The same, described: once is enough in a list of tools that is read whole. */
export const DESCRIBED_FILTERS = {
  domaine,
  type: FILTERS.type,
  matiere: words.describe("Dont ils traitent, rescrits compris : TVA."),
  chemin: words.describe("Nœud du plan : IR/LIQ."),
  article: words.describe("Qu'ils citent : CGI:150 U."),
  decision: words.describe("Par sa clé : CE-402006."),
  norme: words.describe("Par sa clé : loi-2007-1223."),
  reponse: words.describe("Ministérielle, par sa clé."),
} satisfies typeof FILTERS;
