import { describe, expect, test } from "bun:test";
import type { Amendment } from "../../../../bofip/law/versions.ts";
import { parseArticle } from "../../../../ingest/law/article.ts";
import { BadRecord } from "../../../../ingest/parse/record.ts";
import { type LegiFile, legiXml } from "../../../fixtures/legi-archive.ts";

const FILE: LegiFile = { id: "LEGIARTI000006302206", num: "8 ter", debut: "2010-01-01" };
const read = (about: Partial<LegiFile> = {}) => parseArticle(legiXml({ ...FILE, ...about }));
const withLink = (attributes: string, label: string) =>
  parseArticle(legiXml(FILE).replace("<LIENS>", `<LIENS><LIEN ${attributes}>${label}</LIEN>`)).modifiePar;

describe("the file of an article", () => {
  test.each<[string, string, string]>([
    ["paragraphs", "<p>Un.</p><p>Deux.</p>", "Un.\n\nDeux."],
    ["line breaks", "Un.<br/>Deux.", "Un.\nDeux."],
    ["tags escaped once more", "Un.&lt;br/&gt;Deux.", "Un.\nDeux."],
    ["signs that are no tags", "<p>Si A &lt; B et C &gt; D.</p>", "Si A < B et C > D."],
    ["carriage returns", "<p>Un&#13;\n deux.</p>", "Un deux."],
    ["nothing", "", ""],
  ])("has the text of %s", (_title, html, texte) => expect(read({ html }).texte).toBe(texte));

  test("keeps nothing that could run", () => {
    const { html, texte } = read({
      html: '<p onclick="x()">Un.</p><script>alert(1)</script><a href="javascript:x()">deux</a>',
    });
    expect(html).toBe("<p>Un.</p>deux");
    expect(texte).not.toContain("alert");
  });

  test("gives its sections on its first day, widest first", () => {
    const { section, sectionId } = read({ sections: ["Livre premier", "Chapitre", "Section I"] });
    expect(section).toEqual(["Livre premier", "Chapitre", "Section I"]);
    expect(sectionId).toMatch(/^LEGISCTA\d{12}$/);
  });

  test("lists every version of the article, itself included, but one that was never dated", () => {
    const others = [
      ["LEGIARTI000000000001", "2000-01-01", "2010-01-01"],
      ["LEGIARTI000000000002", "2999-01-01", "2999-01-01"],
    ] as const;
    expect(read({ others }).listed.map(({ legiarti }) => legiarti)).toEqual([
      FILE.id,
      "LEGIARTI000000000001",
    ]);
  });

  test.each<[string, string, string, readonly Amendment[]]>([
    [
      "a law that modifies it",
      'typelien="MODIFIE" sens="cible" naturetexte="LOI" numtexte="2013-1278"',
      "LOI",
      [{ cle: "loi-2013-1278", texte: "LOI" }],
    ],
    [
      "one named in words alone",
      'sens="source" typelien="MODIFICATION" naturetexte="DECRET" numtexte=""',
      "Décret n°95-1281 du 11 décembre 1995",
      [{ cle: "decret-95-1281", texte: "Décret n°95-1281 du 11 décembre 1995" }],
    ],
    [
      "an arrêté, which has no number",
      'typelien="MODIFIE" sens="cible" naturetexte="ARRETE" datesignatexte="2017-12-22"',
      "Arrêté",
      [{ cle: null, texte: "Arrêté" }],
    ],
    [
      "not what it modifies itself",
      'typelien="MODIFIE" sens="source" naturetexte="LOI" numtexte="2013-1278"',
      "LOI",
      [],
    ],
    [
      "not what it cites",
      'typelien="CITATION" sens="cible" naturetexte="LOI" numtexte="2013-1278"',
      "LOI",
      [],
    ],
    [
      "not the article of a code where it went",
      'typelien="TRANSFERE" sens="cible" naturetexte="CODE"',
      "LPF",
      [],
    ],
  ])("tells what made it: %s", (_title, attributes, label, told) =>
    expect(withLink(attributes, label)).toEqual([...told]),
  );

  test.each<[string, string]>([
    ["is cut", legiXml(FILE).slice(0, 300)],
    ["is no XML", "rien"],
    [
      "declares a type of document",
      legiXml(FILE).replace("<ARTICLE>", '<!DOCTYPE a [<!ENTITY b "c">]><ARTICLE>'),
    ],
    ["has no identifier", legiXml(FILE).replaceAll(`<ID>${FILE.id}</ID>`, "<ID/>")],
    ["has no such day", legiXml({ ...FILE, debut: "2010-02-30" })],
    ["is nested without end", legiXml({ ...FILE, html: "<b>".repeat(200) + "</b>".repeat(200) })],
  ])("is refused when it %s", (_title, xml) => expect(() => parseArticle(xml)).toThrow(BadRecord));
});
