import { afterAll, beforeAll, expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { raiseRevision } from "../../../db/queries/corpus.ts";
import { readQuery } from "../../../search/fulltext/read-query.ts";
import {
  listActualites,
  NEWS_WORDS,
  type NewsRequest,
  readActualite,
} from "../../../src/features/news/service.ts";
import { KeptWords } from "../../../src/http/kept-words.ts";
import { addActualite, addDocuments } from "../../fixtures/corpus.ts";
import { rejectionOf } from "../../rejection.ts";
import { forOneStore } from "../../servers/stores.ts";

const OCCURRENCE = { paragraphe: null, precision: null, precisions: [], texte: "article 6 du CGI" };

forOneStore((_, open) => {
  let store: RelationalStore;
  let newsWords: KeptWords;
  const deps = () => ({ database: store.database, newsWords, publicUrl: () => "https://doctrine.exemple" });
  const list = (request: Partial<Omit<NewsRequest, "query">> & { q?: string } = {}) => {
    const { q, ...rest } = request;
    const query = q === undefined ? null : readQuery(q);
    const all = { depuis: null, domaine: null, boiId: null, limit: 20, offset: 0 };
    return listActualites(deps(), { ...all, ...rest, query });
  };
  const idsOf = async (request: Parameters<typeof list>[0]) =>
    (await list(request)).actualites.map(({ id }) => id);

  beforeAll(async () => {
    store = await open();
    newsWords = new KeptWords(store.database, NEWS_WORDS);
    await addDocuments(store.database, {
      boiId: "BOI-IR-2",
      statut: "retire",
      shown: { titre: "IR - Deux" },
    });
    await addActualite(store.database, "ACTU-2020-00001", "2020-06-05", ["BOI-IR-2", "BOI-ABS-1"], {
      titre: "IR - Commentaires modifiés sans nouveauté doctrinale",
      texte: "Les foyers fiscaux sont concernés.",
      articles: [{ code: "CGI", article: "6", texte: "article 6 du CGI", occurrences: [OCCURRENCE] }],
      citedLaw: [
        {
          ...{ genre: "norme", cle: "loi-2012-1509", article: "3", rang: "titre" },
          champs: { nature: "loi", numero: "2012-1509", date: null, url: null },
          occurrences: [{ paragraphe: null, texte: "art. 3 de la loi n° 2012-1509" }],
        },
      ],
    });
    await addActualite(store.database, "ACTU-2022-00001", "2022-01-01", ["BOI-TVA-1"]);
    await addActualite(store.database, "ACTU-2022-00002", "2022-01-01", [], {
      texte:
        "Ce projet est mis en consultation publique du 1er janvier 2022 au 2 mars 2022. Le foyer fiscal…",
    });
  });
  afterAll(() => store.close());

  test("an actualité says what it names, what it announces and until when remarks are received", async () => {
    expect(await readActualite(deps(), "ACTU-2020-00001")).toEqual({
      id: "ACTU-2020-00001",
      titre: "IR - Commentaires modifiés sans nouveauté doctrinale",
      date: "2020-06-05",
      url: "https://exemple.fr/ACTU-2020-00001",
      page: "https://doctrine.exemple/actualites/ACTU-2020-00001",
      contenu_html: "<p>Les foyers fiscaux sont concernés.</p>",
      contenu_texte: "Les foyers fiscaux sont concernés.",
      empreinte: fingerprint("Les foyers fiscaux sont concernés."),
      documents: [
        { boi_id: "BOI-ABS-1", titre: null, statut: null },
        { boi_id: "BOI-IR-2", titre: "IR - Deux", statut: "retire" },
      ],
      articles: [
        {
          ...{ code: "CGI", article: "6", code_cle: "CGI", texte: "article 6 du CGI" },
          ...{ precision: null, precisions: [], paragraphes: [], occurrences: [OCCURRENCE] },
          url: expect.stringContaining("legifrance"),
        },
      ],
      decisions: [],
      normes: [
        {
          ...{ cle: "loi-2012-1509", nature: "loi", numero: "2012-1509", date: null, url: null },
          ...{ article: "3", texte: "art. 3 de la loi n° 2012-1509", paragraphes: [] },
        },
      ],
      reponses: [],
      portee_annoncee: "formelle",
      portee_deduite: null,
      consultation_publique: null,
    });
    expect(await readActualite(deps(), "ACTU-2022-00002")).toMatchObject({
      documents: [],
      consultation_publique: { debut: "2022-01-01", fin: "2022-03-02" },
    });
    expect(await rejectionOf(readActualite(deps(), "ACTU-2022-00009"))).toMatchObject({
      code: "unknown_news",
    });
  });

  test.each([
    [
      "newest first, then the higher identifier",
      {},
      ["ACTU-2022-00002", "ACTU-2022-00001", "ACTU-2020-00001"],
    ],
    ["from a day on, included", { depuis: "2022-01-01" }, ["ACTU-2022-00002", "ACTU-2022-00001"]],
    ["by the series of a document that they name", { domaine: "TVA" }, ["ACTU-2022-00001"]],
    ["by a document that they name", { boiId: "BOI-IR-2" }, ["ACTU-2020-00001"]],
    ["by their words, inflected or not", { q: "foyer" }, ["ACTU-2022-00002", "ACTU-2020-00001"]],
    ["by a document that a query names", { q: "BOI-TVA-1" }, ["ACTU-2022-00001"]],
    ["by all at once", { q: "foyer", domaine: "IR", depuis: "2020-06-05" }, ["ACTU-2020-00001"]],
    ["by pages", { limit: 1, offset: 1 }, ["ACTU-2022-00001"]],
    ["none beyond the last one", { offset: 3 }, []],
  ])("actualités are listed %s", async (_, request, ids) => {
    expect(await idsOf(request)).toEqual(ids);
  });

  test("the total is that of the whole list", async () => {
    expect(await list({ q: "foyer", limit: 1, offset: 1 })).toMatchObject({ total: 2, count: 1 });
  });

  test("what the corpus gains is found from its next revision on", async () => {
    await addActualite(store.database, "ACTU-2023-00001", "2023-01-01", [], { texte: "Hippocampe." });
    await raiseRevision(store.database.$client);
    expect(await idsOf({ q: "hippocampes" })).toEqual(["ACTU-2023-00001"]);
  });
});
