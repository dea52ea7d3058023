import { type Static, Type as t } from "@sinclair/typebox";
import { pathOf, withNeighbours } from "../../mcp/api.ts";
import { boiId, limit, offset, tool } from "../../mcp/inputs.ts";
import { CITATION, citationLine, nextOffset, result, resultOf } from "../../mcp/results.ts";
import { oneOf } from "../../schemas/parameters/parameter.ts";
import { Day, Nullable } from "../../schemas/responses.ts";
import { Graph } from "./answer.ts";

const description = `Renvois d'un document : ceux qu'il cite et ceux qui le citent, avec le § où se trouve le renvoi.
Quand : pour vérifier une exception ou une définition ailleurs, ou trouver qui applique une règle.`;

const Relation = t.Object({
  ...CITATION,
  date_publication: Nullable(Day),
  relation: t.Union([t.Literal("cite"), t.Literal("cite_par")]),
});
type Relation = Static<typeof Relation>;

const Relations = resultOf({ boi_id: t.String(), total: t.Integer(), related: t.Array(Relation) });

export const related = tool(
  { name: "related", title: "Renvois entre documents", description },
  {
    boi_id: boiId,
    direction: oneOf(["cites", "citants", "both"], {
      default: "both",
      description: "cites : ce qu'il cite ; citants : ce qui le cite.",
    }),
    limit: limit(25, 10),
    offset,
  },
  async ({ boi_id, direction, ...page }, { api }) => {
    const graph = await api
      .get(pathOf`/v1/boi/${boi_id}/graph`, Graph, { depth: 1, direction })
      .catch(withNeighbours(boi_id));
    const all = relationsOf(graph);
    const related = all.slice(page.offset, page.offset + page.limit);
    const heading =
      all.length === 0
        ? `${graph.root} : aucun renvoi dans cette direction.`
        : `${graph.root} : ${all.length} renvois.`;
    const lines = related.map((item) => `- ${WORDS[item.relation]} ${citationLine(item)}${versionOf(item)}`);
    return result(Relations, [heading, ...lines], {
      boi_id: graph.root,
      total: all.length,
      related,
      suite: nextOffset(page.offset, related.length, all.length),
    });
  },
);

function versionOf({ date_publication: day }: Relation): string {
  return day === null ? "" : `, version du ${day}`;
}

const WORDS = { cite: "cite", cite_par: "cité par" } as const;

/** One entry per reference from or to the root: its own references first, in identifier order. */
function relationsOf({ root, nodes, edges }: Graph): Relation[] {
  const known = new Map(nodes.map((node) => [node.boi_id, node]));
  const relations = edges.map(({ source, target, paragraphe }): Relation => {
    const relation = source === root ? "cite" : "cite_par";
    const boi_id = source === root ? target : source;
    const { titre = null, statut = null, date_publication = null, url = null } = known.get(boi_id) ?? {};
    return {
      boi_id,
      titre,
      statut: statut ?? "absent_du_corpus",
      date_publication,
      paragraphe,
      url,
      relation,
    };
  });
  return [
    ...relations.filter(({ relation }) => relation === "cite"),
    ...relations.filter(({ relation }) => relation === "cite_par"),
  ];
}
