import { describe, expect, test } from "bun:test";
import { classificationOf } from "../../../../ingest/facts/classification.ts";

function labels(documents: Readonly<Record<string, string>>): Record<string, string> {
  const nodes = classificationOf(Object.entries(documents).map(([boiId, titre]) => ({ boiId, titre })));
  return Object.fromEntries(nodes.map(({ chemin, titre }) => [chemin, titre]));
}

describe("labels of the classification", () => {
  test.each([
    {
      promise: "a title adds its own part to the title above",
      documents: {
        "BOI-IR": "IR - Impôt sur le revenu",
        "BOI-IR-LIQ": "IR - Liquidation",
        "BOI-IR-LIQ-20": "IR - Liquidation - Calcul",
      },
      expected: { IR: "Impôt sur le revenu", "IR/LIQ": "Liquidation", "IR/LIQ/20": "Calcul" },
    },
    {
      promise: "a label may hold the separator",
      documents: { "BOI-IR-LIQ": "IR - Liquidation", "BOI-IR-LIQ-20": "IR - Liquidation - Seuil - Plafond" },
      expected: { IR: "Impôt sur le revenu", "IR/LIQ": "Liquidation", "IR/LIQ/20": "Seuil - Plafond" },
    },
    {
      promise: "a node without document takes its label from the first document below, in numeric order",
      documents: {
        "BOI-IR-LIQ-20-100": "IR - Liquidation - Autre - Cent",
        "BOI-IR-LIQ-20-20": "IR - Liquidation - Calcul - Vingt",
      },
      expected: {
        IR: "Impôt sur le revenu",
        "IR/LIQ": "Liquidation",
        "IR/LIQ/20": "Calcul",
        "IR/LIQ/20/100": "Cent",
        "IR/LIQ/20/20": "Vingt",
      },
    },
    {
      promise: "a title that does not continue the one above gives its last part",
      documents: { "BOI-IR-LIQ": "IR - Liquidation", "BOI-IR-LIQ-20": "Impôt - Calcul" },
      expected: { IR: "Impôt sur le revenu", "IR/LIQ": "Liquidation", "IR/LIQ/20": "Calcul" },
    },
    {
      promise: "a document without title is named by its segment",
      documents: {
        "BOI-IR-LIQ": "IR - Liquidation",
        "BOI-IR-LIQ-20": "BOI-IR-LIQ-20",
        "BOI-IR-LIQ-20-10": "IR - Liquidation - Calcul - Barème",
      },
      expected: {
        IR: "Impôt sur le revenu",
        "IR/LIQ": "Liquidation",
        "IR/LIQ/20": "Calcul",
        "IR/LIQ/20/10": "Barème",
      },
    },
    {
      promise:
        "a series that rescrits are filed under has its own name, whatever series their titles name first",
      documents: {
        "BOI-RES": "RES - Rescrits",
        "BOI-RSA": "RSA - Revenus salariaux et assimilés",
        "BOI-RES-BNC-000136": "RES - RSA - BNC - Sociétés d'exercice libéral",
        "BOI-RES-RSA-000001": "RES - RSA - Frais réels",
        "BOI-RES-IF-000018": "RES - Impôts fonciers - Cotisation foncière",
      },
      expected: {
        RES: "Rescrits",
        RSA: "Revenus salariaux et assimilés",
        "RES/BNC": "Bénéfices non commerciaux",
        "RES/BNC/000136": "RSA - BNC - Sociétés d'exercice libéral",
        "RES/RSA": "Revenus salariaux et assimilés",
        "RES/RSA/000001": "Frais réels",
        "RES/IF": "Impôts fonciers",
        "RES/IF/000018": "Cotisation foncière",
      },
    },
    {
      promise: "a series outside the contract without its root document is named by its code",
      documents: { "BOI-ANNX-000001": "IR - Vocabulaire" },
      expected: { ANNX: "ANNX", "ANNX/000001": "Vocabulaire" },
    },
  ])("$promise", ({ documents, expected }) => {
    expect(labels(documents)).toEqual(expected);
  });
});

test("every node counts its own document and all those below", () => {
  const boiIds = ["BOI-IR", "BOI-IR-LIQ-20-10", "BOI-IR-LIQ-20-20", "BOI-IS-BASE"];
  const nodes = classificationOf(boiIds.map((boiId) => ({ boiId, titre: boiId })));
  const counts = Object.fromEntries(nodes.map(({ chemin, documents }) => [chemin, documents]));
  expect(counts).toEqual({
    IR: 3,
    "IR/LIQ": 2,
    "IR/LIQ/20": 2,
    "IR/LIQ/20/10": 1,
    "IR/LIQ/20/20": 1,
    IS: 1,
    "IS/BASE": 1,
  });
});

test("every node names the node above, a series none", () => {
  const nodes = classificationOf([{ boiId: "BOI-IR-LIQ-20", titre: "IR - Liquidation - Calcul" }]);
  expect(nodes.map(({ chemin, parent, segment }) => [chemin, parent, segment])).toEqual([
    ["IR", "", "IR"],
    ["IR/LIQ", "IR", "LIQ"],
    ["IR/LIQ/20", "IR/LIQ", "20"],
  ]);
});
