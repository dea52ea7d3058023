import { describe, expect, test } from "bun:test";
import {
  type ArchivedEdition,
  decodeArchived,
  encodeArchived,
  parseArchived,
} from "../../../../ingest/parse/archived.ts";
import { sourceHash } from "../../../../ingest/parse/canonical.ts";
import { BadRecord, parseRecord } from "../../../../ingest/parse/record.ts";

const SITE = "https://bofip.impots.gouv.fr/bofip";

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<document type="Contenu" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bofip="https://bofip.impots.gouv.fr">
  <dc:dublincore>
    <dc:title>IR - Liquidation &amp; calcul - Barème</dc:title>
    <dc:date>2025-04-14</dc:date>
    <dc:subject>IR</dc:subject>
    <dc:subject>LIQ</dc:subject>
    <dc:identifier>2491-PGP</dc:identifier>
    <dc:identifier>${SITE}/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414</dc:identifier>
    <dc:relation type="references">Contenu.Commentaire:4647-PGP</dc:relation>
    <dc:relation type="references">Contenu.Barème:12-PGP</dc:relation>
    <dc:relation type="references">Contenu.Commentaire:4647-PGP</dc:relation>
    <dc:relation type="references">PlanClassement:9-PGP</dc:relation>
    <dc:relation type="isReferencedBy">Contenu.Commentaire:2817-PGP</dc:relation>
    <dc:relation type="parent">Contenu.Commentaire:2490-PGP</dc:relation>
  </dc:dublincore>
  <bofip:bodgfip>
    <bofip:contenu_id>BOI-IR-LIQ-20-10-20250414</bofip:contenu_id>
    <bofip:contenu_type>Commentaire</bofip:contenu_type>
  </bofip:bodgfip>
