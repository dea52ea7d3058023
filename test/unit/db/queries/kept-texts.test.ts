import { describe, expect, test } from "bun:test";
import { KeptTexts } from "../../../../db/queries/kept-texts.ts";

const SPAN = { numero: "10", start: 0, end: 5 };

describe("the texts that hits were cut from", () => {
  test("are given back as they were, with the places of their § alone", () => {
    const texts = new KeptTexts();
    texts.keep("BOI-IR", "1:700", {
      contenu_texte: "Décote œuvre 𝒳 €",
      spans: [Object.assign({ section: ["Intitulé"] }, SPAN)],
    });
    const found = texts.among(["BOI-IR", "BOI-TVA"]);
    expect(found.versions()).toEqual(["1:700"]);
    expect(found.text("BOI-IR")).toEqual({ contenu_texte: "Décote œuvre 𝒳 €", spans: [SPAN] });
    expect(found.text("BOI-TVA")).toBeUndefined();
  });

  test("are composed, as excerpts are cut from them", () => {
    const texts = new KeptTexts();
    const { contenu_texte } = texts.keep("BOI-IR", "1:700", { contenu_texte: "De\u0301cote", spans: [] });
    expect(contenu_texte).toBe("Décote");
  });

  test("take the place of the text of another version", () => {
    const texts = new KeptTexts();
    texts.keep("BOI-IR", "1:700", { contenu_texte: "Ancien", spans: [] });
    texts.keep("BOI-IR", "1:701", { contenu_texte: "Nouveau", spans: [] });
    const found = texts.among(["BOI-IR"]);
    expect(found.versions()).toEqual(["1:701"]);
    expect(found.text("BOI-IR")?.contenu_texte).toBe("Nouveau");
  });

  test("leave when their bytes go over the bound, the one not found for the longest first", () => {
    const texts = new KeptTexts(10_000);
    const contenu_texte = "é".repeat(1_000);
    for (const boiId of ["A", "B", "C", "D"]) texts.keep(boiId, boiId, { contenu_texte, spans: [] });
    texts.among(["A"]);
    texts.keep("E", "E", { contenu_texte, spans: [SPAN] });
    expect(texts.among(["A", "B", "C", "D", "E"]).versions()).toEqual(["A", "C", "D", "E"]);
  });

  test("have room until one more could take another's place", () => {
    const texts = new KeptTexts(3_000_000);
    const contenu_texte = "é".repeat(450_000);
    const rooms = ["A", "B", "C"].map((boiId) => {
      texts.keep(boiId, boiId, { contenu_texte, spans: [] });
      return texts.hasRoom;
    });
    expect(rooms).toEqual([true, true, false]);
  });

  test("are still there for the search that has found them, whatever takes their place meanwhile", () => {
    const texts = new KeptTexts(1_500);
    texts.keep("A", "1", { contenu_texte: "a".repeat(500), spans: [] });
    const found = texts.among(["A"]);
    texts.keep("B", "2", { contenu_texte: "b".repeat(500), spans: [] });
    expect(texts.among(["A"]).versions()).toEqual([]);
    expect(found.text("A")?.contenu_texte).toBe("a".repeat(500));
  });
});
