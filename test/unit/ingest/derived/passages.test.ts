import { describe, expect, test } from "bun:test";
import { cutPassages, embeddedText } from "../../../../ingest/derived/passages.ts";

const TITRE = "IR - Liquidation";
const LONGEST = 1_350;

interface Part {
  readonly numero: string;
  readonly section?: readonly string[];
  readonly body: string;
}

/** An edition of numbered paragraphs, each under its headings, as derivation leaves it. */
function edition(...parts: readonly Part[]) {
  let texte = "";
  const paragraphes = parts.map(({ numero, section = ["I. Principe"], body }) => {
    texte += `${texte === "" ? "" : "\n\n"}${section.at(-1)}\n\n`;
    const start = texte.length;
    texte += body;
    return { numero, section, start, end: texte.length };
  });
  return { titre: TITRE, texte, paragraphes };
}

function sentences(count: number, words = "La règle vaut pour tous les contribuables"): string {
  return Array.from({ length: count }, (_, index) => `${words}, cas ${index + 1}.`).join(" ");
}

describe("grouping", () => {
  test("short paragraphs under the same headings make one passage, which names the first", () => {
    const source = edition(
      { numero: "10", body: "Première règle." },
      { numero: "20", body: "Seconde règle." },
    );
    const passages = cutPassages(source);
    expect(passages.map(({ paragraphe }) => paragraphe)).toEqual(["10"]);
    expect(embeddedText(source, passages[0] ?? fail())).toContain("Seconde règle.");
  });

  for (const [name, first, second, count] of [
    ["level 1", ["I. Principe"], ["II. Exceptions"], 2],
    ["level 2", ["I. Principe", "A. Cas général"], ["I. Principe", "B. Cas particulier"], 2],
    ["level 3", ["I. Principe", "A. Cas", "1. Lieu"], ["I. Principe", "A. Cas", "2. Date"], 1],
  ] as const) {
    test(`a heading of ${name} ${count === 1 ? "does not part" : "parts"} passages`, () => {
      const source = edition(
        { numero: "10", section: first, body: "Une règle." },
        { numero: "20", section: second, body: "Une autre." },
      );
      expect(cutPassages(source)).toHaveLength(count);
    });
  }

  test("a passage stays within its length, whatever the paragraphs", () => {
    const source = edition(
      ...Array.from({ length: 20 }, (_, index) => ({
        numero: `${index}`,
        body: sentences(3 + (index % 7) * 9),
      })),
    );
    const passages = cutPassages(source);
    expect(Math.max(...passages.map(({ start, end }) => end - start))).toBeLessThanOrEqual(LONGEST);
    expect(passages.length).toBeGreaterThan(5);
  });

  test("every word of every paragraph is in a passage", () => {
    const source = edition({ numero: "1", body: sentences(70) }, { numero: "2", body: "x".repeat(3_000) });
    const covered = cutPassages(source)
      .map(({ start, end }) => source.texte.slice(start, end))
      .join("");
    const body = source.paragraphes.map(({ start, end }) => source.texte.slice(start, end)).join("");
    expect(covered.replace(/\s/g, "")).toBe(body.replace(/\s/g, ""));
  });
});

describe("a long paragraph", () => {
  test("is cut at ends of sentences, each piece keeping its number and headings", () => {
    const source = edition({ numero: "30", section: ["I. Principe", "A. Calcul"], body: sentences(60) });
    const passages = cutPassages(source);
    expect(passages.length).toBeGreaterThan(1);
    for (const { start, end, paragraphe, section } of passages) {
      expect(source.texte.slice(start, end)).toMatch(/^La règle .*\.$/);
      expect([paragraphe, section]).toEqual(["30", ["I. Principe", "A. Calcul"]]);
    }
  });

  test("without any sentence is cut between words", () => {
    const source = edition({ numero: "1", body: "mot ".repeat(800).trim() });
    for (const { start, end } of cutPassages(source)) {
      expect(source.texte.slice(start, end)).toMatch(/^mot( mot)*$/);
    }
  });
});

describe("a long table", () => {
  const rows = Array.from(
    { length: 60 },
    (_, index) => `Zone ${index + 1} | Taux de ${index}. Voir plus loin`,
  );
  const table = ["Taux applicables", "Zone | Taux", ...rows].join("\n");

  test("is cut between rows, its caption and header row repeated with each piece", () => {
    const source = edition({ numero: "40", body: table });
    const passages = cutPassages(source);
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages) {
      const [, , ...lines] = embeddedText(source, passage).split("\n");
      expect(lines.slice(0, 2)).toEqual(["Taux applicables", "Zone | Taux"]);
      for (const line of lines.slice(2)) expect(rows).toContain(line);
    }
  });

  test("does not lend its header to the text that follows it", () => {
    const source = edition({ numero: "40", body: `${table}\n\n${sentences(10)}` });
    const after = cutPassages(source).at(-1) ?? fail();
    expect(source.texte.slice(after.start, after.end)).not.toContain(" | ");
    expect([after.tableStart, after.tableEnd]).toEqual([null, null]);
  });

  test("whose header is longer than half a passage goes without it", () => {
    const header = `Zone | ${"Taux de la contribution ".repeat(40)}`;
    const source = edition({ numero: "40", body: [header, ...rows].join("\n") });
    expect(cutPassages(source).every(({ tableStart }) => tableStart === null)).toBe(true);
  });
});

describe("a text without numbered paragraphs", () => {
  test("is cut as one", () => {
    const passages = cutPassages({ titre: TITRE, texte: sentences(80), paragraphes: [] });
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.every(({ paragraphe, section }) => paragraphe === null && section.length === 0)).toBe(
      true,
    );
  });

  test("has no passage when it is empty", () => {
    expect(cutPassages({ titre: TITRE, texte: "", paragraphes: [] })).toEqual([]);
  });
});

describe("the hash of a passage", () => {
  const source = edition({ numero: "10", body: "Une règle." });
  const hashOf = (changed: Partial<typeof source>) => cutPassages({ ...source, ...changed })[0]?.textHash;

  test("stays with the text, wherever it stands", () => {
    const later = edition(
      { numero: "5", section: ["0. Avant"], body: "Un ajout." },
      { numero: "10", body: "Une règle." },
    );
    expect(cutPassages(later).at(-1)?.textHash).toBe(hashOf({}) ?? "");
  });

  for (const [name, changed] of [
    ["the title", { titre: "IR - Assiette" }],
    ["the words", { texte: source.texte.replace("Une", "La") }],
    ["a heading", { paragraphes: source.paragraphes.map((span) => ({ ...span, section: ["II. Champ"] })) }],
  ] as const) {
    test(`changes with ${name}`, () => expect(hashOf(changed)).not.toBe(hashOf({})));
  }
});

function fail(): never {
  throw new Error("a passage was expected");
}
