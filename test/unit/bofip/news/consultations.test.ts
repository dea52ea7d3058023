import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import {
  consultationNews,
  type OpeningNews,
  ownConsultation,
  type ReadNews,
} from "../../../../bofip/news/consultation.ts";
import { joinConsultations } from "../../../../bofip/news/consultations/join.ts";
import { parseRecord } from "../../../../ingest/parse/record.ts";
import { hasRealCorpus, readRealLines } from "../../../fixtures/real-corpus.ts";

const RELY =
  "Dès la présente publication, vous pouvez vous prévaloir de ces commentaires jusqu'à leur éventuelle révision à l'issue de la consultation.";

const news = (id: string, date: string, texte: string, more: Partial<ReadNews> = {}): ReadNews => ({
  id,
  titre: "TVA - Base d'imposition",
  date,
  texte,
  documents: [],
  ...more,
});

const openingOf = (texte: string): OpeningNews => {
  const told = consultationNews(news("ACTU-2013-00001", "2013-03-29", texte));
  if (told === null || told.kind === "closes") throw new Error("an opening was expected");
  return told;
};

describe("the documents that an announcement submits", () => {
  test.each<[rule: string, texte: string, documents: object[]]>([
    [
      "are those of the sentence, with their parts",
      "L'article 23 est commenté (BOI-IS-AUT-10, art. L. 80 A). Les commentaires figurant au BOI-IS-BASE-35-10, au III du BOI-IS-BASE-35-40, aux § 190 à 195 du BOI-BIC-BASE-10, ainsi qu'au BOI-BIC-PTP-10 au I-B font l'objet d'une consultation publique du 29 mars 2013 au 26 avril 2013.",
      [
        { boiId: "BOI-IS-BASE-35-10", parties: null },
        { boiId: "BOI-IS-BASE-35-40", parties: [{ section: "III" }] },
        { boiId: "BOI-BIC-BASE-10", parties: [{ de: "190", a: "195" }] },
        { boiId: "BOI-BIC-PTP-10", parties: [{ section: "I-B" }] },
      ],
    ],
    [
      "are all that is published, when it speaks of « ces commentaires »",
      "Seul le II du BOI-TVA -BASE-10 consacré aux importations est concerné par la présente mise à jour. Ces commentaires font l'objet d'une consultation publique. Ces remarques doivent être formulées avant le 31 octobre 2013. Actualité(s) liée(s) X Document(s) modifié(s) BOI-ANNX-000443 : Prestations. BOI-TVA-BASE-10 : TVA - Base Document(s) lié(s) BOI-TVA-DED : Déductions",
      [
        { boiId: "BOI-TVA-BASE-10", parties: [{ section: "II" }] },
        { boiId: "BOI-ANNX-000443", parties: null },
      ],
    ],
    [
      "are those of the list of what is submitted, apart from those it is linked to",
      "Les BOI suivants font l’objet d’une consultation publique du 18 mars 2013 au 15 avril 2013 inclus pour permettre à chacun de l’apprécier. Actualité(s) liée(s) : X Document(s) lié(s) : BOI-TVA-DED : Déductions Document(s) lié(s) soumis à consultation publique : BOI-TVA-BASE-10 : TVA - Base BOI-TVA-BASE-20-20130318 : TVA - Taux (III du tableau) Signataire du document lié : X, auteur du BOI-TVA-CHAMP",
      [
        { boiId: "BOI-TVA-BASE-10", parties: null },
        { boiId: "BOI-TVA-BASE-20", parties: null },
      ],
    ],
    [
      "are those of that list when it comes first, one document to a line",
      "Les BOI mentionnés ci-dessous font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013.\nDocument lié soumis à consultation publique\u00a0:\nBOI-TVA-BASE-10\u00a0: TVA - Base\nDocuments liés\u00a0:\nBOI-TVA-DED\u00a0: Déductions",
      [{ boiId: "BOI-TVA-BASE-10", parties: null }],
    ],
    [
      "are those of a list whose titles are glued to one another",
      "Les BOI suivants font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013.Actualité liée :XDocuments liés soumis à consultation publique :BOI-TVA-BASE-10 : TVA - Revenus assimilésBOI-TVA-BASE-20 : TVA (art. 20)BOI-TVA-BASE-30 : TVADocuments liés :BOI-TVA-DED : DéductionsSignataire des documents liés :X",
      [
        { boiId: "BOI-TVA-BASE-10", parties: null },
        { boiId: "BOI-TVA-BASE-20", parties: null },
        { boiId: "BOI-TVA-BASE-30", parties: null },
      ],
    ],
    [
      "are those of the list that the sentence quotes, not those of the sentence before it",
      "Voir le plan (BOI-TVA-DED) Les commentaires mentionnés ci-après sous la rubrique \"document(s) lié(s) soumis à consultation publique\" font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013. X Document(s) lié(s) soumis à consultation publique : BOI-TVA-BASE-10 : TVA Autres documents liés : BOI-TVA-CHAMP : Champ",
      [{ boiId: "BOI-TVA-BASE-10", parties: null }],
    ],
    [
      "are those that the only list marks, with their parts",
      "Certains commentaires mentionnés sous la rubrique « documents liés » font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013. Documents liés : BOI-TVA-DED : Déductions BOI-TVA-BASE-10 : TVA (consultation publique intégrale) BOI-TVA-BASE-20 : TVA - Taux (art. 278) (consultation publique partielle des II-A § 80 et III § 100 à 110) BOI-TVA-BASE-30 : TVA (consultation publique partielle)",
      [
        { boiId: "BOI-TVA-BASE-10", parties: null },
        {
          boiId: "BOI-TVA-BASE-20",
          parties: [
            { de: "80", a: "80" },
            { de: "100", a: "110" },
          ],
        },
        { boiId: "BOI-TVA-BASE-30", parties: [] },
      ],
    ],
    [
      "are none when it says « certains » and nothing tells which",
      "Certains commentaires mentionnés sous la rubrique « documents liés » font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013. Documents liés : BOI-TVA-DED : Déductions",
      [],
    ],
    [
      "are those of the only list, when the sentence leads to it, but for those that it excepts",
      "Les commentaires nouveaux (documents liés à l'exception des BOI-TVA-DED et BOI-LETTRE-000001) font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013. Documents liés : BOI-TVA-DED : Déductions BOI-TVA-BASE-10 : TVA BOI-LETTRE-000001 : Modèle",
      [{ boiId: "BOI-TVA-BASE-10", parties: null }],
    ],
    [
      "are those listed after the sentence itself",
      "Les BOI suivants font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013 :\n- BOI-TVA-BASE-10 ;\n- BOI-TVA-BASE-20.\nCes remarques suivent le BOI-TVA-CHAMP.\nDocument lié :\nBOI-TVA-DED : Déductions",
      [
        { boiId: "BOI-TVA-BASE-10", parties: null },
        { boiId: "BOI-TVA-BASE-20", parties: null },
      ],
    ],
    [
      "are those of a division, in its list",
      "Les commentaires figurant à la division BASE font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013. Documents liés : BOI-TVA-DED : Déductions BOI-TVA-BASE-10 : TVA",
      [{ boiId: "BOI-TVA-BASE-10", parties: null }],
    ],
    [
      "have the parts that stand before each of them",
      "Les commentaires figurant aux III-A § 70 à 80 et III-B § 95 du BOI-TVA-BASE-10, aux I-C § 100 à 150 et II § 190 du BOI-TVA-BASE-20 font l'objet d'une consultation publique du 18 mars 2013 au 15 avril 2013.",
      [
        {
          boiId: "BOI-TVA-BASE-10",
          parties: [
            { de: "70", a: "80" },
            { de: "95", a: "95" },
          ],
        },
        {
          boiId: "BOI-TVA-BASE-20",
          parties: [
            { de: "100", a: "150" },
            { de: "190", a: "190" },
          ],
        },
      ],
    ],
    [
      "are none that it only leads to",
      "Ces commentaires font l'objet d'une consultation publique jusqu'au 1er juin 2013. Documents liés : BOI-TVA-DED : Déductions",
      [],
    ],
    [
      "are none that another sentence names",
      "Voir le BOI-TVA-DED. Le projet de décret est soumis à consultation publique jusqu'au 1er juin 2013.",
      [],
    ],
  ])("%s", (_, texte, documents) => expect(openingOf(texte).documents).toEqual(documents as never));
});

