/** Phrases that cite the law, written blind from the contract: test/fixtures/verdicts/law.json says how they are judged. */
import { describe, test } from "bun:test";
import { citedArticle } from "../../../bofip/law/cited/articles.ts";
import {
  type CitedEntry,
  type LawEntry,
  type LawMention,
  listMentions,
} from "../../../bofip/law/cited/entries.ts";
import { readCitedLaw } from "../../../bofip/law/cited/read-cited-law.ts";
import { codeKey } from "../../../bofip/law/codes.ts";
import { deriveEdition } from "../../../ingest/parse/derive.ts";
import { expectLists, type LawLists } from "../../fixtures/verdicts/expect-law.ts";
import law from "../../fixtures/verdicts/law.json";

type Case = (typeof law.cases)[number];

/** What only a corpus tells is judged where there is one: test/features/citations/memo-law.test.ts. */
const OF_THE_CORPUS = new Set(["date_discordante", "url", "documents"]);

describe("a phrase that cites the law is read:", () => {
  for (const one of law.cases) {
    test(`${one.id} ${one.why}`, () => {
      const texts = "textes" in one && one.textes ? one.textes : [one.texte ?? ""];
      for (const texte of texts) expectLists(readLists(one, texte), one.expected, OF_THE_CORPUS);
    });
  }
});

function readLists(one: Case, texte: string): LawLists {
  return one.lieu === "citation" ? lawOf(listMentions(readCitedLaw(texte))) : documentLists(one, texte);
}

function documentLists(one: Case, texte: string): LawLists {
  const html = `<p class="numero-de-paragraphe-western" id="1_0">1</p><p class="paragraphe-western">${texte}</p>`;
  const titre = "titre" in one && one.titre ? one.titre : "Essai";
  const { law, renvoisInternes } = deriveEdition({
    id: "BOI-IR-LIQ-90",
    titre,
    html,
    texte: null,
  });
  return {
    ...lawOf(law),
    articles: law.flatMap((entry) => {
      if (entry.genre !== "article") return [];
      const { precisions } = entry.occurrences[0] ?? {};
      return {
        ...citedArticle(entry),
        ...entry.champs,
        rang: entry.rang,
        code_cle: codeKey(entry.cle),
        precisions,
      };
    }),
    renvois_internes: renvoisInternes.map((reference) => ({ ...reference })),
  };
}

function lawOf(entries: readonly (CitedEntry | LawMention)[]): LawLists {
  const of = (genre: LawEntry["genre"]) =>
    entries
      .filter((entry) => entry.genre === genre)
      .map(({ cle, article, champs }) => ({ ...champs, cle, article }));
  return { decisions: of("decision"), normes: of("norme"), reponses: of("reponse") };
}
