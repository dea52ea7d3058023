import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import type { Direction } from "../../../db/queries/graph.ts";
import type { Graph, GraphNode } from "../../../src/features/graph/answer.ts";
import { exploreGraph } from "../../../src/features/graph/service.ts";
import { ApiError } from "../../../src/http/errors/api-error.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { forOneStore } from "../../servers/stores.ts";

/** Which documents cite which; `BOI-CF-9` and `BOI-CF-10` are not in the corpus. */
const CITES: Readonly<Record<string, readonly string[]>> = {
  "BOI-IR-1": ["BOI-IR-2", "BOI-CF-9", "BOI-IR-10"],
  "BOI-IR-2": ["BOI-IR-1", "BOI-IR-3"],
  "BOI-IR-3": ["BOI-IR-2", "BOI-IR-10", "BOI-CF-9"],
  "BOI-IR-10": ["BOI-IR-4"],
  "BOI-IR-4": ["BOI-CF-10"],
  "BOI-IR-5": ["BOI-CF-9"],
  "BOI-IR-6": ["BOI-IR-1"],
  "BOI-IR-7": [],
};
const DIRECTIONS: readonly Direction[] = ["cites", "citants", "both"];

forOneStore((_, open) => {
  let store: RelationalStore;
  const explore = (boiId: string, depth: number, direction: Direction = "cites") =>
    exploreGraph(store.database, { boiId, depth, direction });

  beforeAll(async () => {
    store = await open();
    const chain = Object.entries(CITES).map(([boiId, references]) => ({ boiId, shown: { references } }));
    await addDocuments(store.database, ...chain);
    await addDocuments(
      store.database,
      { boiId: "BOI-TVA-1", statut: "retire", shown: { references: ["BOI-TVA-2"] } },
      {
        boiId: "BOI-BIC-1",
        shown: { references: [{ target: "BOI-BIC-2", paragraphe: "130", mentions: 2 }] },
      },
      {
        boiId: "BOI-TVA-2",
        statut: "transfere",
        others: [{ date: "2012-01-01", references: ["BOI-TVA-1", "BOI-IS-1"] }],
      },
      { boiId: "BOI-REC-1", shown: { references: numbered("BOI-REC-A", 1999) } },
      {
        boiId: "BOI-REC-2",
        shown: { references: [...numbered("BOI-REC-A", 1998), "BOI-REC-B", "BOI-REC-C"] },
      },
      { boiId: "BOI-REC-B", shown: { references: ["BOI-REC-A-0001", "BOI-REC-C"] } },
    );
  });
  afterAll(() => store.close());

  test("nodes say what they are, whether the corpus holds them or not", async () => {
    expect(await explore("BOI-IR-1", 1)).toEqual({
      root: "BOI-IR-1",
      depth: 1,
      nodes: [
        node("BOI-IR-1", 0),
        {
          ...{ boi_id: "BOI-CF-9", titre: null, domaine: "CF", depth: 1, existe: false },
          ...{ statut: null, date_publication: null, url: null },
        },
        node("BOI-IR-10", 1),
        node("BOI-IR-2", 1),
      ],
      edges: [edge("BOI-IR-1", "BOI-CF-9"), edge("BOI-IR-1", "BOI-IR-10"), edge("BOI-IR-1", "BOI-IR-2")],
    });
  });

  test("an edge tells the first § of its source that cites its target", async () => {
    const { edges } = await explore("BOI-BIC-1", 1);
    expect(edges).toEqual([edge("BOI-BIC-1", "BOI-BIC-2", "130")]);
  });

  describe.each([...DIRECTIONS])("following %s", (direction) => {
    test.each([1, 2, 3])(
      "to depth %d gives what a plain reading of the contract gives, from every document",
      async (depth) => {
        for (const root of Object.keys(CITES)) {
          const graph = await explore(root, depth, direction);
          expect(summary(graph)).toEqual(expected(root, depth, direction));
        }
      },
    );
  });

  test("withdrawn and moved documents are in the graph with their statut; earlier editions do not cite", async () => {
    const { nodes, edges } = await explore("BOI-TVA-1", 3, "both");
    expect(nodes.map(({ boi_id, statut }) => [boi_id, statut])).toEqual([
      ["BOI-TVA-1", "retire"],
      ["BOI-TVA-2", "transfere"],
    ]);
    expect(edges).toEqual([edge("BOI-TVA-1", "BOI-TVA-2")]);
  });

  test("a graph of exactly 2,000 nodes is whole", async () => {
    const graph = await explore("BOI-REC-1", 3);
    expect(graph.nodes).toHaveLength(2000);
    expect(graph).not.toHaveProperty("truncated");
  });

  test("beyond 2,000 nodes a graph is truncated, and its edges join only the nodes that it keeps", async () => {
    const { nodes, edges, truncated } = await explore("BOI-REC-2", 2);
    const kept = new Set(nodes.map(({ boi_id }) => boi_id));
    expect(truncated).toBe(true);
    expect(kept.size).toBe(2000);
    expect([kept.has("BOI-REC-B"), kept.has("BOI-REC-C")]).toEqual([true, false]);
    expect(edges.every(({ source, target }) => kept.has(source) && kept.has(target))).toBe(true);
    expect(edges).toContainEqual(edge("BOI-REC-B", "BOI-REC-A-0001"));
  });

  test.each(["BOI-IR-99", "BOI-CF-9"])(
    "%s, cited or not, is unknown when the corpus does not hold it",
    async (boiId) => {
      await expect(explore(boiId, 1, "both")).rejects.toThrow(
        new ApiError("unknown_document", { id: boiId }),
      );
    },
  );
});

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(4, "0")}`);
}

function node(boiId: string, depth: number): GraphNode {
  return {
    boi_id: boiId,
    titre: `Titre de ${boiId}`,
    domaine: "IR",
    depth,
    existe: true,
    statut: "en_vigueur",
    date_publication: "2020-01-01",
    url: `https://exemple.fr/${boiId}-20200101`,
  };
}

function edge(source: string, target: string, paragraphe: string | null = null) {
  return { source, target, kind: "references" as const, paragraphe };
}

function summary({ nodes, edges }: Graph) {
  return {
    nodes: nodes.map(({ boi_id, depth }) => `${depth} ${boi_id}`),
    edges: edges.map(({ source, target }) => `${source} ${target}`),
  };
}

/** The contract's rules, over the table above: distances by relaxation, then the edges of the nearer nodes. */
function expected(root: string, maxDepth: number, direction: Direction) {
  const references = Object.entries(CITES).flatMap(([source, targets]) =>
    targets.map((target) => ({ source, target })),
  );
  const steps = references.flatMap(({ source, target }) => [
    ...(direction === "citants" ? [] : [{ from: source, to: target, source, target }]),
    ...(direction === "cites" ? [] : [{ from: target, to: source, source, target }]),
  ]);
  const distance = new Map([[root, 0]]);
  for (let round = 0; round < maxDepth; round++) {
    for (const { from, to } of steps) {
      if (distance.get(from) === round && !distance.has(to)) distance.set(to, round + 1);
    }
  }
  const isFollowed = ({ from }: { from: string }) => (distance.get(from) ?? maxDepth) < maxDepth;
  return {
    nodes: [...distance].map(([boiId, depth]) => `${depth} ${boiId}`).sort(),
    edges: [...new Set(steps.filter(isFollowed).map(({ source, target }) => `${source} ${target}`))].sort(),
  };
}
