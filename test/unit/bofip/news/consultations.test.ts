import { describe, expect, test } from "bun:test";
import {
  consultationNews,
  type OpeningNews,
  type ReadNews,
} from "../../../../bofip/news/consultations/announcement.ts";
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