test("the sentence on who may rely on it is given word for word; a last day may not be said", () => {
  const texte = `Ces commentaires font l'objet d'une consultation publique. Seules les contributions signées seront examinées. ${RELY} Documents liés : X`;
  expect(openingOf(texte)).toMatchObject({ debut: "2013-03-29", fin: null, prevaloir: RELY });
  expect(openingOf("Ce projet est mis en consultation publique.").prevaloir).toBeNull();
});

describe("announcements of one consultation", () => {
  const OPENING = news(
    "ACTU-2013-00010",
    "2013-02-01",
    `Les commentaires figurant au BOI-TVA-BASE-10 font l'objet d'une consultation publique du 1er février 2013 au 28 février 2013. ${RELY}`,
  );
  const PROLONGED = news(
    "ACTU-2013-00020",
    "2013-02-27",
    "Les commentaires figurant au BOI-TVA-BASE-10 font l'objet d'une consultation publique. Ces remarques doivent être formulées jusqu'au 31 mars 2013.",
    { titre: "TVA - Consultation publique - Prolongation de la période de consultation" },
  );
  const FINAL =
    "La présente publication se substitue aux commentaires précédemment mis en consultation publique";
  const joined = (...told: readonly ReadNews[]) =>
    joinConsultations(told.flatMap((item) => consultationNews(item) ?? []));

  test("a prolongation joins the first, whatever the order in which they come", () => {
    const expected = [
      {
        actualite: "ACTU-2013-00010",
        debut: "2013-02-01",
        fin: "2013-03-31",
        documents: [{ boiId: "BOI-TVA-BASE-10", parties: null }],
        prevaloir: RELY,
        definitiveLe: null,
        actualiteDefinitive: null,
      },
    ];
    expect(joined(OPENING, PROLONGED)).toEqual(expected);
    expect(joined(PROLONGED, OPENING)).toEqual(expected);
  });

  test("a prolongation that names no document joins by the first day of the consultation", () => {
    const silent = news(
      "ACTU-2013-00021",
      "2013-02-27",
      "Ces commentaires font l'objet d'une consultation publique. La période prévue du 01/02/2013 au 28/02/2013 est prolongée, avant le 01/05/2013.",
    );
    expect(joined(OPENING, silent)).toMatchObject([{ actualite: "ACTU-2013-00010", fin: "2013-04-30" }]);
  });

  test("a prolongation that only names its documents, among others, joins the one that runs", () => {
    const mention = news(
      "ACTU-2013-00022",
      "2013-02-27",
      "La consultation publique est prolongée jusqu'au 15 avril 2013 inclus.",
      { documents: ["BOI-TVA-BASE-10", "BOI-TVA-DED"] },
    );
    expect(joined(OPENING, mention)).toMatchObject([{ actualite: "ACTU-2013-00010", fin: "2013-04-15" }]);
    const late = { ...mention, date: "2019-02-27", texte: mention.texte.replace("2013", "2019") };
    expect(joined(OPENING, late)).toMatchObject([
      { fin: "2013-02-28" },
      { fin: "2019-04-15", documents: [] },
    ]);
  });

  test("one announced again with a correction is told once", () => {
    const again = { ...OPENING, id: "ACTU-2013-00015", date: "2013-02-05" };
    expect(joined(OPENING, again)).toMatchObject([{ actualite: "ACTU-2013-00010" }]);
  });

  test("the prolongation of a scheme prolongs no consultation", () => {
    const scheme = news(
      "ACTU-2013-00023",
      "2013-02-20",
      "Le dispositif est prolongé. La mesure, prolongée, figure au BOI-TVA-BASE-10. Les commentaires figurant au BOI-TVA-BASE-10 font l'objet d'une consultation publique du 20 février 2013 au 30 mars 2013.",
      { titre: "TVA - Consultation publique - Prolongation du dispositif" },
    );
    expect(joined(OPENING, scheme)).toHaveLength(2);
  });

  test("a prolongation of one that is not held is the first", () => {
    expect(joined(PROLONGED)).toMatchObject([{ actualite: "ACTU-2013-00020", debut: "2013-02-27" }]);
  });

  test.each<[rule: string, texte: string, documents: string[], definitive: string | null]>([
    [
      "by a document and a day on which it ended",
      `${FINAL} jusqu'au 28 février 2013.`,
      ["BOI-TVA-BASE-10"],
      "x",
    ],
    [
      "by what it replaces, document by document",
      "La présente publication se substitue aux commentaires du BOI-TVA-BASE-10 soumis à consultation publique du 1er février 2013 au 28 février 2013.",
      [],
      "x",
    ],
    ["by its days alone", `${FINAL} du 01/02/2013 au 31/03/2013.`, [], "x"],
    ["not by a day alone", `${FINAL} jusqu'au 31 mars 2013.`, [], null],
    ["not by other days", `${FINAL} du 01/02/2012 au 28/02/2012.`, ["BOI-TVA-BASE-10"], null],
    [
      "by commentaries called final that were submitted",
      "Les commentaires ont fait l'objet d'une consultation publique du 1er février 2013 au 28 février 2013. Ils sont définitifs.",
      [],
      "x",
    ],
  ])("a final text closes it: %s", (_, texte, documents, definitive) => {
    const closing = news("ACTU-2013-00200", "2013-09-04", texte, { documents });
    const isClosed = definitive !== null;
    expect(joined(OPENING, PROLONGED, closing)).toMatchObject([
      {
        definitiveLe: isClosed ? "2013-09-04" : null,
        actualiteDefinitive: isClosed ? "ACTU-2013-00200" : null,
      },
    ]);
  });

  test("days that two have in common close neither", () => {
    const other = news(
      "ACTU-2013-00011",
      "2013-02-01",
      "Les commentaires figurant au BOI-IS-CESS-10 font l'objet d'une consultation publique du 1er février 2013 au 28 février 2013.",
    );
    const closing = news("ACTU-2013-00200", "2013-09-04", `${FINAL} du 01/02/2013 au 28/02/2013.`);
    expect(joined(OPENING, other, closing).map(({ definitiveLe }) => definitiveLe)).toEqual([null, null]);
  });
});

