import { describe, expect, test } from "bun:test";
import { readMetadata } from "../../../../ingest/parse/archived.ts";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

const NUMBER = '<p class="numero-de-paragraphe-western">10</p>';
const PAIR = "\u0316\u0301";
/** Once joiners are bars. */
const TOO_MANY = /\p{M}{31}/u;

const WAYS: readonly [string, (pairs: number) => string][] = [
  ["as characters", (pairs) => `${NUMBER}<p>e${PAIR.repeat(pairs)}</p>`],
  ["as entities", (pairs) => `${NUMBER}<p>e${"&#790;&#x301;".repeat(pairs)}</p>`],
  ["each in its tag", (pairs) => `${NUMBER}<p>e${`<em>${PAIR}</em>`.repeat(pairs)}</p>`],
  ["in a heading", (pairs) => `<h1>I. e${PAIR.repeat(pairs)}</h1>${NUMBER}<p>Le taux.</p>`],
  ["in a cell", (pairs) => `<table><tr><td>e${"&#790;&#769;".repeat(pairs)}</td></tr></table>`],
  ["in the words of an image", (pairs) => `<p><img alt="e${PAIR.repeat(pairs)}"></p>`],
];

describe("combining marks without end", () => {
  test.each(WAYS)("%s, are split in all that is derived", (_, write) => {
    const derived = deriveEdition({ id: "BOI-IR-A", titre: "Titre", html: write(100), texte: null });
    for (const text of [
      derived.html,
      derived.texte,
      ...derived.paragraphes.flatMap(({ section }) => section),
    ])
      expect(text.replaceAll("\u034f", "|")).not.toMatch(TOO_MANY);
    expect(derived.texte.replaceAll("\u034f", "").normalize("NFD")).toContain(
      `e${PAIR.repeat(100)}`.normalize("NFD"),
    );
  });

  test.each([...WAYS, ["in a plain text", null] as const])("%s, are derived in linear time", (_, write) => {
    const growth = growthOf((pairs) => {
      const html = write?.(pairs) ?? null;
      const texte = html === null ? `e${PAIR.repeat(pairs)}` : null;
      return () => void deriveEdition({ id: "BOI-IR-A", titre: "Titre", html, texte });
    }, 500);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  test("in an archive's metadata, are split too", () => {
    const title = `e${"&#790;&#769;".repeat(100)}`;
    const xml = `<d xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></d>`;
    expect(readMetadata(xml).title?.replaceAll("\u034f", "|")).not.toMatch(TOO_MANY);
  });
});
