import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { List, Nullable } from "../../schemas/responses.ts";
import { ParagraphEdition, PLACE } from "../../texts/edition-answer.ts";
import { LAW_COVERAGE } from "../../texts/law-of-day.ts";
import { CitedArticle } from "../documents/answer.ts";
import { CITED_LAW } from "../law/answer.ts";
import { SearchPage } from "../search/answer.ts";

export const ContextElement = namedObject(
  "ContextElement",
  {
    boi_id: Nullable(
      t.String({ description: "Null pour un article de loi.", examples: ["BOI-IR-LIQ-20-10"] }),
    ),
    titre: t.String({ description: "Du document, ou le nom de l'article de loi." }),
    numero: Nullable(
      t.String({
        description: "Du § ; null pour un document sans § numérotés, donné en entier.",
        examples: ["130"],
      }),
    ),
    section: List(t.String(), { description: "Titres au-dessus du §, du plus large au plus étroit." }),
    texte: t.String({ description: "Mot pour mot ; entier, sauf quand `coupe` est vrai." }),
    coupe: t.Boolean({
      description:
        "Vrai quand le § dépasse à lui seul le budget : `texte` en est le début, à la fin d'une phrase.",
    }),
    edition: Nullable({ ...ParagraphEdition, description: "Null pour un article de loi." }),
    empreinte: t.String({
      description:
        "SHA-256 du § entier, ou de l'article, espaces réduites : `?empreinte=` rend les mots du §.",
    }),
    ...PLACE,
    pourquoi: t.Union(
      [
        t.Literal("sens"),
        t.Literal("mots"),
        t.Literal("renvoi"),
        t.Literal("introduction"),
        t.Literal("droit"),
      ],
      {
        description:
          "`mots` ou `sens` : ce qui l'a surtout fait trouver ; `renvoi` : le § d'avant y renvoie ; `introduction` : premier § d'un document trouvé par ce qui précède ses § ; `droit` : l'article que commente le § d'avant, dans sa version du jour.",
      },
    ),
    articles: t.Array(CitedArticle, { description: "Articles de loi que ce § cite." }),
    decisions: CITED_LAW.decisions,
    code_cle: Nullable(
      t.String({ description: "Pour `droit` : clé du code, sinon null.", examples: ["CGI"] }),
    ),
    article: Nullable(t.String({ description: "Pour `droit` : son numéro.", examples: ["4 B"] })),
    legiarti: Nullable(t.String({ description: "Pour `droit` : identifiant de la version dans LEGI." })),
  },
  { description: "Un § et de quoi le citer et le prouver." },
);

/** Answer of /v1/contexte. */
export const ContextAnswer = namedObject("ContextAnswer", {
  question: t.String(),
  budget: t.Integer({ description: "Celui qui est demandé, en caractères (points de code) des `texte`." }),
  employe: t.Integer({ description: "Ce que les `texte` en emploient." }),
  elements: t.Array(ContextElement, {
    description: "Le plus pertinent d'abord, chaque § suivi de ceux auxquels il renvoie ; aucun deux fois.",
  }),
  omis: t.Integer({ description: "Combien de § trouvés n'ont pas tenu dans le budget." }),
  ...LAW_COVERAGE,
  avertissements: SearchPage.properties.avertissements,
});

export type ContextElement = Static<typeof ContextElement>;
export type ContextAnswer = Static<typeof ContextAnswer>;