describe("what the banner of a document tells", () => {
  const ID = "BOI-TVA-BASE-10";
  const DAYS = { debut: "2026-02-18", fin: "2026-04-15" };
  const bannerOf = (texte: string) => ownConsultation(ID, "2026-02-18", texte);

  test.each<[rule: string, texte: string, parties: object[] | null]>([
    [
      "of the whole document, after the titles of announcements",
      "Actualité liée : 18/02/2026 : TVA - Consultation publique - Réforme (loi, art. 3)\nLes commentaires contenus dans le présent document font l’objet d’une consultation publique du 18 février 2026 au 15 avril 2026 inclus.",
      null,
    ],
    ["in other words", "Le présent BOI est soumis à consultation publique jusqu'au 15 avril 2026.", null],
    [
      "of a part that it names",
      "Les commentaires figurant au II § 70 à 90 du présent document font l'objet d'une consultation publique du 18 février 2026 au 15 avril 2026.",
      [{ de: "70", a: "90" }],
    ],
    [
      "of its § alone",
      "Les § 10 à 50 font l'objet d'une consultation publique du 18 février 2026 au 15 avril 2026.",
      [{ de: "10", a: "50" }],
    ],
  ])("%s", (_, texte, parties) =>
    expect(bannerOf(`${texte} ${RELY}`)).toEqual({ ...DAYS, parties: parties as never, prevaloir: RELY }),
  );

  test.each<[rule: string, texte: string]>([
    ["of a bill", "Le projet de loi fait l'objet d'une consultation publique jusqu'au 15 avril 2026."],
    [
      "of another document",
      "Les commentaires figurant au BOI-IS-CESS-10 font l'objet d'une consultation publique jusqu'au 15 avril 2026.",
    ],
    [
      "of one that is over",
      "Les commentaires du présent document ont fait l'objet d'une consultation publique du 18 février 2026 au 15 avril 2026.",
    ],
  ])("nothing %s", (_, texte) => expect(bannerOf(texte)).toBeNull());
});

