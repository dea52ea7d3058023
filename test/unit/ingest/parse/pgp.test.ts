import { describe, expect, test } from "bun:test";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";

const NAMES = new Map([
  [1, "BOI-IR-BASE"],
  [2494, "BOI-IR-LIQ"],
]);

const HTML = [
  '<p class="numero-de-paragraphe-western">10</p>',
  '<p>Cf. <a href="Contenu:2494-PGP">le barème</a> ; <a href="Contenu:2494-PGP">ici</a> ; BOI-TVA.</p>',
].join("");

const derive = (html: string, relations: readonly number[], names: ReadonlyMap<number, string>) =>
  deriveEdition({ id: "BOI-IR-BASE", html, texte: null }, { relations, names });

describe("a link that says a PGP number alone", () => {
  test("cites the document of that number", () => {
    const { references, pgpLinks } = derive(HTML, [], NAMES);
    expect(references).toMatchObject([
      { target: "BOI-IR-LIQ", paragraphe: "10", mentions: 2 },
      { target: "BOI-TVA", paragraphe: "10", mentions: 1 },
    ]);
    expect(pgpLinks).toEqual([{ pgp: 2494, target: "BOI-IR-LIQ" }]);
  });

  test("cites nothing while no document has it, and says so", () => {
    const { references, pgpLinks } = derive(HTML, [], new Map());
    expect(references.map(({ target }) => target)).toEqual(["BOI-TVA"]);
    expect(pgpLinks).toEqual([{ pgp: 2494, target: null }]);
  });

  test("is no citation when it is the document's own", () => {
    expect(derive('<p><a href="Contenu:1-PGP">ici</a></p>', [], NAMES).references).toEqual([]);
  });

  test("depends on nothing when its words name the document", () => {
    const html = '<p><a href="Contenu:2494-PGP">BOI-IR-CHAMP</a></p>';
    const { references, pgpLinks } = derive(html, [2494], NAMES);
    expect(references.map(({ target }) => target)).toEqual(["BOI-IR-CHAMP"]);
    expect(pgpLinks).toEqual([]);
  });
});

describe("a relation of the metadata", () => {
  const text = "<p>Texte. BOI-TVA</p>";

  test("that the text does not tell is a reference without mention", () => {
    expect(derive(text, [2494], NAMES).references).toMatchObject([
      { target: "BOI-TVA", paragraphe: null, mentions: 1 },
      { target: "BOI-IR-LIQ", paragraphe: null, mentions: 0 },
    ]);
  });

  test("to a document of unknown number waits for it", () => {
    const { references, pgpLinks } = derive(text, [77], NAMES);
    expect(references.map(({ target }) => target)).toEqual(["BOI-TVA"]);
    expect(pgpLinks).toEqual([{ pgp: 77, target: null }]);
  });

  test.each([
    ["a document that the text cites", "<p>Cf. BOI-IR-LIQ.</p>", [2494], 1],
    ["the document itself", "<p>Texte.</p>", [1], 0],
  ])("adds nothing for %s", (_, html, relations, count) => {
    expect(derive(html, relations, NAMES).references).toHaveLength(count);
  });
});