</document>
`;

const HTML = `<!DOCTYPE html>
<html lang="fr"><head><title>T</title></head><body><p>Cf. <a href="Contenu:4647-PGP">BOI-IR-CHAMP</a>.</p></body></html>`;

const EDITION: ArchivedEdition = {
  pgp: 2491,
  date: "2025-04-14",
  contentType: "Commentaire",
  xml: XML,
  html: HTML,
};

const parse = (fields: Partial<ArchivedEdition>) => parseArchived({ ...EDITION, ...fields });
const withXml = (pattern: string | RegExp, replacement: string | ((found: string) => string)) => {
  const xml = XML.replace(pattern, (found) =>
    typeof replacement === "string" ? replacement : replacement(found),
  );
  expect(xml).not.toBe(XML);
  return parse({ xml });
};

function refusalOf(read: () => unknown): BadRecord {
  try {
    read();
  } catch (error) {
    if (error instanceof BadRecord) return error;
    throw error;
  }
  throw new Error("a refusal was expected");
}

describe("an edition of an archive", () => {
  test("is read when its identifier has a space before the date", () => {
    const { boiId, url } = withXml(/20-10-2025/g, () => "20-10 -2025");
    expect(boiId).toBe("BOI-IR-LIQ-20-10");
    expect(url).toEndWith("BOI-IR-LIQ-20-10%20-20250414");
  });

  test("gives what a line of the export gives, and the relations of its metadata", () => {
    expect(parse({})).toEqual({
      kind: "contenu",
      boiId: "BOI-IR-LIQ-20-10",
      titre: "IR - Liquidation & calcul - Barème",
      debutDeValidite: "2025-04-14",
      serie: "IR",
      division: "LIQ",
      pgp: 2491,
      url: `${SITE}/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414`,
      html: HTML,
      texte: null,
      contentType: "Commentaire",
      relations: [4647, 12],
    });
  });

  test("has the fingerprint of the same edition in an export", () => {
    const line = JSON.stringify({
      titre: "IR - Liquidation & calcul - Barème",
      debut_de_validite: "2025-04-14",
      identifiant_juridique: "BOI-IR-LIQ-20-10",
      permalien: `${SITE}/2491-PGP.html/identifiant=BOI-IR-LIQ-20-10-20250414`,
      contenu_html: `<p class=""x"">Cf. <a href="${SITE}/4647-PGP.html/identifiant=BOI-IR-CHAMP-20140501">BOI-IR-CHAMP</a>.</p>`,
    });
    expect(sourceHash(parse({}))).toBe(sourceHash(parseRecord(line)));
  });

  test("is kept by the store as it came", () => {
    expect(decodeArchived(encodeArchived(EDITION))).toEqual(EDITION);
  });

  test.each(["", '{"pgp": 1', "null", '{"pgp": 1}', JSON.stringify({ ...EDITION, html: 3 })])(
    "is refused when the store holds it damaged: %.20s",
    (raw) => {
      expect(refusalOf(() => decodeArchived(Buffer.from(raw))).message).toContain("illisible");
    },
  );

  test("takes its date from its folder", () => {
    expect(parse({ date: "2019-02-17" })).toMatchObject({
      boiId: "BOI-IR-LIQ-20-10",
      debutDeValidite: "2019-02-17",
    });
  });
});

describe("its metadata are read", () => {
  test.each([
    ["whatever the prefix", () => withXml(/dc:|:dc=/g, (found) => found.replace("dc", "d"))],
    [
      "with a default namespace",
      () => parse({ xml: XML.replaceAll("bofip:", "").replace("xmlns:bofip", "xmlns") }),
    ],
    ["with namespaces without a last slash", () => withXml("elements/1.1/", "elements/1.1")],
    ["with namespaces with a last slash", () => withXml('gouv.fr">', 'gouv.fr/">')],
    ["without the permalink", () => withXml(/<dc:identifier>https.*\n/, "")],
    ["without the identifier of the content", () => withXml(/<bofip:contenu_id>.*\n/, "")],
    ["without their own content type, the folder's holds", () => withXml(/<bofip:contenu_type>.*\n/, "")],
  ])("%s", (_, read) => {
    expect(read()).toEqual(parse({}));
  });

  test("and elements of other namespaces are not", () => {
    expect(withXml(/dc:title/g, "bofip:title")).toMatchObject({ titre: "BOI-IR-LIQ-20-10" });
  });
});

describe("it is refused", () => {
  test.each([
    ["with a bare ampersand", () => withXml("&amp;", "&"), "mal formé"],
    ["with an unclosed root", () => withXml("</document>", ""), "mal formé"],
    ["with an undeclared prefix", () => withXml(/xmlns:dc="[^"]*"/, ""), "mal formé"],
    ["with an undefined entity", () => withXml("&amp;", "&eacute;"), "mal formé"],
    ["with two roots", () => parse({ xml: `${XML}<a/>` }), "mal formé"],
    ["without XML", () => parse({ xml: "" }), "mal formé"],
    ["with a document type", () => withXml("<document", "<!DOCTYPE document>\n<document"), "DOCTYPE"],
    [
      "with an entity of its own",
      () => withXml("<document", '<!DOCTYPE d [<!ENTITY a "aaaa">]>\n<document'),
      "DOCTYPE",
    ],
    [
      "with a file as an entity",
      () => withXml("<document", '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<document'),
      "DOCTYPE",
    ],
    ["with elements a hundred thousand deep", () => parse({ xml: "<a>".repeat(100_000) }), "imbriqués"],
    ["without identifier", () => parse({ xml: "<document/>" }), "identifiant juridique absent"],
    [
      "under the identifier of an actualité",
      () => withXml(/BOI-IR-LIQ-20-10-/g, "ACTU-2014-00076-"),
      "invalide",
    ],
    ["at a date that does not exist", () => parse({ date: "2025-02-30" }), "2025-02-30"],
    ["without data.html", () => parse({ html: null }), "data.html absent"],
    [
      "without a word of body",
      () => parse({ html: "<title>T</title><body><p>&nbsp;</p></body>" }),
      "data.html vide",
    ],
  ])("%s", (_, read, reason) => {
    expect(refusalOf(read).message).toContain(reason);
  });

  test("by its identifier as soon as it is known", () => {
    expect(refusalOf(() => parse({ html: null })).identifier).toBe("BOI-IR-LIQ-20-10");
  });
});

test("a megabyte of hostile XML is read in time proportional to its size", () => {
  const start = performance.now();
  for (const part of ["<b/>", "&amp;", "<!-- -->", "<?x y?>", "x ", "<b a='1'/>", "&", "<", "]]>"]) {
    try {
      parse({ xml: `<a>${part.repeat(1_000_000 / part.length)}</a>` });
    } catch (error) {
      expect(error).toBeInstanceOf(BadRecord);
    }
  }
  expect(performance.now() - start).toBeLessThan(5_000);
});
