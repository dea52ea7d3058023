import { expect, test } from "bun:test";
import { documentType } from "../../../../ingest/parse/type.ts";

test.each([
  ["IR", "Commentaire", "commentaire"],
  ["IR", null, "commentaire"],
  ["RES", "Commentaire", "rescrit"],
  ["RES", null, "rescrit"],
  ["BAREME", null, "bareme"],
  ["BIC", "Barème", "bareme"],
  ["BIC", "Bare\u0300me", "bareme"],
  ["FORM", null, "formulaire"],
  ["IR", "Formulaire", "formulaire"],
  ["LETTRE", null, "lettre_type"],
  ["IR", "Lettre Type", "lettre_type"],
  ["DJC", "Lettre Type / Modèle", "lettre_type"],
  ["ANNX", null, "annexe"],
  ["IR", "Autres annexes", "annexe"],
  ["CARTE", null, "cartographie"],
  ["IR", "Cartographie", "cartographie"],
  ["IR", "Inconnu", "commentaire"],
])("a document of series %s under « %s » is a %s", (serie, contentType, expected) => {
  expect<string>(documentType(serie, contentType)).toBe(expected);
});
