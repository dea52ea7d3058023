import { Type as t } from "@sinclair/typebox";
import { answerName, decisionName, normName } from "../../../bofip/law/cited/mentions.ts";
import { type Api, pathOf } from "../../mcp/api.ts";
import { askedCode, askedRole, limit, offset, text, tool } from "../../mcp/inputs.ts";
import { CITATION, citationLine, nextOffset, result, resultOf } from "../../mcp/results.ts";
import { oneOf } from "../../schemas/parameters/text.ts";
import { Nullable } from "../../schemas/responses.ts";
import { CommentedArticle } from "../articles/answer.ts";
import { newsLine, readArticle } from "../articles/commented-article.ts";
import { CitingOfDecision, CitingOfNorme, CitingOfReponse, type LawCitingDocument } from "./answer.ts";

const description = `Documents en vigueur qui citent un article de loi, une décision, une loi (décret, directive, convention…) ou une réponse ministérielle, avec les § : ceux qui commentent d'abord ; puis les actualités.
Quand : la question part d'un texte ou d'une décision. Une référence que rien ne cite peut exister : dites-le ainsi.`;

const { date_publication, mentions, rang, role, nature, etendue, paragraphes } =
  CommentedArticle.properties.documents.items.properties;

const Cited = resultOf({
  genre: t.String(),
  nom: t.String({ description: "Ce qui est cité" }),
  cle: Nullable(t.String({ description: "Sa clé dans l'API ; null pour un article" })),
  total: t.Integer(),
  url_officielle: Nullable(t.String()),
  documents: t.Array(
    t.Object({
      ...CITATION,
      ...{ date_publication, mentions, rang, paragraphes },
      ...{ role: t.Optional(role), nature: t.Optional(nature), etendue },
    }),
  ),
  actualites: CitingOfDecision.properties.actualites,
});

export const law = tool(
  { name: "law", title: "Doctrine d'un texte ou d'une décision", description },
  {
    genre: oneOf(["article", "decision", "norme", "reponse"], { default: "article" }),
    reference: {
      ...text(1, 120),
      description:
        "Article : son numéro (150 U, L. 80 A). Sinon une clé : CE-402006, CJUE-C-311-08, loi-2007-1223, RM-AN-2016-78192.",
    },
    code: askedCode,
    role: askedRole,
    limit: limit(25, 10),
    offset,
  },
  async ({ genre, reference, code: of, role: asked, ...page }, { api }) => {
    if (genre === "article") {
      const article = await readArticle(api, { code: of, article: reference, role: asked, ...page });
      const { lines, url_article: url_officielle, ...data } = article;
      const nom = `${article.code}, art. ${article.article}`;
      return result(Cited, lines, { ...data, genre, nom, cle: null, url_officielle });
    }
    const { nom, url, total, documents, actualites, cle } = await readCited(api, genre, reference, page);
    const items = documents.map((document) => ({
      ...document,
      paragraphes: [...document.paragraphes],
      statut: "en_vigueur",
      paragraphe: document.paragraphes[0] ?? null,
    }));
    const official = url === null ? "" : ` Page officielle : ${url}`;
    const heading = `${nom} : ${total} document${total > 1 ? "s" : ""}.${official}`;
    const lines = items.map((item) => `- ${citationLine(item)} ${placesOf(item)}`);
    return result(Cited, [heading, ...lines, ...actualites.map(newsLine)], {
      ...{ genre, nom, cle, total, url_officielle: url, documents: items, actualites },
      suite: nextOffset(page.offset, items.length, total),
    });
  },
);

type Page = Readonly<Record<"limit" | "offset", number>>;

async function readCited(api: Api, genre: "decision" | "norme" | "reponse", cle: string, query: Page) {
  if (genre === "decision") {
    const found = await api.get(pathOf`/v1/decisions/${cle}`, CitingOfDecision, query);
    return { ...found, nom: decisionName(found) };
  }
  if (genre === "norme") {
    const found = await api.get(pathOf`/v1/normes/${cle}`, CitingOfNorme, query);
    return { ...found, nom: normName(found) };
  }
  const found = await api.get(pathOf`/v1/reponses/${cle}`, CitingOfReponse, query);
  return { ...found, nom: answerName(found) };
}

function placesOf({
  date_publication: since,
  mentions: times,
  paragraphes: numbers,
}: LawCitingDocument): string {
  const cited = `version du ${since}, la cite (${times} fois)`;
  return numbers.length < 2 ? cited : `${cited}, § ${numbers.join(", ")}`;
}
