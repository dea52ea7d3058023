import { describe, expect, test } from "bun:test";
import { listStems } from "../../../../search/embeddings/corpus/terms.ts";
import { PostingsBuilder } from "../../../../search/stems/builder.ts";
import { NO_POSTINGS, type Postings } from "../../../../search/stems/passage-matches.ts";
import { postDocument, readStored, storePostings } from "../../../../search/stems/posted-document.ts";
import { TextScorer } from "../../../../search/stems/text-scorer.ts";
import { TEXT_WEIGHTS } from "../../../../search/weights.ts";

type Corpus = Readonly<Record<string, readonly string[]>>;

const CORPUS: Corpus = {
  "BOI-A": ["chêne chêne hêtre", "navire"],
  "BOI-B": ["navire port", "navire voile", "port"],
  "BOI-C": ["four farine"],
};

function build(corpus: Corpus, previous = NO_POSTINGS, kept: readonly string[] = []): Postings {
  const builder = new PostingsBuilder(previous, ({ boiId }) => kept.includes(boiId));
  for (const [boiId, texts] of Object.entries(corpus))
    builder.add({ boiId, domaine: "IR", hash: texts.join() }, postDocument("", texts));
  return builder.build();
}

const asked = (...stems: readonly string[]) => new Map(stems.map((stem) => [stem, 1]));
const rank = (postings: Postings, ...stems: readonly string[]) =>
  new TextScorer(postings).rank(asked(...stems), () => true);

describe("what is kept of a document", () => {
  test.each([
    ["passages", ["Le navire quitte le port.", "Au port, le navire, le navire."]],
    ["a passage of stop words alone, between others", ["navire", "le la les", "port"]],
    ["no passage", []],
    [
      "more stems than a byte can number",
      [Array.from({ length: 700 }, (_, i) => `mot${i}`).join(" "), "mot699"],
    ],
    ["a word repeated more than a byte can count", ["navire ".repeat(1_000)]],
  ])("is read as it was stored: %s", (_, texts) => {
    const posted = postDocument("IR - Taxe des navires", texts);
    expect(readStored(storePostings(posted))).toEqual(posted);
  });

  test("counts the stems of each passage", () => {
    expect(postDocument("", ["navire port navire", "port"])).toEqual({
      stems: ["navir", "port"],
      labelSize: 0,
      passages: [
        { indexes: [0, 1], counts: [2, 1] },
        { indexes: [1], counts: [1] },
      ],
    });
  });
});

describe("postings", () => {
  test("name the documents that hold a word", () => {
    expect(rank(build(CORPUS), "navir").map(({ boiId }) => boiId)).toEqual(["BOI-B", "BOI-A"]);
  });

  test("name the passages of a document that hold words, those that hold most of them first", () => {
    const scorer = new TextScorer(build(CORPUS));
    const passagesOf = (most: number) =>
      scorer
        .passagesOf(asked("navir", "voil"), ["BOI-B", "BOI-A", "BOI-X"], most)
        .map(({ boiId, position }) => [boiId, position]);
    expect(passagesOf(2)).toEqual([
      ["BOI-B", 1],
      ["BOI-B", 0],
      ["BOI-A", 1],
    ]);
    expect(passagesOf(1)).toEqual([
      ["BOI-B", 1],
      ["BOI-A", 1],
    ]);
  });

  test("made from those before and what is new give the scores of those made at once", () => {
    const changed = { ...CORPUS, "BOI-B": ["navire rame"] };
    const { "BOI-B": fresh, ...same } = changed;
    const before = build(CORPUS);
    const after = build({ "BOI-B": fresh }, before, Object.keys(same));
    for (const stem of ["chen", "navir", "port", "rame", "four", "farin"]) {
      expect(rank(after, stem)).toEqual(rank(build(changed), stem));
      const passages = [after, build(changed)].map((postings) =>
        new TextScorer(postings).passagesOf(asked(stem), Object.keys(changed), 3),
      );
      expect(passages[0]).toEqual(passages[1] ?? []);
    }
  });

  test("forget the documents that have left, and their words", () => {
    const after = build({}, build(CORPUS), ["BOI-C"]);
    expect(after.documents.map(({ boiId }) => boiId)).toEqual(["BOI-C"]);
    expect(rank(after, "navir")).toEqual([]);
    expect(rank(after, "four").map(({ boiId }) => boiId)).toEqual(["BOI-C"]);
  });

  test("of nothing find nothing", () => {
    expect(rank(NO_POSTINGS, "navir")).toEqual([]);
  });
});

