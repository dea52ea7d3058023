import { describe, expect, test } from "bun:test";
import { announcedScope, SCOPE_RULES } from "../../../../../db/bofip/news/scope.ts";
import { parseRecord } from "../../../../../ingest/parse/record.ts";
import { hasRealCorpus, readRealLines } from "../../../../fixtures/real-corpus.ts";

const SILENT = "Contentieux - Compétence territoriale";

describe("what an actualité announces", () => {
  test.each(SCOPE_RULES.map((rule) => [rule.example, rule] as const))("« %s »", (_, rule) => {
    const { example, where, portee } = rule;
    const [titre, texte] = where === "titre" ? [example, ""] : [SILENT, example];
    expect(announcedScope(titre, texte)).toBe(portee);
  });

  test.each([
    [
      "the first rule that applies decides",
      "TVA - Taux - Commentaires modifiés sans nouveauté doctrinale",
      "",
      "formelle",
    ],
    ["accents and capitals are indifferent", "MISE A NIVEAU DES DOCUMENTS AU PLAN FORMEL", "", "formelle"],
    ["neither the title nor the text says it", SILENT, "Le tribunal est celui du service.", null],
    ["a « ce » is no court", "IR - Sort de ce revenu", "", null],
    [
      "titles of documents that it lists say nothing of it",
      SILENT,
      "Le tribunal est celui du service. Documents liés : BOI-CTX : Actualisation des seuils, jurisprudence.",
      null,
    ],
  ])("%s", (_, titre, texte, portee) => {
    expect(announcedScope(titre, texte)).toBe(portee as never);
  });

  test.skipIf(!hasRealCorpus)(
    "of the 424 of the real corpus, 137 are formal, and 9 say nothing",
    async () => {
      const news = (await readRealLines()).map(parseRecord).filter((record) => record.kind === "actualite");
      const scopes = Map.groupBy(news, ({ titre, texte }) => announcedScope(titre, texte ?? ""));
      const counts = [scopes.get("formelle"), scopes.get("fond"), scopes.get(null)].map(
        (found) => found?.length,
      );
      expect([news.length, ...counts]).toEqual([424, 137, 278, 9]);
      const said = news.filter(({ titre }) => /plan formel|sans nouveautés? doctrinales?/.test(titre));
      expect(said.map(({ titre, texte }) => announcedScope(titre, texte ?? ""))).toEqual(
        Array.from({ length: 135 }, () => "formelle"),
      );
    },
  );
});
