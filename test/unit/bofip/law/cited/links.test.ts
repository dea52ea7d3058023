import { describe, expect, test } from "bun:test";
import { readCitedLaw } from "../../../../../bofip/law/cited/read-cited-law.ts";

/** What is read of a text whose words between « [ » and « ] » are a link. */
function readLinked(marked: string, href: string) {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  return readCitedLaw(marked.replace(/[[\]]/g, ""), undefined, [{ href, start, end }]);
}

const CETATEXT = "https://www.legifrance.gouv.fr/ceta/id/CETATEXT000008175063/";
const JORFTEXT = "https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000026857857";

test("the official page that a citation links to is its address", () => {
  expect(readLinked("[CE, 8 mars 2004, n° 248065]", CETATEXT).decisions).toMatchObject([{ url: CETATEXT }]);
  expect(readLinked("la [loi n° 2012-1509] du 29 décembre 2012", JORFTEXT).normes).toMatchObject([
    { url: JORFTEXT },
  ]);
});

describe("another link is no address:", () => {
  test.each([
    ["a page of another kind", "[CE, 8 mars 2004, n° 248065]", JORFTEXT],
    ["another site", "[CE, 8 mars 2004, n° 248065]", "https://legifrance.gouv.fr.example/ceta/id/CETATEXT1"],
    ["no page at all", "[CE, 8 mars 2004, n° 248065]", "javascript:alert(1)"],
    ["one page for two decisions", "[CE, 8 mars 2004, n° 248065 et n° 248066]", CETATEXT],
    ["a link beside it", "CE, 8 mars 2004, n° 248065 [ici]", CETATEXT],
  ])("%s", (_, marked, href) => {
    for (const { url } of readLinked(marked, href).decisions) expect(url).toBeNull();
  });
});

describe("an address may tell what its words do not:", () => {
  test.each([
    ["https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX%3A62010CJ0311", "CJUE-C-311-10"],
    ["https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:61983CJ0268", "CJUE-268-83"],
    ["https://www.conseil-etat.fr/fr/arianeweb/CE/decision/2020-12-11/440587", "CE-440587"],
    ["https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:32006L0112", "directive-2006-112"],
    ["https://eur-lex.europa.eu/eli/reg/2014/651/oj", "reglement-651-2014"],
    ["https://eur-lex.europa.eu/eli/reg_impl/2011/282/oj", "reglement-282-2011"],
    ["https://www.legifrance.gouv.fr/eli/loi/2012/12/29/2012-1509/jo/texte", "loi-2012-1509"],
  ])("%s", (href, cle) => {
    const { decisions, normes } = readLinked("Voir [ce texte].", href);
    expect([...decisions, ...normes]).toMatchObject([
      { cle, url: href, texte: "ce texte", start: 5, end: 13 },
    ]);
  });

  test.each([
    CETATEXT,
    JORFTEXT,
    "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:62010CC0311",
    "https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000006302199",
  ])("%s tells nothing", (href) => {
    const { decisions, normes, reponses } = readLinked("Voir [ce texte].", href);
    expect([decisions, normes, reponses]).toEqual([[], [], []]);
  });
});
