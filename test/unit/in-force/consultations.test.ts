/** Announcements written from the contract by one who saw no code: test/fixtures/in-force/consultations.json. */
import { describe, expect, test } from "bun:test";
import { consultationNews, ownConsultation } from "../../../bofip/news/consultation.ts";
import { deriveEdition } from "../../../ingest/parse/derive.ts";
import consultations from "../../fixtures/in-force/consultations.json";

interface Read {
  readonly debut: string;
  readonly fin: string | null;
  readonly documents: readonly string[];
}

function readNews(id: string, date: string, texte: string): Read | null {
  const news = consultationNews({ id, titre: "Essai", date, texte, documents: [] });
  if (news === null || news.kind === "closes") return null;
  const { debut, fin } = news;
  return { debut, fin, documents: news.documents.map(({ boiId }) => boiId).toSorted() };
}

function readBanner(id: string, date: string, texte: string): Read | null {
  const own = ownConsultation(id, date, texte);
  return own && { debut: own.debut, fin: own.fin, documents: [id] };
}

describe("the public consultation that a record tells of", () => {
  test.each(consultations.cases.map((one) => [one.why, one] as const))("%s", (_, one) => {
    const { texte } = deriveEdition({ id: one.id, html: one.html, texte: null });
    const read = one.kind === "actualite" ? readNews : readBanner;
    const { expected } = one;
    expect(read(one.id, one.date, texte)).toEqual(
      expected && { ...expected, documents: expected.documents.toSorted() },
    );
  });
});
