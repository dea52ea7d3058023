/** Random nested inline markup: the output of the sanitiser and of the pages is balanced, and no reference is lost. */
import { describe, expect, test } from "bun:test";
import { deriveEdition } from "../../../../ingest/parse/derive.ts";
import { renderBody } from "../../../../src/pages/body/body.ts";
import { Draw } from "../../../full/fuzz/draw.ts";

const SEED = Number(Bun.env["SEED"] ?? 17);
const BODIES = 400;
const DEEPEST = 5;

const INLINES = ["strong", "em", "sup", "sub", "span", "font", "u", "b", "i"];
/** Links without a target. */
const DROPPED = [
  'href="#nulle-part"',
  'href="mailto:a@b.fr"',
  'href="Attachment:12-PGP"',
  'name="x"',
  'href="javascript:x"',
];
const BLOCKS = [
  ["<p>", "</p>"],
  ["<ul><li>", "</li></ul>"],
  ["<table><tr><td>", "</td></tr></table>"],
  ["<h2>", "</h2>"],
] as const;

/** A body, and the documents that it links to. */
class RandomBody {
  readonly targets: string[] = [];
  readonly html: string;

  constructor(private readonly draw: Draw) {
    this.html = Array.from({ length: 1 + draw.below(3) }, () => this.#block()).join("");
  }

  #block(): string {
    const [opening, closing] = this.draw.oneOf(BLOCKS);
    return opening + this.#inline(0, false) + closing;
  }

  #inline(depth: number, isLinked: boolean): string {
    const parts = Array.from({ length: 1 + this.draw.below(4) }, () => this.#part(depth, isLinked));
    return parts.join(this.draw.below(2) === 0 ? " " : "");
  }

  #part(depth: number, isLinked: boolean): string {
    if (depth >= DEEPEST || this.draw.below(3) === 0)
      return this.draw.oneOf(["mot", "2010", "<br>", '<img alt="x">', "("]);
    const kind = this.draw.below(3);
    if (kind === 0) return `<a ${this.draw.oneOf(DROPPED)}>${this.#inline(depth + 1, isLinked)}</a>`;
    if (kind === 1 && !isLinked) return this.#reference(depth);
    const name = this.draw.oneOf(INLINES);
    return `<${name}>${this.#inline(depth + 1, isLinked)}</${name}>`;
  }

  #reference(depth: number): string {
    const target = `BOI-IR-${this.targets.length}`;
    this.targets.push(target);
    const href = `https://bofip.impots.gouv.fr/bofip/1-PGP.html/identifiant=${target}-20200101`;
    return `<a href="${href}">renvoi ${this.#inline(depth + 1, true)}</a>`;
  }
}

/** Tags left open, or closing nothing, in written HTML. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  for (const [tag, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/g)) {
    if (name === "br") continue;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) return [tag];
  }
  return open;
}

const bodies = Array.from({ length: BODIES }, (_, index) => new RandomBody(new Draw(SEED, index)));

describe(`of ${BODIES} random bodies (seed ${SEED})`, () => {
  test("what is kept is balanced, and cites every document that they cite", () => {
    for (const { html, targets } of bodies) {
      const derived = deriveEdition({ id: "BOI-X", html, texte: null });
      expect([html, unbalanced(derived.html)]).toEqual([html, []]);
      expect([html, derived.references.map(({ target }) => target)]).toEqual([html, targets]);
    }
  });

  test("the page is balanced, and leads to every document that they cite", () => {
    for (const { html, targets } of bodies) {
      const kept = deriveEdition({ id: "BOI-X", html, texte: null });
      const context = {
        citations: new Map<string, string>(),
        path: "/consultation/BOI-X/2020-01-01",
        citedBy: () => null,
        changedSince: () => null,
        findArticle: () => null,
        findLaw: null,
        find: (boiId: string) => ({ boiId, titre: null }),
      };
      const page = renderBody(kept.html, context).html;
      const links = [...page.matchAll(/href="\/consultation\/([^"#]+)/g)].map(([, boiId]) => boiId);
      expect([html, unbalanced(page)]).toEqual([html, []]);
      expect([html, links]).toEqual([html, targets]);
    }
  });
});

test.each([
  [
    "a link inside another",
    '<a href="Contenu:1-PGP">au <a href="Contenu:2-PGP">BOI-IR-2</a> et BOI-IR-1</a>',
    ["BOI-IR-1", "BOI-IR-2"],
  ],
  [
    "tags that close in the wrong order",
    '<a href="Contenu:1-PGP">au <em>BOI-IR-1</a> et</em> BOI-IR-2',
    ["BOI-IR-1", "BOI-IR-2"],
  ],
  [
    "a link that never ends",
    '<p><a href="#x">a</p><p><a href="Contenu:1-PGP">BOI-IR-1</p><p>BOI-IR-2</p>',
    ["BOI-IR-1", "BOI-IR-2"],
  ],
])("%s loses no reference", (_, html, targets) => {
  const derived = deriveEdition({ id: "BOI-X", html, texte: null });
  expect(derived.references.map(({ target }) => target).sort()).toEqual(targets);
  expect(unbalanced(derived.html)).toEqual([]);
});
