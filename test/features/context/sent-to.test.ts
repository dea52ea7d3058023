import { describe, expect, test } from "bun:test";
import { destinationsOf, paragraphsAt } from "../../../src/features/context/service.ts";

const place = (depuis: string | null, vers: string | null, jusqua: string | null = null) => ({
  ...{ depuis, vers, jusqua },
  edition: null,
  texte: "",
});

describe("where a § sends", () => {
  const edition = {
    boi_id: "BOI-A",
    renvois: [
      { depuis: "10", vers: "40", texte: "" },
      { depuis: "20", vers: "10", texte: "" },
    ],
    links: [
      { target: "BOI-B", cibles: [place("20", "5"), place("10", "30", "50")] },
      { target: "BOI-C", cibles: [place("10", null)] },
    ],
  };

  test("is its own document first, then the others, by the places of that § alone", () => {
    expect(destinationsOf(edition, "10")).toEqual([
      { boiId: "BOI-A", range: { de: "40", a: "40" } },
      { boiId: "BOI-B", range: { de: "30", a: "50" } },
      { boiId: "BOI-C", range: null },
    ]);
    expect(destinationsOf(edition, "30")).toEqual([]);
  });

  const withNumbers = (...numeros: string[]) => ({
    boi_id: "BOI-B",
    spans: numeros.map((numero) => ({ numero, section: [], start: 0, end: 1 })),
  });

  test.each([
    [withNumbers("20", "30", "40", "50", "60"), { de: "30", a: "50" }, ["30", "40", "50"]],
    [withNumbers("20", "30"), { de: "40", a: "40" }, []],
    [withNumbers("20", "30"), null, []],
    [withNumbers(), null, [null]],
    [withNumbers(), { de: "10", a: "10" }, []],
  ])("%j at %j is %j", (target, range, expected) => {
    const found = paragraphsAt(target, { boiId: "BOI-B", range });
    expect(found.map(({ numero }) => numero)).toEqual([...expected]);
  });
});
