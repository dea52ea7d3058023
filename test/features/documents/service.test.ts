import { afterAll, beforeAll, expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { eraseWording } from "../../../db/erasure/erase.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { ApiError } from "../../../src/http/errors/api-error.ts";
import { addClassificationNode, addDocuments } from "../../fixtures/corpus.ts";
import { SITE, TODAY } from "../../fixtures/site.ts";
import { forOneStore } from "../../servers/stores.ts";

const ERASED = "Un nom à effacer.";
const TEXTE = "Préambule.\n\nI. Champ\n\nPremier point.\n\nSecond point.";

forOneStore((_, open) => {
  let store: RelationalStore;
  const read = (boiId: string, date: string | null = null) =>
    readDocument(
      { ...SITE, database: store.database },
      boiId,
      date === null ? { kind: "shown" } : { kind: "edition", date },
    );

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IR-LIQ-20",
        shown: {
          date: "2021-03-01",
          pgp: 7,
          titre: "IR - Liquidation - Barème",
          texte: TEXTE,
          paragraphes: [
            { numero: "1", section: ["I. Champ"], start: 22, end: 36 },
            { numero: "10", section: ["I. Champ"], start: 38, end: 51 },
          ],
          reserves: [{ de: "20", a: "40" }],
          images: [{ alt: "a + b", url: null }],
          renvoisInternes: [
            { depuis: "1", vers: "10", texte: "§ 10" },
            { depuis: "1", vers: "99", texte: "§ 99" },
          ],
          references: [
            {
              target: "BOI-TVA-10",
              paragraphe: "10",
              mentions: 3,
              cibles: [
                { depuis: "10", vers: "20", jusqua: null, edition: "2020-01-01", texte: "BOI-TVA-10, § 20" },
                { depuis: "10", vers: "30", jusqua: "40", edition: null, texte: "§ 30 à 40 du BOI-TVA-10" },
                { depuis: "10", vers: null, jusqua: null, edition: null, texte: "BOI-TVA-10" },
              ],
            },
            {
              target: "BOI-CF-99",
              paragraphe: null,
              mentions: 1,
              cibles: [{ depuis: null, vers: "10", jusqua: null, edition: null, texte: "BOI-CF-99, § 10" }],
            },
            "BOI-IS-RETIRE",
          ],
          articles: [
            {
              code: "LPF",
              article: "L. 80 A",
              texte: "1° de l'article L. 80 A du LPF",
              precision: "1°",
              paragraphes: ["1", "10"],
              occurrences: [
                { paragraphe: "1", precision: "1°", texte: "1° de l'article L. 80 A du LPF" },
                { paragraphe: "10", precision: "2°", texte: "2° de l'article L. 80 A du LPF" },
                { paragraphe: "10", precision: null, texte: "article L. 80 A du LPF" },
              ],
            },
            { code: "CGI", article: "197", texte: "article 197 du CGI" },
            { code: "CGI", article: "197", texte: "CGI, art. 197 à 199", etendue: { de: "197", a: "199" } },
            {
              code: "LPF",
              article: "L. 55",
              texte: "articles L. 55 et suivants du LPF",
              etendue: { de: "L. 55", a: null },
            },
          ],
        },
        others: [
          {
            date: "2015-01-01",
            pgp: 7,
            titre: "Ancien titre",
            dateFin: "2021-03-01",
            references: ["BOI-TVA-10"],
          },
          { date: "2015-01-01", pgp: 3, titre: "Titre du numéro inférieur", dateFin: "2021-03-01" },
        ],
      },
      {
        boiId: "BOI-TVA-10",
        shown: {
          titre: "TVA - Taux",
          paragraphes: [{ numero: "20", section: [], start: 0, end: 6 }],
        },
      },
      {
        boiId: "BOI-IS-RETIRE",
        statut: "retire",
        shown: { titre: "IS - Ancien régime", dateFin: "2022-02-02" },
      },
      {
        boiId: "BOI-IS-DEPLACE-10",
        statut: "transfere",
        transfereVers: "BOI-TVA-10",
        shown: { titre: "IS - Régimes - Déplacé", dateFin: "2019-01-01", date: "2018-01-01" },
        others: [{ date: "2019-01-01", kind: "transfere", transfereVers: "BOI-TVA-10", statut: "transfere" }],
      },
      {
        boiId: "BOI-IS-REVENU",
        others: [
          { date: "2014-01-01", statut: "transfere", dateFin: "2016-01-01" },
          { date: "2016-01-01", kind: "transfere", transfereVers: "BOI-IS-AILLEURS", statut: "transfere" },
        ],
      },
      {
        boiId: "BOI-IS-PARTAGE",
        statut: "transfere",
        transfereVers: "BOI-TVA-10",
        shown: { date: "2018-01-01", pgp: 4, statut: "transfere", dateFin: "2019-01-01" },
        others: [
          { date: "2012-01-01", pgp: 4, statut: "retire", dateFin: "2013-01-01" },
          { date: "2013-01-01", pgp: 4, kind: "retire", statut: "retire", avis: "Ce document est retiré." },
          { date: "2018-06-01", pgp: 3, kind: "retire", statut: "retire", avis: "D'un autre numéro." },
          { date: "2019-01-01", pgp: 4, kind: "retire", statut: "retire", avis: "Ce document est retiré." },
          {
            date: "2020-01-01",
            pgp: 4,
            kind: "transfere",
            statut: "transfere",
            transfereVers: "BOI-TVA-10",
            transferts: ["BOI-TVA-10", "BOI-TVA-20"],
            avis: "Ce document est transféré.",
          },
        ],
      },
      {
        boiId: "BOI-IS-ANNONCE",
        statut: "retire",
        shown: {
          date: "2019-01-01",
          kind: "retire",
          statut: "retire",
          dateFin: "2019-01-01",
          avis: "Ce document est retiré.",
          texte: "",
        },
      },
    );
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IS-EFFACE",
        shown: { texte: ERASED, paragraphes: [{ numero: "20", section: [], start: 0, end: 6 }] },
      },
      {
        boiId: "BOI-IR-RENVOIS",
        shown: {
          references: [
            citing("BOI-TVA-10", "20", "30", null),
            citing("BOI-CF-99", "20"),
            citing("BOI-IS-ANNONCE", "20"),
            citing("BOI-IS-EFFACE", "20"),
            citing("BOI-IS-RETIRE", "20"),
          ],
        },
      },
    );
    const erasure = { empreinte: fingerprint(ERASED), reason: "obligation légale" };
    await eraseWording(store.database, erasure, new Date());
    await addClassificationNode(store.database, "IR", "Impôt sur le revenu", 9);
    await addClassificationNode(store.database, "IR/LIQ", "Liquidation", 3);
    await addClassificationNode(store.database, "IR/LIQ/20", "Barème", 1);
  });
  afterAll(() => store.close());

  test.each([
    ["a text that has the §", "BOI-TVA-10", "20", true],
    ["a text without the §", "BOI-TVA-10", "30", false],
    ["no § at all", "BOI-TVA-10", null, null],
    ["a document outside the corpus", "BOI-CF-99", "20", null],
    ["a document known by its notice of withdrawal alone", "BOI-IS-ANNONCE", "20", null],
    ["a document whose text was erased", "BOI-IS-EFFACE", "20", null],
    ["a withdrawn document whose last text is held", "BOI-IS-RETIRE", "20", false],
  ])(
    "a mention says whether the text that is held has its §, null where none is: %s",
    async (_, target, vers, existe) => {
      const { references } = await read("BOI-IR-RENVOIS");
      const cited = references.find(({ boi_id }) => boi_id === target);
      const place = { depuis: "1", vers, edition: null, texte: mention(target, vers), existe };
      expect(cited?.cibles).toContainEqual(place);
    },
  );

  test("a document comes whole, under the names of the contract", async () => {
    const document = await read("BOI-IR-LIQ-20");
    expect(document).toEqual({
      boi_id: "BOI-IR-LIQ-20",
      titre: "IR - Liquidation - Barème",
      type: "commentaire",
      domaine: "IR",
      division: null,
      matiere: "IR",
      statut: "en_vigueur",
      date_publication: "2021-03-01",
      date_mise_a_jour: null,
      texte_detenu: true,
      edition: {
        date_debut: "2021-03-01",
        date_fin: null,
        pgp: 7,
        jour: TODAY,
        certitude_dates: "presumee",
        certitude_texte: "presumee",
        texte_observe: { du: null, au: null },
        certitude: "presumee",
        fin_constatee: false,
        empreinte: fingerprint(TEXTE),
        empreinte_source: null,
        redactions: 1,
        citation: "BOI-IR-LIQ-20, version du 1er mars 2021",
        page: "http://localhost/consultation/BOI-IR-LIQ-20/2021-03-01",
        url: "https://exemple.fr/BOI-IR-LIQ-20-20210301",
      },
      url: "https://exemple.fr/BOI-IR-LIQ-20-20210301",
      contenu_html: `<p>${TEXTE}</p>`,
      contenu_texte: TEXTE,
      plan_classement: {
        chemin: "IR/LIQ/20",
        niveaux: [
          { chemin: "IR", titre: "Impôt sur le revenu" },
          { chemin: "IR/LIQ", titre: "Liquidation" },
          { chemin: "IR/LIQ/20", titre: "Barème" },
        ],
      },
      references: [
        {
          boi_id: "BOI-TVA-10",
          titre: "TVA - Taux",
          existe: true,
          statut: "en_vigueur",
          paragraphe: "10",
          mentions: 3,
          cibles: [
            { depuis: "10", vers: "20", edition: "2020-01-01", texte: "BOI-TVA-10, § 20", existe: true },
            { depuis: "10", vers: "30", edition: null, texte: "§ 30 à 40 du BOI-TVA-10", existe: false },
            { depuis: "10", vers: null, edition: null, texte: "BOI-TVA-10", existe: null },
          ],
        },
        {
          boi_id: "BOI-CF-99",
          titre: null,
          existe: false,
          statut: null,
          paragraphe: null,
          mentions: 1,
          cibles: [{ depuis: null, vers: "10", edition: null, texte: "BOI-CF-99, § 10", existe: null }],
        },
        {
          boi_id: "BOI-IS-RETIRE",
          titre: "IS - Ancien régime",
          existe: true,
          statut: "retire",
          paragraphe: null,
          mentions: 1,
          cibles: [],
        },
      ],
      renvois_internes: [
        { depuis: "1", vers: "10", texte: "§ 10", existe: true },
        { depuis: "1", vers: "99", texte: "§ 99", existe: false },
      ],
      consultations: [],
      decisions: [],
      normes: [],
      reponses: [],
      articles: [
        {
          code: "LPF",
          code_cle: "LPF",
          article: "L. 80 A",
          texte: "1° de l'article L. 80 A du LPF",
          precision: "1°",
          precisions: ["1°"],
          paragraphes: ["1", "10"],
          url: legifrance("L80 A"),
          occurrences: [
            { paragraphe: "1", precision: "1°", precisions: ["1°"], texte: "1° de l'article L. 80 A du LPF" },
            {
              paragraphe: "10",
              precision: "2°",
              precisions: ["2°"],
              texte: "2° de l'article L. 80 A du LPF",
            },
            { paragraphe: "10", precision: null, precisions: [], texte: "article L. 80 A du LPF" },
          ],
        },
        {
          code: "CGI",
          code_cle: "CGI",
          article: "197",
          texte: "article 197 du CGI",
          precision: null,
          precisions: [],
          paragraphes: [],
          url: legifrance("197"),
          occurrences: [{ paragraphe: null, precision: null, precisions: [], texte: "article 197 du CGI" }],
        },
        {
          code: "CGI",
          code_cle: "CGI",
          article: "197",
          texte: "CGI, art. 197 à 199",
          precision: null,
          precisions: [],
          paragraphes: [],
          url: legifrance("197"),
          occurrences: [{ paragraphe: null, precision: null, precisions: [], texte: "CGI, art. 197 à 199" }],
          etendue: { de: "197", a: "199" },
        },
        {
          code: "LPF",
          code_cle: "LPF",
          article: "L. 55",
          texte: "articles L. 55 et suivants du LPF",
          precision: null,
          precisions: [],
          paragraphes: [],
          url: legifrance("L55"),
          occurrences: [
            { paragraphe: null, precision: null, precisions: [], texte: "articles L. 55 et suivants du LPF" },
          ],
          etendue: { de: "L. 55", a: null },
        },
      ],
      paragraphes: [
        {
          numero: "1",
          section: ["I. Champ"],
          texte: "Premier point.",
          tableaux: 0,
          ancre: "p1",
          empreinte: fingerprint("Premier point."),
          citation: "BOI-IR-LIQ-20, § 1, version du 1er mars 2021",
        },
        {
          numero: "10",
          section: ["I. Champ"],
          texte: "Second point.",
          tableaux: 0,
          ancre: "p10",
          empreinte: fingerprint("Second point."),
          citation: "BOI-IR-LIQ-20, § 10, version du 1er mars 2021",
        },
      ],
      paragraphes_reserves: [{ de: "20", a: "40" }],
      images: [{ alt: "a + b", url: null }],
    });
  });

  test("a dated identifier answers that edition, with its own title, statut, dates, link and references", async () => {
    const { titre, statut, date_publication, date_mise_a_jour, url, references } = await read(
      "BOI-IR-LIQ-20",
      "2015-01-01",
    );
    expect({ titre, statut, date_publication, date_mise_a_jour, url }).toEqual({
      titre: "Ancien titre",
      statut: "remplace",
      date_publication: "2015-01-01",
      date_mise_a_jour: "2021-03-01",
      url: "https://exemple.fr/BOI-IR-LIQ-20-20150101",
    });
    expect(references.map((reference) => reference.boi_id)).toEqual(["BOI-TVA-10"]);
  });

  test("the date of the current edition answers the same as no date", async () => {
    expect(await read("BOI-IR-LIQ-20", "2021-03-01")).toEqual(await read("BOI-IR-LIQ-20"));
  });

  test.each([
    ["a document that the corpus does not hold", "BOI-IR-ABSENT", null, "BOI-IR-ABSENT"],
    ["a date that is not one of its editions", "BOI-IR-LIQ-20", "2016-05-04", "BOI-IR-LIQ-20-20160504"],
    [
      "the date of a mere announcement of its move",
      "BOI-IS-DEPLACE-10",
      "2019-01-01",
      "BOI-IS-DEPLACE-10-20190101",
    ],
  ])("%s is not held: the refusal names what was asked", async (_, boiId, date, name) => {
    await expect(read(boiId, date)).rejects.toThrow(
      name === boiId ? new ApiError("unknown_document", { id: name }) : `l'édition de ${boiId} du `,
    );
  });

  test("a withdrawn document still answers, with the day it left", async () => {
    const { statut, date_mise_a_jour, contenu_texte } = await read("BOI-IS-RETIRE");
    expect({ statut, date_mise_a_jour, contenu_texte }).toEqual({
      statut: "retire",
      date_mise_a_jour: "2022-02-02",
      contenu_texte: "Texte.",
    });
  });

  test("a moved document shows its last content and names its target", async () => {
    const { transfere_vers, titre } = await read("BOI-IS-DEPLACE-10");
    expect({ transfere_vers, titre }).toEqual({
      transfere_vers: "BOI-TVA-10",
      titre: "IS - Régimes - Déplacé",
    });
  });

  test("an edition that ended in a move names its target after the document came back", async () => {
    expect((await read("BOI-IS-REVENU", "2014-01-01")).transfere_vers).toBe("BOI-IS-AILLEURS");
    expect(await read("BOI-IS-REVENU")).not.toHaveProperty("transfere_vers");
  });

  test.each([
    [
      "of its last withdrawal or move, under its own number",
      "BOI-IS-PARTAGE",
      null,
      "Ce document est transféré.",
    ],
    ["of the withdrawal that ended an edition", "BOI-IS-PARTAGE", "2012-01-01", "Ce document est retiré."],
    ["that is all that is known of a document", "BOI-IS-ANNONCE", null, "Ce document est retiré."],
    ["is null when only an absence tells", "BOI-IS-RETIRE", null, null],
  ])("the notice %s", async (_, boiId, date, avis) => {
    expect((await read(boiId, date)).avis).toBe(avis);
  });

  test("a moved document names all its targets, a withdrawn one none, one in force has no notice", async () => {
    expect((await read("BOI-IS-PARTAGE")).transferts).toEqual(["BOI-TVA-10", "BOI-TVA-20"]);
    expect((await read("BOI-IS-DEPLACE-10")).transferts).toEqual(["BOI-TVA-10"]);
    expect(await read("BOI-IS-PARTAGE", "2012-01-01")).not.toHaveProperty("transferts");
    expect(await read("BOI-IR-LIQ-20")).not.toHaveProperty("avis");
  });

  test("levels that left the plan are named by the document's own title, else by their segment", async () => {
    expect((await read("BOI-IS-DEPLACE-10")).plan_classement.niveaux).toEqual([
      { chemin: "IS", titre: "IS" },
      { chemin: "IS/DEPLACE", titre: "DEPLACE" },
      { chemin: "IS/DEPLACE/10", titre: "Déplacé" },
    ]);
  });
});

function legifrance(number: string): string {
  const query = new URLSearchParams({ tab_selection: "code", searchField: "NUM_ARTICLE", query: number });
  return `https://www.legifrance.gouv.fr/search/code?${query}`;
}

/** A reference that names each of these § of a document, or none. */
function citing(target: string, ...named: readonly (string | null)[]) {
  const cibles = named.map((vers) => ({
    ...{ depuis: "1", vers, jusqua: null, edition: null },
    texte: mention(target, vers),
  }));
  return { target, paragraphe: "1", mentions: cibles.length, cibles };
}

function mention(target: string, vers: string | null): string {
  return vers === null ? target : `${target}, § ${vers}`;
}
