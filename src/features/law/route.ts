import { type TProperties, type TSchema, Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { parisDay } from "../../../bofip/days/days.ts";
import { CHAMBERS, COURTS, NORM_KINDS } from "../../../bofip/law/cited/mentions.ts";
import type { Gates } from "../../access/gates.ts";
import { lawOf, revalidated } from "../../http/exchange.ts";
import { pathOf } from "../../http/kept-words.ts";
import { pastDate } from "../../schemas/parameters/days.ts";
import { type DomainList, domainCode } from "../../schemas/parameters/filters.ts";
import { articleNumber, articlePart, lawCode } from "../../schemas/parameters/law.ts";
import { integer, oneOf, text } from "../../schemas/parameters/parameter.ts";
import { documentAnswers, keyedAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import {
  ArticleList,
  CitingOfDecision,
  CitingOfNorme,
  CitingOfReponse,
  CommentedArticle,
  DecisionList,
  NormeList,
  ReponseList,
} from "./answer.ts";
import { listArticles, listLaw } from "./listed.ts";
import { type CitedLawDeps, readCiting, readCommentedArticle } from "./service.ts";

const pageOf = (what: string) => ({
  limit: integer(1, 100, 20, { description: `Nombre ${what}.` }),
  offset: integer(0, 10_000, 0, { description: `Nombre ${what} à passer.` }),
});
const documentPage = t.Object(pageOf("de documents"), { additionalProperties: false });
const LISTED =
  "Ce que citent les documents en vigueur et les actualités, le plus cité d'abord, avec ses nombres ; ce que rien ne distingue n'a pas de clé. Accepte If-None-Match.";
const CITING =
  "Documents en vigueur qui la citent, avec les §, et actualités qui la citent ; 404 quand rien ne la cite. Accepte If-None-Match.";

/** The parameter by which a key is named in an address, as a caller may type it. */
const keyOf = (example: string) =>
  t.Object({
    cle: text(1, 120, { description: `Clé, comme ${example}, dans toute casse.`, examples: [example] }),
  });

/** The parameters of a list, which one of its own keeps to a class. */
const listQuery = <Class extends TProperties>(domains: DomainList, what: string, classe: Class) =>
  t.Object(
    {
      ...classe,
      domaine: t.Optional(
        domainCode(domains, {
          description:
            "Domaine des documents qui la citent, ou d'un document que nomme l'actualité qui la cite ; par défaut, tous.",
        }),
      ),
      ...pageOf(what),
    },
    { additionalProperties: false },
  );

/** What a route answers, and how it is documented. */
export const contractOf = <Answers extends Record<number, TSchema>>(
  answers: Answers,
  tag: string,
  { operationId, ...told }: Record<"operationId" | "summary" | "description", string>,
) => ({
  response: { ...answers, ...unchangedAnswer },
  beforeHandle: revalidated,
  detail: { operationId, tags: [tag], ...told },
});

export const ARTICLES = "Articles de loi";
const OTHERS = "Décisions et textes";
export const CODE = "Clé du code (CGI, CGI-ANN-2, LPF, code-civil) ou son nom.";

/** The parameters that name an article in an address. */
export const articleParams = (example: string) =>
  t.Object({
    code: text(1, 120, { description: CODE, examples: ["CGI"] }),
    article: articleNumber({
      description: "Numéro sous toute forme usuelle : 150 U, 150-U, L. 80 A, L80A.",
      examples: [example],
    }),
  });

type LawDeps = CitedLawDeps & { readonly domains: DomainList; readonly clock: () => Date };

export const law = (gates: Gates, deps: LawDeps) =>
  new Elysia({ name: "law", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/articles",
      ({ query: { code = null, prefixe = null, ...page } }) =>
        listArticles(deps.database, { code, prefixe, ...page }),
      {
        query: t.Object(
          {
            code: t.Optional(lawCode({ description: `${CODE} Sans lui, tous.`, examples: ["CGI"] })),
            prefixe: t.Optional(
              text(1, 40, { description: "Début du numéro, sous toute forme usuelle.", examples: ["199"] }),
            ),
            limit: integer(1, 1000, 100, { description: "Nombre d'articles." }),
            offset: integer(0, 10_000, 0, { description: "Nombre d'articles à passer." }),
          },
          { additionalProperties: false },
        ),
        ...contractOf(keyedAnswers(ArticleList), ARTICLES, {
          operationId: "listArticles",
          summary: "Articles que la doctrine cite",
          description:
            "Tous ceux que citent les documents en vigueur, dans l'ordre de chaque code, avec leurs nombres.",
        }),
      },
    )
    .get(
      "/articles/:code/:article",
      ({ request, params, query: { role = null, precision = null, date = null, ...page } }) =>
        readCommentedArticle(
          deps.database,
          { ...params, role, precision, ...page },
          { law: lawOf(request), day: date ?? parisDay(deps.clock()) },
        ),
      {
        params: articleParams("156"),
        query: t.Object(
          {
            role: t.Optional(
              oneOf(["commente", "cite"], {
                description: "Seulement les documents qui le commentent, ou qui ne font que le citer.",
              }),
            ),
            precision: t.Optional(
              articlePart({
                description: "Seulement les citations de cette partie de l'article : `I` trouve aussi `I-2`.",
                examples: ["II-1°"],
              }),
            ),
            date: t.Optional(
              pastDate(deps.clock, {
                description:
                  "Jour, à Paris, dont on veut le texte de loi ; par défaut, aujourd'hui. Les documents sont toujours ceux d'aujourd'hui.",
                examples: ["2026-07-01"],
              }),
            ),
            limit: integer(1, 100, 20, { description: "Nombre de documents." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de documents à passer." }),
          },
          { additionalProperties: false },
        ),
        ...contractOf(documentAnswers(CommentedArticle), ARTICLES, {
          operationId: "getArticle",
          summary: "Un article : son texte, les documents qui le commentent",
          description:
            "Sa version en vigueur un jour, quand elle est détenue, et toutes ses versions ; les documents en vigueur qui le citent, seul ou dans une suite d'articles, avec les §, et les actualités qui le nomment ; 404 quand rien ne le nomme et qu'il n'est pas détenu. Accepte If-None-Match.",
        }),
      },
    )
    .get(
      "/decisions",
      async ({ request, query: { juridiction: classe = null, domaine = null, ...page } }) => {
        const asked = { classe, domaine, ...page, path: pathOf(request.url) };
        const { entries: decisions, ...listed } = await listLaw(deps, "decision", asked);
        return { ...listed, decisions };
      },
      {
        query: listQuery(deps.domains, "de décisions", {
          juridiction: t.Optional(oneOf(COURTS, { description: "Seulement ses décisions." })),
        }),
        ...contractOf(keyedAnswers(DecisionList), OTHERS, {
          operationId: "listDecisions",
          summary: "Décisions que la doctrine cite",
          description: LISTED,
        }),
      },
    )
    .get(
      "/decisions/:cle",
      ({ request, params, query }) =>
        readCiting(deps, "decision", { ...params, ...query, path: pathOf(request.url) }),
      {
        params: keyOf("CE-402006"),
        query: documentPage,
        ...contractOf(documentAnswers(CitingOfDecision), OTHERS, {
          operationId: "getDecision",
          summary: "Documents qui citent une décision",
          description: CITING,
        }),
      },
    )
    .get(
      "/normes",
      async ({ request, query: { nature: classe = null, domaine = null, ...page } }) => {
        const asked = { classe, domaine, ...page, path: pathOf(request.url) };
        const { entries: normes, ...listed } = await listLaw(deps, "norme", asked);
        return { ...listed, normes };
      },
      {
        query: listQuery(deps.domains, "de normes", {
          nature: t.Optional(oneOf(NORM_KINDS, { description: "Seulement celles de cette nature." })),
        }),
        ...contractOf(keyedAnswers(NormeList), OTHERS, {
          operationId: "listNormes",
          summary: "Lois, décrets, directives… que la doctrine cite",
          description: `${LISTED} Les articles des codes sont dans /v1/articles.`,
        }),
      },
    )
    .get(
      "/normes/:cle",
      ({ request, params, query }) =>
        readCiting(deps, "norme", { ...params, ...query, path: pathOf(request.url) }),
      {
        params: keyOf("loi-2007-1223"),
        query: t.Object(
          {
            article: t.Optional(
              text(1, 40, { description: "Seulement cet article de la norme.", examples: ["13"] }),
            ),
            ...documentPage.properties,
          },
          { additionalProperties: false },
        ),
        ...contractOf(documentAnswers(CitingOfNorme), OTHERS, {
          operationId: "getNorme",
          summary: "Documents qui citent une norme",
          description: CITING,
        }),
      },
    )
    .get(
      "/reponses",
      async ({ request, query: { chambre: classe = null, domaine = null, ...page } }) => {
        const asked = { classe, domaine, ...page, path: pathOf(request.url) };
        const { entries: reponses, ...listed } = await listLaw(deps, "reponse", asked);
        return { ...listed, reponses };
      },
      {
        query: listQuery(deps.domains, "de réponses", {
          chambre: t.Optional(oneOf(CHAMBERS, { description: "Seulement celles faites à ses membres." })),
        }),
        ...contractOf(keyedAnswers(ReponseList), OTHERS, {
          operationId: "listReponses",
          summary: "Réponses ministérielles que la doctrine cite",
          description: LISTED,
        }),
      },
    )
    .get(
      "/reponses/:cle",
      ({ request, params, query }) =>
        readCiting(deps, "reponse", { ...params, ...query, path: pathOf(request.url) }),
      {
        params: keyOf("RM-AN-2016-78192"),
        query: documentPage,
        ...contractOf(documentAnswers(CitingOfReponse), OTHERS, {
          operationId: "getReponse",
          summary: "Documents qui citent une réponse ministérielle",
          description: CITING,
        }),
      },
    );
