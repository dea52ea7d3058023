import { Type as t } from "@sinclair/typebox";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import { type Api, pathOf } from "../../mcp/api.ts";
import { askedCode, askedRole, isoDay, limit, offset, text, tool } from "../../mcp/inputs.ts";
import { CITATION, citationLine, nextOffset, result, resultOf } from "../../mcp/results.ts";
import { oneOf } from "../../schemas/parameters/parameter.ts";
import { Nullable } from "../../schemas/responses.ts";
import {
  CitingOfDecision,
  CitingOfNorme,
  CitingOfReponse,
  CommentedArticle,
  type LawCitingDocument,
} from "./answer.ts";
import { LAW_KINDS } from "./service.ts";

const description = `Documents en vigueur qui citent un article de loi, une décision, une loi (décret, directive, convention…) ou une réponse ministérielle, avec les § : ceux qui commentent d'abord ; puis les actualités. D'un article, son texte du jour d'abord.
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
  droit: t.Optional(CommentedArticle.properties.droit),
  couverture_droit: t.Optional(CommentedArticle.properties.couverture_droit),
});

const dayOfText = { ...isoDay(), description: "Jour du texte d'un article ; par défaut, aujourd'hui." };

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
    date: dayOfText,
    limit: limit(25, 10),
    offset,
  },
  async ({ genre, reference, code: of, role: asked, date, ...page }, { api }) => {
    if (genre === "article") {
      const article = await readArticle(api, { code: of, article: reference, role: asked, date, ...page });
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

async function readCited(api: Api, genre: CitedKind, cle: string, query: Page) {
  const path = pathOf`/v1/${LAW_KINDS[genre].list}/${cle}`;
  if (genre === "decision") {
    const found = await api.get(path, CitingOfDecision, query);
    return { ...found, nom: LAW_KINDS.decision.nameOf(found) };
  }
  if (genre === "norme") {
    const found = await api.get(path, CitingOfNorme, query);
    return { ...found, nom: LAW_KINDS.norme.nameOf(found) };
  }
  const found = await api.get(path, CitingOfReponse, query);
  return { ...found, nom: LAW_KINDS.reponse.nameOf(found) };
}

function placesOf({
  date_publication: since,
  mentions: times,
  paragraphes: numbers,
}: LawCitingDocument): string {
  const cited = `version du ${since}, la cite (${times} fois)`;
  return numbers.length < 2 ? cited : `${cited}, § ${numbers.join(", ")}`;
}

/** An article to ask for, and the page of its documents. */
interface AskedArticle {
  readonly code: string;
  readonly article: string;
  readonly role?: "commente" | "cite" | undefined;
  /** The day of its text; today when absent. */
  readonly date?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The documents that cite an article, in lines and as data. */
async function readArticle(api: Api, { code: of, article, role: asked, date, ...page }: AskedArticle) {
  const {
    documents,
    actualites,
    total,
    total_nommes: naming,
    url,
    ...named
  } = await api.get(pathOf`/v1/articles/${of}/${article}`, CommentedArticle, { ...page, role: asked, date });
  const items = documents.map((document) => ({
    ...document,
    statut: "en_vigueur",
    paragraphe: document.paragraphes[0] ?? null,
  }));
  const official = url === null ? "" : ` Texte officiel : ${url}`;
  const heading = `${named.code}, art. ${named.article} : ${total} document${total > 1 ? "s" : ""}${naming < total ? `, dont ${naming} le nomme${naming > 1 ? "nt" : ""}` : ""}.${official}`;
  return {
    ...named,
    total,
    url_article: url,
    documents: items,
    actualites,
    suite: nextOffset(page.offset, items.length, total),
    lines: [
      heading,
      ...textLines(named),
      ...items.map((item) => `- ${citationLine(item)} ${articlePlacesOf(item)}`),
      ...actualites.map(newsLine),
    ],
  };
}

/** The text of the day, or what is not held of it. */
function textLines({
  droit,
  versions,
  couverture_droit: { jusqu_au },
}: Pick<CommentedArticle, "droit" | "versions" | "couverture_droit">) {
  if (versions.length === 0) return ["Son texte n'est pas détenu."];
  const until = jusqu_au === null ? "" : ` Droit détenu jusqu'au ${jusqu_au}.`;
  if (droit === null) return [`Aucune version détenue n'est en vigueur ce jour-là.${until}`];
  const end = droit.date_fin === null ? "" : `, jusqu'au ${droit.date_fin} exclu`;
  return [
    `Version ${droit.legiarti}, en vigueur à partir du ${droit.date_debut}${end}.${until}`,
    droit.texte ?? "LEGI l'annonce sans en donner le texte : il n'est pas détenu.",
    ...(droit.nota === null ? [] : [`Nota : ${droit.nota}`]),
    "Doctrine qui le cite :",
  ];
}

/** An actualité that cites something of the law. */
function newsLine({ id, titre, date }: CommentedArticle["actualites"][number]): string {
  return `- actualité ${id} du ${date} — ${titre}`;
}

function articlePlacesOf(item: CommentedArticle["documents"][number]): string {
  const how = item.etendue
    ? `ne le nomme pas, cite une suite où il prend place : « ${item.etendue.texte} »`
    : `le ${item.role} (${item.mentions} fois)`;
  const cited = `version du ${item.date_publication}, ${how}`;
  return item.paragraphes.length < 2 ? cited : `${cited}, § ${item.paragraphes.join(", ")}`;
}

const Commented = resultOf({
  code: t.String(),
  article: t.String(),
  total: t.Integer(),
  url_article: CommentedArticle.properties.url,
  documents: t.Array(
    t.Object({ ...CITATION, date_publication, mentions, rang, role, nature, etendue, paragraphes }),
  ),
  actualites: CommentedArticle.properties.actualites,
  droit: CommentedArticle.properties.droit,
  couverture_droit: CommentedArticle.properties.couverture_droit,
});

/** The former name of `law` for articles alone, kept for those who call it. */
export const lawArticle = tool(
  {
    name: "law_article",
    title: "Texte et doctrine d'un article de loi",
    description: `Texte d'un article de loi, à un jour, et doctrine qui le cite ; law fait de même.
Quand : jamais de préférence à law.`,
  },
  { code: askedCode, article: text(1, 40), role: askedRole, date: dayOfText, limit: limit(25, 10), offset },
  async (input, { api }) => {
    const { lines, ...data } = await readArticle(api, input);
    return result(Commented, lines, data);
  },
);
