import { describe, expect, test } from "bun:test";
import { DamagedText, isStoreDamaged } from "../../../../db/integrity/damages.ts";
import { brokenColumn, sealsOf } from "../../../../db/integrity/seals.ts";

describe("seals", () => {
  const columns = {
    contenu_texte: "Taux de 10 %.",
    paragraphes: [{ numero: "1", section: [], start: 0, end: 13 }],
    raw: new Uint8Array([1, 2, 3]),
  };
  const seals = sealsOf("1", columns);

  test("hold for what was written, in whatever order a store gives the keys of a value", () => {
    expect(brokenColumn(seals, columns)).toBeNull();
    const paragraphes = [{ end: 13, start: 0, numero: "1", section: [] }];
    expect(brokenColumn(seals, { paragraphes })).toBeNull();
  });

  test("are those of the releases before: SHA-256 of a JSON text without spaces, keys in order", () => {
    const paragraphes = [
      { start: 0, numero: "1", end: 13, section: ["I. « Taux »"], extra: undefined },
      null,
    ];
    const text = '[{"end":13,"numero":"1","section":["I. « Taux »"],"start":0},null]';
    expect(sealsOf("1", { paragraphes })).toEqual(sealsOf("1", { paragraphes: text }));
  });

  test("name the column that is no longer what was written", () => {
    expect(brokenColumn(seals, { ...columns, contenu_texte: "Taux de 10  %." })).toBe("contenu_texte");
    const paragraphes = [{ numero: "1", section: [], start: 1, end: 13 }];
    expect(brokenColumn(seals, { ...columns, paragraphes })).toBe("paragraphes");
    expect(brokenColumn(seals, { raw: new Uint8Array([1, 2, 4]) })).toBe("raw");
  });

  test("say nothing of a column that was never sealed", () => {
    expect(brokenColumn(seals, { images: [] })).toBeNull();
  });
});

describe("an error of the store", () => {
  const coded = (code: string, message = "") => Object.assign(new Error(message), { code });

  test.each(["XX001", "XX002", "22021", "58P01", "58030"])("tells of a damage: %s", (code) => {
    expect(isStoreDamaged(coded(code))).toBe(true);
    expect(isStoreDamaged(new Error("Failed query", { cause: coded(code) }))).toBe(true);
  });

  test("tells of a damage by its words where it has no code of its own", () => {
    const words = "missing chunk number 0 for toast value 16412 in pg_toast_16405";
    expect(isStoreDamaged(coded("XX000", words))).toBe(true);
  });

  test("tells of none when a statement is wrong, or the store away", () => {
    for (const error of [coded("42601"), coded("57P01"), new Error("x"), "x"])
      expect(isStoreDamaged(error)).toBe(false);
    expect(isStoreDamaged(new DamagedText("BOI-IR"))).toBe(false);
  });
});
