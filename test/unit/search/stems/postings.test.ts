import { describe, expect, test } from "bun:test";
import { PostingsBuilder } from "../../../../search/stems/builder.ts";
import { postDocument, readStored, storePostings } from "../../../../search/stems/posted-document.ts";
import { NO_POSTINGS, type Postings } from "../../../../search/stems/postings.ts";
import { TextScorer } from "../../../../search/stems/text-scorer.ts";

type Corpus = Readonly<Record<string, readonly string[]>>;

const CORPUS: Corpus = {
  "BOI-A": ["chêne chêne hêtre", "navire"],
  "BOI-B": ["navire port", "navire voile", "port"],
  "BOI-C": ["four farine"],
};

function build(corpus: Corpus, previous = NO_POSTINGS, kept: readonly string[] = []): Postings {
  const builder = new PostingsBuilder(previous, ({ boiId }) => kept.includes(boiId));
  for (const [boiId, texts] of Object.entries(corpus))
    builder.add({ boiId, domaine: "IR", hash: texts.join() }, postDocument(texts));
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
    const posted = postDocument(texts);
    expect(readStored(storePostings(posted))).toEqual(posted);
  });

  test("counts the stems of each passage", () => {
    expect(postDocument(["navire port navire", "port"])).toEqual({
      stems: ["navir", "port"],
      passages: [
        { indexes: [0, 1], counts: [2, 1] },
        { indexes: [1], counts: [1] },
      ],
    });
  });
});

describe("postings", () => {
  test("name the documents that hold a word, and the passage that holds most of it", () => {
    const found = rank(build(CORPUS), "navir");
    expect(found.map(({ boiId, position }) => [boiId, position])).toEqual([
      ["BOI-B", 0],
      ["BOI-A", 1],
    ]);
  });

  test("made from those before and what is new give the scores of those made at once", () => {
    const changed = { ...CORPUS, "BOI-B": ["navire rame"] };
    const { "BOI-B": fresh, ...same } = changed;
    const before = build(CORPUS);
    const after = build({ "BOI-B": fresh }, before, Object.keys(same));
    for (const stem of ["chen", "navir", "port", "rame", "four", "farin"])
      expect(rank(after, stem)).toEqual(rank(build(changed), stem));
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

describe("the score by words", () => {
  test("is half the document's BM25 and half its best passage's, by the most that the question could score", () => {
    const [first] = rank(build({ "BOI-A": ["chêne"], "BOI-B": ["navire"] }), "chen");
    // One word, in a text of the mean length: tf / (tf + k1) of the maximum, on both sides.
    expect(first?.score).toBeCloseTo(1 / 2.2, 6);
  });

  test("never exceeds 1, however often a word comes", () => {
    const [first] = rank(build({ "BOI-A": ["chêne ".repeat(500)], "BOI-B": ["navire"] }), "chen");
    expect(first?.score).toBeGreaterThan(0.5);
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
