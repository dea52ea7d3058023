import { type ArrayOptions, FormatRegistry, type Static, type TSchema, Type as t } from "@sinclair/typebox";
import { isInstant } from "../../bofip/days/days.ts";
import { isRealDate } from "../../bofip/identifiers/identifier.ts";
import { Nullable } from "../../db/engine/parse-json.ts";
import { RefusalDetails } from "../http/errors/details.ts";
import { namedObject } from "./named-object.ts";

/** Schemas that several routes answer with. The attribution is added to every body by `http/plugin.ts`. */

const refusal = {
  error: namedObject("ApiError", {
    code: t.String({ description: "Stable : c'est lui que lit un programme." }),
    message: t.String({ description: "Pour le développeur, en français." }),
  }),
  doc_url: t.String({ description: "Ce que la documentation dit de ce code." }),
};

/** A refusal whose `details` may give a program what to ask instead. */
export const DetailedErrorAnswer = namedObject(
  "DetailedErrorAnswer",
  { ...refusal, details: t.Optional(RefusalDetails) },
  { description: "Refus : un code stable, un message en français et, pour certains codes, leur détail." },
);

const BadRequestAnswer = namedObject(
  "BadRequestAnswer",
  { ...refusal, details: t.Optional(RefusalDetails) },
  {
    description:
      "Demande à corriger ; `details.boi_id` est le document que désigne un identifiant mal écrit.",
  },
);

const ErrorAnswer = namedObject("ErrorAnswer", refusal, {
  description: "Refus : un code stable et un message en français.",
});

export const QuotaAnswer = namedObject(
  "QuotaAnswer",
  { ...refusal, upgrade_url: t.String({ description: "Où changer de formule." }) },
  { description: "Quota mensuel épuisé." },
);

// TypeBox rejects any value of an unregistered format. Elysia registers these two, but is not loaded everywhere.
FormatRegistry.Set("date", isRealDate);
FormatRegistry.Set("date-time", isInstant);

/** A day, `YYYY-MM-DD`. */
export const Day = t.String({ format: "date" });

/** `date_publication`: the start of validity of an edition. */
export const StartDay = t.String({
  format: "date",
  description: "Jour où l'édition est entrée en vigueur ; sans texte détenu, jour de l'avis.",
});

/** `date_mise_a_jour`: the end of validity of an edition. */
export const EndDay = Nullable(
  t.String({
    format: "date",
    description:
      "Jour où l'édition a cessé d'être en vigueur, remplacée ou retirée ; null tant qu'elle l'est.",
  }),
);

/** An instant, ISO 8601 UTC. */
export const Instant = t.String({ format: "date-time" });

export { Nullable };

/** An array that the answer does not own. */
export const List = <Schema extends TSchema>(items: Schema, options: ArrayOptions = {}) =>
  t.Unsafe<readonly Static<Schema>[]>(t.Array(items, options));

// A title is a name in the OpenAPI document, as that of `namedObject`: what several bodies list is named.
export const DocumentStatut = t.Union(
  [t.Literal("en_vigueur"), t.Literal("retire"), t.Literal("transfere")],
  {
    title: "DocumentStatus",
  },
);

export const DocumentKind = t.Union(
  [
    t.Literal("commentaire"),
    t.Literal("rescrit"),
    t.Literal("bareme"),
    t.Literal("formulaire"),
    t.Literal("lettre_type"),
    t.Literal("annexe"),
    t.Literal("cartographie"),
  ],
  { title: "DocumentKind" },
);

/** Whether a change is one of form or of substance. */
export const ChangeScope = t.Union([t.Literal("formelle"), t.Literal("fond")], { title: "ChangeScope" });

/** What a document is about. */
export const Matiere = Nullable(
  t.String({
    description:
      "Domaine dont traite le document : le sien, ou celui dont traite un rescrit, une annexe, un formulaire, une lettre ; null quand rien ne le dit.",
    examples: ["IR"],
  }),
);

/** A whole body's shape: with the attribution, and open to a later version's fields, where Elysia closes schemas. */
export const bodyWith = <Schema extends TSchema>(answer: Schema): Schema => ({
  ...answer,
  additionalProperties: true,
});

/** Keyword of the schemas whose bodies have `couverture`, which `http/plugin.ts` adds along with the attribution. */
export const TELLS_COVERAGE = "x-couverture";