test.skipIf(!hasRealCorpus)("the real corpus has six, joined with their prolongations", async () => {
  const records = (await readRealLines()).map(parseRecord).filter(({ kind }) => kind === "actualite");
  const told = records.flatMap((record) => {
    if (record.kind !== "actualite") return [];
    return consultationNews({ ...record, texte: record.texte ?? "", documents: [] }) ?? [];
  });
  const submitted = joinConsultations(told).filter(({ documents }) => documents.length > 0);
  expect(submitted.map(({ actualite, fin }) => [actualite, fin])).toEqual([
    ["ACTU-2012-00010", "2013-03-31"],
    ["ACTU-2013-00004", "2013-02-22"],
    ["ACTU-2013-00082", "2013-04-26"],
    ["ACTU-2013-00142", "2013-06-15"],
    ["ACTU-2013-00171", "2013-07-31"],
    ["ACTU-2013-00177", "2013-07-31"],
  ]);
});

const SECOND = new URL("../../../../../shared/corpus-2/", import.meta.url);
const hasSecond = existsSync(SECOND);

/** Those that open or prolong a consultation, by hand: its days and how many documents; none where lists are missing. */
const REAL_OPENINGS: readonly (readonly [id: string, debut: string, fin: string, documents: number])[] = [
  ["ACTU-2012-00010", "2012-10-09", "2012-10-30", 2],
  ["ACTU-2012-00020", "2012-10-09", "2012-11-30", 2],
  ["ACTU-2013-00004", "2013-01-09", "2013-02-22", 3],
  ["ACTU-2013-00022", "2012-10-09", "2013-02-28", 1],
  ["ACTU-2013-00044", "2013-02-19", "2013-03-31", 2],
  ["ACTU-2013-00082", "2013-03-29", "2013-04-26", 4],
  ["ACTU-2013-00142", "2013-06-06", "2013-06-15", 1],
  ["ACTU-2014-00114", "2014-04-15", "2014-04-30", 2],
  ["ACTU-2014-00138", "2014-05-13", "2014-05-28", 1],
  ["ACTU-2014-00176", "2014-06-27", "2014-07-28", 2],
  ["ACTU-2014-00252", "2014-10-14", "2014-11-14", 26],
  ["ACTU-2015-00050", "2015-03-04", "2015-03-20", 1],
  ["ACTU-2015-00162", "2015-07-01", "2015-07-29", 7],
  ["ACTU-2015-00168", "2015-07-08", "2015-08-05", 5],
  ["ACTU-2015-00170", "2015-07-08", "2015-08-05", 7],
  ["ACTU-2016-00078", "2016-04-06", "2016-04-29", 1],
  ["ACTU-2016-00080", "2016-04-06", "2016-05-02", 2],
  ["ACTU-2016-00162", "2016-07-06", "2016-08-08", 3],
  ["ACTU-2016-00164", "2016-07-06", "2016-07-20", 2],
  ["ACTU-2016-00166", "2016-07-06", "2016-08-31", 4],
  ["ACTU-2016-00198", "2016-09-07", "2016-10-07", 15],
  ["ACTU-2017-00120", "2017-06-14", "2017-07-17", 13],
  ["ACTU-2019-00158", "2019-07-17", "2019-09-15", 0],
  ["ACTU-2019-00194", "2019-10-16", "2019-11-29", 3],
  ["ACTU-2020-00054", "2020-03-09", "2020-04-30", 0],
  ["ACTU-2020-00064", "2020-03-23", "2020-05-23", 4],
  ["ACTU-2020-00066", "2020-04-03", "2020-04-13", 0],
  ["ACTU-2021-00304", "2023-01-18", "2023-04-15", 0],
  ["ACTU-2022-00030", "2022-06-29", "2022-09-15", 0],
  ["ACTU-2023-00004", "2023-08-23", "2024-01-31", 0],
  ["ACTU-2023-00078", "2023-11-22", "2023-12-22", 0],
];

