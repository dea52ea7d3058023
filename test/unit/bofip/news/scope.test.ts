import { describe, expect, test } from "bun:test";
import type { TextScope } from "../../../../bofip/comparison/compare.ts";
import { ANNOUNCING_PHRASES, DEDUCING_WORDS, scopeOf } from "../../../../bofip/news/scope.ts";
import { parseRecord } from "../../../../ingest/parse/record.ts";
import { hasRealCorpus, readRealLines } from "../../../fixtures/real-corpus.ts";

const SILENT = "Contentieux - Compétence territoriale";

describe("what an actualité announces itself", () => {
  test.each(ANNOUNCING_PHRASES.map((phrase) => [phrase.example, phrase] as const))("« %s »", (_, phrase) => {
    const { example, where, portee } = phrase;
    const scope = where === "titre" ? scopeOf(example, "") : scopeOf(SILENT, example);
    expect(scope).toEqual({ annoncee: portee, deduite: null });
  });

  test.each<[string, string, string, TextScope | null]>([
    ["accents and capitals are indifferent", "MISE A NIVEAU DES DOCUMENTS AU PLAN FORMEL", "", "formelle"],
    ...[
      "TVA – Commentaires modifiés\u00a0sans nouveauté doctrinale",
      "TVA - COMMENTAIRES MODIFIÉS SANS CHANGEMENT DE DOCTRINE",
      "TVA - Commentaires sans nouveautés doctrinales (Entreprises - Publication urgente)",
      "Commentaires modifiés, sans modification doctrinale - TVA - BIC",
      "IR : Mise à jour des commentaires sans évolution doctrinale (CGI, art. 12)",
      "IR - Publication à doctrine constante",
      "RSA - Mise à niveau formelle",
      "RSA - Mises à jour strictement formelles - Rectificatif",
      "BIC - INT - Prix de transfert - Commentaires modifiés sans nouveauté doctrinale -  Service compétent",
    ].map((titre): [string, string, string, TextScope] => [
      `« ${titre} »`,
      titre,
      "Ils sont modifiés.",
      "formelle",
    ]),
    ...[
      "TVA - Commentaires modifiés sans nouveauté doctrinale et relèvement du seuil",
      "TVA - Relèvement du seuil et commentaires modifiés sans nouveauté doctrinale",
      "TVA - Mise à jour formelle et relèvement du seuil",
    ].map((titre): [string, string, string, null] => [`a part only: « ${titre} »`, titre, "", null]),
    [
      "a phrase about a part says nothing of the whole",
      "TVA - Mise à jour du territoire et commentaires modifiés sans nouveauté doctrinale concernant les taux",
      "",
      null,
    ],
    ["a key word announces nothing", "TVA - Taux réduits - Notion de cogénération", "", null],
    [
      "nor does a law",
      "PAT - Article 13 de la loi n° 2012-1509",
      "La loi de finances modifie le taux.",
      null,
    ],
    [
      "nor what is said of other announcements",
      SILENT,
      "Les évolutions ou nouveautés doctrinales font l'objet d'actualités.",
      null,
    ],
    [
      "both at once announce neither",
      "TVA - Commentaires modifiés sans nouveauté doctrinale",
      "La doctrine exposée au § 210 est rapportée.",
      null,
    ],
    [
      "titles of documents that it lists say nothing of it",
      SILENT,
      "Le tribunal est celui du service. Documents liés : BOI-CTX : La doctrine de la série est modifiée.",
      null,
    ],
  ])("%s", (_, titre, texte, portee) => expect(scopeOf(titre, texte).annoncee).toBe(portee));
});

describe("what its words let one guess", () => {
  test.each(DEDUCING_WORDS.map((rule) => [rule.example, rule] as const))("« %s »", (_, rule) => {
    const { example, where, portee } = rule;
    const { annoncee, deduite } = where === "titre" ? scopeOf(example, "") : scopeOf(SILENT, example);
    expect(annoncee ?? deduite?.portee).toBe(portee);
  });

  test.each<[string, string, string, string[] | null]>([
    [
      "is told with those words, as they are written, each once",
      "ENR - Aménagements divers, dont Extension du délai et aménagements",
      "",
      ["Aménagements", "Extension"],
    ],
    ["is read in the title before the text", "TVA - Taux", "La loi de finances le dit.", ["Taux"]],
    ["is read in decomposed letters", "TVA - Pre\u0301cisions", "", ["Précisions"]],
    ["is nothing when they tell nothing", SILENT, "Le tribunal est celui du service.", null],
    ["is nothing by « ce », which is no court", "IR - Sort de ce revenu", "", null],
  ])("%s", (_, titre, texte, indices) => {
    expect(scopeOf(titre, texte).deduite?.indices ?? null).toEqual(indices);
  });
});

test.skipIf(!hasRealCorpus)(
  "of the 424 of the real corpus, 134 say that they are formal, 4 that they are not, and 278 let it be guessed",
  async () => {
    const news = (await readRealLines()).map(parseRecord).filter((record) => record.kind === "actualite");
    const scopes = news.map(({ titre, texte }) => scopeOf(titre, texte ?? ""));
    const count = (kept: (scope: (typeof scopes)[number]) => boolean) => scopes.filter(kept).length;
    expect([
      news.length,
      count(({ annoncee }) => annoncee === "formelle"),
      count(({ annoncee }) => annoncee === "fond"),
      count(({ deduite }) => deduite?.portee === "fond"),
      count(({ deduite }) => deduite?.portee === "formelle"),
      count(({ annoncee, deduite }) => annoncee === null && deduite === null),
    ]).toEqual([424, 134, 4, 275, 3, 8]);
  },
);
