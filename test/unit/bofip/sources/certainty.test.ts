import { describe, expect, test } from "bun:test";
import { certaintyOf, type ObservedEdition, toldDay } from "../../../../bofip/sources/certainty.ts";

/** In force from 2020 on, shown until the end of 2025, with its text observed in 2025. */
const HELD: ObservedEdition = {
  date_debut: "2020-01-15",
  date_fin: null,
  attestee_jusqu_au: "2025-12-31",
  observations: [{ du: "2025-03-01", au: "2025-12-31" }],
};
const ENDED = { ...HELD, date_fin: "2026-02-01" };

type Case = readonly [
  why: string,
  edition: Partial<ObservedEdition>,
  jour: string,
  dates: string,
  texte: string,
];

const CASES: readonly Case[] = [
  ["on its start, by its record; its words came later", HELD, "2020-01-15", "attestee", "presumee"],
  ["before a source showed its words", HELD, "2022-06-01", "attestee", "presumee"],
  ["on the first day that a source showed its words", HELD, "2025-03-01", "attestee", "attestee"],
  ["on the last one", HELD, "2025-12-31", "attestee", "attestee"],
  ["after the sources", HELD, "2026-01-01", "presumee", "presumee"],
  ["up to the last source, be it followed by another edition", ENDED, "2025-12-31", "attestee", "attestee"],
  ["between the last source and the start of the next edition", ENDED, "2026-01-15", "presumee", "presumee"],
  [
    "by a source that shows it after its end: of its interval that one says nothing",
    { ...HELD, date_fin: "2025-06-01" },
    "2025-05-01",
    "presumee",
    "attestee",
  ],
  ["shown by no source, on its start", { attestee_jusqu_au: null }, "2020-01-15", "attestee", "presumee"],
  ["shown by no source, later", { attestee_jusqu_au: null }, "2025-06-01", "presumee", "attestee"],
  ["before its start", HELD, "2019-12-31", "presumee", "presumee"],
  [
    "between words that one kind showed before other words, and after them",
    {
      observations: [
        { du: "2025-01-01", au: "2025-02-01" },
        { du: "2025-04-01", au: "2025-12-31" },
      ],
    },
    "2025-03-01",
    "attestee",
    "presumee",
  ],
  [
    "between words that one kind of source showed before, and another kind after",
    {
      observations: [
        { du: "2025-01-01", au: "2025-01-01" },
        { du: "2025-04-01", au: "2025-04-01" },
      ],
    },
    "2025-02-01",
    "attestee",
    "presumee",
  ],
  [
    "with words of which no source is known",
    { observations: [{ du: null, au: null }] },
    "2025-06-01",
    "attestee",
    "presumee",
  ],
];

describe("an edition", () => {
  test.each(CASES)("%s", (_, edition, jour, certitude_dates, certitude_texte) => {
    const isAttested = certitude_dates === "attestee" && certitude_texte === "attestee";
    expect(certaintyOf({ ...HELD, ...edition }, jour)).toMatchObject({
      ...{ jour, certitude_dates, certitude_texte },
      certitude: isAttested ? "attestee" : "presumee",
    });
  });

  test("tells the first and the last source that showed its words, whatever their kinds", () => {
    const observations = [
      { du: "2025-04-01", au: "2025-12-31" },
      { du: null, au: null },
      { du: "2025-01-01", au: "2025-02-01" },
    ];
    const observed = { du: "2025-01-01", au: "2025-12-31" };
    expect(certaintyOf({ ...HELD, observations }, "2025-01-01").texte_observe).toEqual(observed);
    expect(certaintyOf({ ...HELD, observations: [] }, "2025-01-01").texte_observe).toEqual({
      du: null,
      au: null,
    });
  });
});

describe("the day that it tells of", () => {
  const today = "2026-01-10";
  test.each([
    ["the one asked", HELD, "2021-01-01", "2021-01-01"],
    ["today while it is in force", HELD, null, today],
    ["today until the next one begins", ENDED, null, today],
    ["its start once it has ended", { ...HELD, date_fin: today }, null, "2020-01-15"],
    ["its start when it is to come", { ...HELD, date_debut: "2027-01-01" }, null, "2027-01-01"],
  ] as const)("is %s", (_, edition, asked, expected) => {
    expect(toldDay(edition, { asked, today })).toBe(expected);
  });
});
