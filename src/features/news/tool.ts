import { Type as t } from "@sinclair/typebox";
import { ACTU_ID } from "../../../bofip/identifiers/identifier.ts";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { pathOf } from "../../mcp/api.ts";
import { boiId, FILTERS, isoDay, limit, offset, text, tool, trimmed } from "../../mcp/inputs.ts";
import { nextOffset, result, resultOf } from "../../mcp/results.ts";
import { List } from "../../schemas/responses.ts";
import { News, NewsList } from "./answer.ts";

const description = `Actualités officielles, avec les documents qu'elles nomment, la portée annoncée ou déduite et la consultation publique. Avec « id » : une entière.
Quand : pour savoir pourquoi et quand un commentaire a changé (« boi_id »), ou ce qui a été annoncé sur un sujet (« q »). Elle annonce ; ce qui vaut est le texte du document.`;

const OPENING_CHARACTERS = 300;
/** Maximum characters of a single item: announcements are short, except for some tables. */
const WHOLE_CHARACTERS = 12_000;

const Item = t.Object({
  ...t.Pick(News, [
    ...["id", "titre", "date", "url", "documents"],
    ...["portee_annoncee", "portee_deduite", "consultation_publique"],
  ] as const).properties,
  texte: t.String(),
  droit: List(t.String(), { description: "Ce qu'elle cite, tel que law le demande : articles, puis clés" }),
});

const NewsResult = resultOf({ ...t.Pick(NewsList, ["total"]).properties, actualites: t.Array(Item) });

export const getNews = tool(
  { name: "get_news", title: "Actualités", description },
  {
    id: t.Optional(
      trimmed(t.String({ description: "Comme ACTU-2014-00076.", type: "string", pattern: ACTU_ID.source })),
    ),
    q: t.Optional(text(2, 512, { description: "Comme pour search." })),
    depuis: isoDay(),
    domaine: FILTERS.domaine,
    boi_id: t.Optional(boiId),
    limit: limit(25, 8),
    offset,
  },
  async ({ id, ...query }, { api }) => {
    if (id !== undefined) {
      const item = toItem(await api.get(pathOf`/v1/actualites/${id}`, News), WHOLE_CHARACTERS);
      return result(NewsResult, linesOf(item), { total: 1, actualites: [item], suite: null });
    }
    const list = await api.get("/v1/actualites", NewsList, query);
    const actualites = list.actualites.map((news) => toItem(news, OPENING_CHARACTERS));
    const heading = `${list.total} actualité${list.total > 1 ? "s" : ""}. ${coverageSentence(list.couverture.jusqu_au)}`;
    const suite = nextOffset(query.offset, actualites.length, list.total);
    return result(NewsResult, [heading, ...actualites.flatMap(linesOf)], {
      total: list.total,
      actualites,
      suite,
    });
  },
);

function toItem({ contenu_texte, articles, decisions, normes, reponses, ...news }: News, maxLength: number) {
  const texte = contenu_texte.length > maxLength ? `${contenu_texte.slice(0, maxLength)}…` : contenu_texte;
  const keys = [...decisions, ...normes, ...reponses].flatMap(({ cle }) => cle ?? []);
  const droit = [...articles.map(({ code_cle, article }) => `${code_cle} ${article}`), ...keys];
  return { ...news, texte, droit: [...new Set(droit)] };
}

function linesOf(item: ReturnType<typeof toItem>): string[] {
  const { id, titre, date, url, portee_annoncee: scope, portee_deduite: deduced } = item;
  const { consultation_publique: consultation } = item;
  return [
    `- ${date} ${id} — ${titre} ${url}`,
    ...(scope === null ? [] : [`  portée annoncée : ${scope}`]),
    ...(deduced === null
      ? []
      : [`  portée déduite de « ${deduced.indices.join(" », « ")} », non annoncée : ${deduced.portee}`]),
    ...(consultation === null
      ? []
      : [`  consultation publique du ${consultation.debut} au ${consultation.fin}`]),
    ...(item.documents.length === 0
      ? []
      : [`  documents : ${item.documents.map(({ boi_id }) => boi_id).join(", ")}`]),
    ...(item.droit.length === 0 ? [] : [`  cite : ${item.droit.join(", ")}`]),
    `  ${item.texte}`,
  ];
}