describe("the score of a label", () => {
  const titled = (
    titles: Readonly<Record<string, string>>,
    previous = NO_POSTINGS,
    kept: readonly string[] = [],
  ) => {
    const builder = new PostingsBuilder(previous, ({ boiId }) => kept.includes(boiId));
    for (const [boiId, titre] of Object.entries(titles))
      builder.add({ boiId, domaine: "IR", hash: titre }, postDocument(titre, [`${titre} navire`]));
    return builder.build();
  };
  const TITLES = {
    "BOI-A": "IR - Taxe du navire",
    "BOI-B": "IR - Taxe du navire - Assiette de la taxe du navire",
    "BOI-C": "IR - Taxe - Ports",
  };
  const byLabel = (postings: Postings, question: string) =>
    new TextScorer(postings, { document: 0, passage: 0, passages: 0, label: 1 })
      .rank(asked(...listStems(question)), () => true)
      .map(({ boiId, score }) => [boiId, Number(score.toFixed(2))]);

  test("is 1 when the question is the label, and falls with what either has beside the other", () => {
    const [[first, whole] = [], [second, part = 0] = [], [third, none] = []] = byLabel(
      titled(TITLES),
      "taxe du navire",
    );
    expect([first, whole, second, third, none]).toEqual(["BOI-A", 1, "BOI-B", "BOI-C", 0]);
    expect(part).toBeCloseTo(2 / 3, 1);
    const [[, more = 1] = []] = byLabel(titled(TITLES), "taxe du navire et du phare");
    expect(more).toBeLessThan(0.7);
  });

  test("is the same for a document kept from the previous postings", () => {
    const { "BOI-B": changed, ...kept } = TITLES;
    const before = titled({ ...kept, "BOI-B": "IR - Phares" });
    const after = titled({ "BOI-B": changed }, before, Object.keys(kept));
    expect(byLabel(after, "assiette du navire")).toEqual(byLabel(titled(TITLES), "assiette du navire"));
  });
});

describe("the score by words", () => {
  test("is the document's BM25, its best passage's and the mean of its three best, by the most that the question could score", () => {
    const { document, passage, passages } = TEXT_WEIGHTS;
    const [first] = rank(build({ "BOI-A": ["chêne"], "BOI-B": ["navire"] }), "chen");
    // One word, in a text of the mean length: tf / (tf + k1) of the maximum everywhere.
    expect(first?.score).toBeCloseTo((document + passage + passages / 3) / 2.2, 6);
  });

  test("never exceeds 1, however often a word comes", () => {
    const [first] = rank(build({ "BOI-A": ["chêne ".repeat(500)], "BOI-B": ["navire"] }), "chen");
    expect(first?.score).toBeGreaterThan((TEXT_WEIGHTS.document + TEXT_WEIGHTS.passage) / 2);
    expect(first?.score).toBeLessThanOrEqual(1);
  });

  test("is lower when the doctrine does not use the other words of the question", () => {
    const [known] = rank(build(CORPUS), "chen");
    const [half] = rank(build(CORPUS), "chen", "inconnu");
    expect(half?.score).toBeLessThan((known?.score ?? 0) / 1.5);
  });

  test("counts a joined word for less than an asked one", () => {
    const scorer = new TextScorer(build(CORPUS));
    const found = scorer.rank(
      new Map([
        ["four", 1],
        ["voil", 0.5],
      ]),
      () => true,
    );
    expect(found.map(({ boiId }) => boiId)).toEqual(["BOI-C", "BOI-B"]);
  });

  test("is of candidates alone, and does not change with them", () => {
    const scorer = new TextScorer(build(CORPUS));
    const all = scorer.rank(asked("navir"), () => true);
    const some = scorer.rank(asked("navir"), ({ boiId }) => boiId === "BOI-A");
    expect(some).toEqual(all.filter(({ boiId }) => boiId === "BOI-A"));
  });

  test("leaves nothing behind for the next question", () => {
    const scorer = new TextScorer(build(CORPUS));
    const first = scorer.rank(asked("four"), () => true);
    scorer.rank(asked("navir"), () => true);
    expect(scorer.rank(asked("four"), () => true)).toEqual(first);
  });

  test("puts equal documents in the order of their identifiers", () => {
    const found = rank(build({ "BOI-Z": ["chêne"], "BOI-Y": ["chêne"] }), "chen");
    expect(found.map(({ boiId }) => boiId)).toEqual(["BOI-Y", "BOI-Z"]);
  });
});