test.skipIf(!hasSecond)(
  "of 1,173 real actualités, those that open or prolong one, and no other",
  async () => {
    const zipped = await Bun.file(new URL("actualites.jsonl.gz", SECOND)).bytes();
    const lines = Buffer.from(Bun.gunzipSync(zipped)).toString().trim().split("\n");
    const told = lines.map(parseRecord).flatMap((record) => {
      if (record.kind !== "actualite") return [];
      const opening = consultationNews({ ...record, texte: record.texte ?? "", documents: [] });
      if (opening === null || opening.kind === "closes") return [];
      return [[opening.id, opening.debut, opening.fin, opening.documents.length]];
    });
    expect(told.toSorted()).toEqual(REAL_OPENINGS.map((opening) => [...opening]));
  },
);

test.skipIf(!hasSecond)("real documents whose banner tells of one, and real ones without", async () => {
  const lines = (await Bun.file(new URL("export-2026-03.jsonl", SECOND)).text()).trim().split("\n");
  const told = lines.map(parseRecord).flatMap((record) => {
    if (record.kind !== "contenu") return [];
    const own = ownConsultation(record.boiId, record.debutDeValidite, (record.texte ?? "").slice(0, 3_000));
    return own === null ? [] : [[record.boiId, own.debut, own.fin, own.parties]];
  });
  expect(told.toSorted()).toEqual([
    ["BOI-ANNX-000512", "2026-02-17", "2026-04-17", null],
    ["BOI-IR-BASE-20-50-20", "2026-02-17", "2026-04-17", null],
    ["BOI-IR-BASE-20-50-30", "2026-02-17", "2026-04-17", null],
    ["BOI-RES-TVA-000253", "2026-02-18", "2026-04-15", null],
    ["BOI-RSA-ES-10-10", "2026-02-17", "2026-04-17", null],
    ["BOI-RSA-PENS-20-10", "2026-02-17", "2026-04-17", null],
  ]);
});
