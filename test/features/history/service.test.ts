import { afterAll, beforeAll, expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readHistory } from "../../../src/features/history/service.ts";
import { ApiError } from "../../../src/http/errors/api-error.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { TODAY } from "../../fixtures/site.ts";
import { forOneStore } from "../../servers/stores.ts";

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IR-1",
        shown: { date: "2021-01-01", pgp: 5 },
        others: [
          { date: "2012-09-12", pgp: 5, dateFin: "2015-01-01" },
          { date: "2015-01-01", pgp: 4, dateFin: "2021-01-01" },
          { date: "2021-01-01", pgp: 3 },
        ],
      },
      {
        boiId: "BOI-IR-2",
        statut: "retire",
        shown: { date: "2013-01-01", dateFin: "2016-01-01" },
        others: [{ date: "2016-01-01", kind: "retire", statut: "retire", avis: "Document retiré." }],
      },
      {
        boiId: "BOI-IR-3",
        statut: "transfere",
        shown: {
          date: "2018-01-01",
          kind: "transfere",
          avis: "Transféré au BOI-A et au BOI-B.",
          transferts: ["BOI-A", "BOI-B"],
          statut: "transfere",
          dateFin: "2018-01-01",
        },
      },
    );
  });
  afterAll(() => store.close());

  test("versions come newest first, the higher PGP number first at one date, and one is current", async () => {
    expect(await readHistory(store.database, "BOI-IR-1", TODAY)).toMatchObject({
      boi_id: "BOI-IR-1",
      premiere_edition_detenue: "2012-09-12",
      versions: [
        { date_publication: "2021-01-01", date_mise_a_jour: null, statut: "en_vigueur", current: true },
        { date_publication: "2021-01-01", date_mise_a_jour: null, statut: "remplace", current: false },
        {
          date_publication: "2015-01-01",
          date_mise_a_jour: "2021-01-01",
          statut: "remplace",
          current: false,
        },
        {
          date_publication: "2012-09-12",
          date_mise_a_jour: "2015-01-01",
          statut: "remplace",
          current: false,
        },
      ],
    });
  });

  test("a version says its number, its proof and the texts received of it", async () => {
    const { versions } = await readHistory(store.database, "BOI-IR-1", TODAY);
    const empreinte = fingerprint("Texte.");
    expect(versions[0]).toEqual({
      date_publication: "2021-01-01",
      date_mise_a_jour: null,
      statut: "en_vigueur",
      current: true,
      pgp: 5,
      jour: TODAY,
      certitude_dates: "presumee",
      certitude_texte: "presumee",
      texte_observe: { du: null, au: null },
      certitude: "presumee",
      fin_constatee: false,
      texte_detenu: true,
      empreinte,
      effacee_le: null,
      redactions: [{ empreinte, empreinte_source: null, recue_le: null, courante: true, effacee_le: null }],
    });
  });

  test.each([
    ["of a withdrawal is no version of its own", "BOI-IR-2", "2013-01-01", "retire"],
    ["is the only version of a document known by nothing else", "BOI-IR-3", "2018-01-01", "transfere"],
  ] as const)("the announcement %s", async (_, boiId, date, statut) => {
    const { versions } = await readHistory(store.database, boiId, TODAY);
    expect(versions).toMatchObject([{ date_publication: date, statut, current: false }]);
  });

  test("a withdrawn or moved document gives its notice, a moved one its targets", async () => {
    expect(await readHistory(store.database, "BOI-IR-2", TODAY)).toMatchObject({ avis: "Document retiré." });
    expect(await readHistory(store.database, "BOI-IR-2", TODAY)).not.toHaveProperty("transferts");
    expect(await readHistory(store.database, "BOI-IR-3", TODAY)).toMatchObject({
      avis: "Transféré au BOI-A et au BOI-B.",
      transferts: ["BOI-A", "BOI-B"],
    });
  });

  test("a document that the corpus does not hold is unknown", async () => {
    await expect(readHistory(store.database, "BOI-IR-9", TODAY)).rejects.toThrow(
      new ApiError("unknown_document", { id: "BOI-IR-9" }),
    );
  });
});
