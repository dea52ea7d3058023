import { afterAll, beforeAll, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { activateEmbedder } from "../../../search/embeddings/fillings.ts";
import type { PostingsReader } from "../../../search/stems/live-postings.ts";
import type { TextMatch } from "../../../search/stems/text-scorer.ts";
import type { VectorHit, VectorQuery } from "../../../search/vectors/port.ts";
import { type HybridRequest, searchHybrid } from "../../../src/features/hybrid/service.ts";
import { point, vector, writePoints } from "../../fixtures/points.ts";
import { fakeSemantic } from "../../fixtures/semantic.ts";
import { SITE } from "../../fixtures/site.ts";
import { rejectionOf } from "../../rejection.ts";
import { forEachStore } from "../../servers/stores.ts";

const REQUEST: HybridRequest = { question: "Une question", filter: {}, limit: 10 };
const embedder = { embedQuestion: async () => vector(1), textWeight: 2 };

const POINTS = [
  point("BOI-IR-10", "a", vector(1)),
  point("BOI-IR-20", "b", vector(1)),
  point("BOI-TVA-30", "c", vector(1)),
];

forEachStore((_, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
    await writePoints(store.database, "v1", POINTS);
    await store.database.$client`
      insert into cited_law (edition_id, position, genre, cle, champs, rang, occurrences)
      select id, 0, 'decision', 'CE-248065', '{}', 'corps', '[]' from editions where boi_id = 'BOI-IR-20'`;
  });
  afterAll(() => store.close());

  /** The nearest documents, then the cosines of the named ones. */
  const searchIn = (hits: readonly VectorHit[]) => async (query: VectorQuery) =>
    hits.filter(({ boiId }) => query.among?.includes(boiId) ?? true);
  const ask = (
    matches: readonly TextMatch[] | Error,
    search: (query: VectorQuery) => Promise<VectorHit[]>,
    request = REQUEST,
  ) => {
    const rank: PostingsReader["rank"] = async (_question, isCandidate) => {
      if (matches instanceof Error) throw matches;
      return matches.filter(({ boiId }) =>
        isCandidate({ boiId, domaine: boiId.split("-")[1] ?? "", hash: "", first: 0, last: 1 }),
      );
    };
    const deps = {
      ...SITE,
      database: store.database,
      ...fakeSemantic({ vectors: { search }, embedder }),
      postings: { rank, passagesOf: async () => [] },
    };
    return searchHybrid(deps, request);
  };

  test("words and meaning are added, and each hit says what it owes to both", async () => {
    const { results } = await ask(
      [{ boiId: "BOI-IR-20", score: 0.6, position: 1 }],
      searchIn([
        { boiId: "BOI-IR-10", textHash: "a", score: 0.9 },
        { boiId: "BOI-IR-20", textHash: "b", score: 0.3 },
      ]),
    );
    expect(results.map(({ boi_id, score, scores, rangs }) => ({ boi_id, score, scores, rangs }))).toEqual([
      {
        boi_id: "BOI-IR-20",
        score: 0.5,
        scores: { texte: 0.6, sens: 0.3 },
        rangs: { texte: 1, sens: 2 },
      },
      {
        boi_id: "BOI-IR-10",
        score: 0.3,
        scores: { texte: null, sens: 0.9 },
        rangs: { texte: null, sens: 1 },
      },
    ]);
  });

  test("a document that the words alone put forward gets its own cosine", async () => {
    const { results } = await ask([{ boiId: "BOI-IR-20", score: 0.6, position: 1 }], async ({ among }) =>
      among === undefined ? [] : [{ boiId: "BOI-IR-20", textHash: "b", score: 0.2 }],
    );
    expect(results).toMatchObject([{ scores: { texte: 0.6, sens: 0.2 }, rangs: { texte: 1, sens: null } }]);
  });

  test.each([
    [{ domaine: "TVA" }, ["BOI-TVA-30"]],
    [{ chemin: "IR" }, ["BOI-IR-10", "BOI-IR-20"]],
    [{ chemin: "IR/20" }, ["BOI-IR-20"]],
    [{ matiere: "IR" }, ["BOI-IR-10", "BOI-IR-20"]],
    [{ type: "commentaire", matiere: "TVA" }, ["BOI-TVA-30"]],
    [{ type: "rescrit" }, []],
    [{ article: { code: "CGI", article: "150 U" } }, []],
    [{ decision: "CE-248065" }, ["BOI-IR-20"]],
    [{ decision: "CE-248065", norme: "loi-2012-1509" }, []],
  ] as const)("keeps both sides to %o, exactly and before they are ranked", async (filter, expected) => {
    const hits = POINTS.map(({ boiId, textHash }) => ({ boiId, textHash, score: 0.5 }));
    const search = async ({ domaine, among }: VectorQuery) =>
      hits.filter(
        ({ boiId }) => (among?.includes(boiId) ?? true) && (domaine === null || boiId.includes(domaine)),
      );
    const matches = POINTS.map(({ boiId }) => ({ boiId, score: 0.1, position: 0 }));
    const { results } = await ask(matches, search, { ...REQUEST, filter });
    expect(results.map(({ boi_id }) => boi_id)).toEqual([...expected]);
  });

  test("gives no more documents than it is asked for", async () => {
    const hits = ["BOI-IR-10", "BOI-IR-20"].map((boiId) => ({
      boiId,
      textHash: boiId === "BOI-IR-10" ? "a" : "b",
      score: 1,
    }));
    expect((await ask([], searchIn(hits), { ...REQUEST, limit: 1 })).results).toHaveLength(1);
  });

  test("a passage that has left since it was indexed is not shown", async () => {
    const { results } = await ask([], searchIn([{ boiId: "BOI-IR-10", textHash: "ancien", score: 0.9 }]));
    expect(results).toEqual([]);
  });

  test("a version that leaves while a question is asked is followed by the next one", async () => {
    const { results } = await ask([], async ({ version }) => {
      if (version === "v2") return [{ boiId: "BOI-IR-10", textHash: "a", score: 0.5 }];
      await activateEmbedder(store.database, "v2");
      throw new EngineUnavailable("vectors", "Cette version n'est plus là.");
    });
    expect(results.map(({ boi_id }) => boi_id)).toEqual(["BOI-IR-10"]);
  });

  test("is unavailable when either side is: half of an answer would look whole", async () => {
    const away = new EngineUnavailable("vectors", "Le service est parti.");
    const match = { boiId: "BOI-IR-20", score: 0.6, position: 1 };
    expect(await rejectionOf(ask([match], () => Promise.reject(away)))).toBe(away);
    const hit = { boiId: "BOI-IR-10", textHash: "a", score: 0.5 };
    const unread = new EngineUnavailable("postings", "L'index n'est pas construit.");
    expect(await rejectionOf(ask(unread, searchIn([hit])))).toBe(unread);
  });
});