/** The schema of an answer that depends on the corpus. */
export const covered = <Schema extends TSchema>(answer: Schema): Schema => ({
  ...answer,
  [TELLS_COVERAGE]: true,
});

/** A header of an answer, as OpenAPI 3.0 describes it. */
interface AnswerHeader {
  readonly description: string;
  readonly schema: { readonly type: "string"; readonly enum: readonly string[] };
}

/** The schema of an answer that comes with headers of its own; @elysiajs/swagger puts the keyword beside its body. */
export const withHeaders = <Schema extends TSchema>(
  answer: Schema,
  headers: Readonly<Record<string, AnswerHeader>>,
): Schema => ({ ...answer, headers });

/** The header of an answer of words alone, meaning being away. */
export const DEGRADED = {
  "X-Search-Degraded": {
    description:
      "`sens` quand la recherche par le sens est indisponible : seuls les mots ont compté. Sinon absent.",
    schema: { type: "string", enum: ["sens"] },
  },
} as const;

/** Keyword of the schemas whose answer is given as CSV too. */
export const HAS_CSV = "x-csv";

/** The schema of an answer that is CSV for who prefers it. */
export const csvToo = <Schema extends TSchema>(answer: Schema): Schema => ({ ...answer, [HAS_CSV]: true });

/** What `http/plugin.ts` adds to those. */
export const Coverage = namedObject(
  "Coverage",
  {
    jusqu_au: Nullable(
      t.String({
        format: "date",
        description: "Dernier jour dont parlent les sources ; null quand aucune n'est encore reçue.",
        examples: ["2026-06-04"],
      }),
    ),
  },
  { description: "Ce qui a été publié jusqu'à ce jour est connu ; de la suite, cette réponse ne dit rien." },
);

/** The answers of a public route: its own, and those that every route may give. */
export const publicAnswers = <Schema extends TSchema>(ok: Schema) => ({
  200: ok,
  400: ErrorAnswer,
  414: ErrorAnswer,
  500: ErrorAnswer,
  503: ErrorAnswer,
});

/** The answer, without a body, to who has the same one already; for routes that are `revalidated`. */
export const unchangedAnswer = { 304: t.Void() } as const;

/** The answers of a route that demands a key, and that depend on the corpus. */
export const keyedAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...publicAnswers(covered(ok)),
  400: BadRequestAnswer,
  401: ErrorAnswer,
  402: QuotaAnswer,
  429: ErrorAnswer,
});

/** The responses of the export: JSON documents, one a line, which OpenAPI can only describe in words. */
export const exportAnswers = keyedAnswers(
  t.String({
    contentMediaType: "application/x-ndjson",
    description: "Première ligne, textes de la forme de /v1/boi/{id}, dernière ligne.",
  }),
);

/** The answers of the route of the key's own account, which no quota refuses. */
export const accountAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...publicAnswers(ok),
  401: ErrorAnswer,
  429: ErrorAnswer,
});

/** The answers of the route that creates a key of the account. */
export const createdAnswers = <Schema extends TSchema>(created: Schema) => {
  const { 200: _, ...refusals } = accountAnswers(created);
  return { 201: created, ...refusals, 409: ErrorAnswer, 413: ErrorAnswer };
};

/** The answers of a route that changes a key of the account. */
export const accountKeyAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...accountAnswers(ok),
  404: ErrorAnswer,
  409: ErrorAnswer,
});

/** The answers of a keyed route whose body may be too large. */
export const bodyAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...keyedAnswers(ok),
  413: ErrorAnswer,
});

/** The answers of semantic search, whose body may be too large and whose plan may not include it. */
export const semanticAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...bodyAnswers(ok),
  403: ErrorAnswer,
});

/** The field of a list that leads to its next page. */
export const page_suivante = Nullable(
  t.String({ description: "Adresse de la page suivante ; nul à la dernière." }),
);

/** The answers of a keyed route that names a document. */
export const documentAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...keyedAnswers(ok),
  404: covered(DetailedErrorAnswer),
});

/** The answers of a keyed route that names a text of a document, which the law may have had erased. */
export const textAnswers = <Schema extends TSchema>(ok: Schema) => ({
  ...documentAnswers(ok),
  410: ErrorAnswer,
});
