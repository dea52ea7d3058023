import { describe, expect, test } from "bun:test";
import { type Block, readBlocks, readBlocksInParts } from "../../../../bofip/text/contenu-html.ts";

const number = (text: string) => `<p class="numero-de-paragraphe-western" id="10_01">${text}</p>`;

/** Blocks as they are read aloud: `<p`, `p>`, words, `[10]` for a number. */
function told(blocks: readonly Block[]): string {
  return blocks.map(tell).join(" ");
}

function tell(block: Block): string {
  if (block.kind === "text") return block.text;
  if (block.kind === "number") return `[${block.text}]`;
  const place = block.table === null ? "" : `:${block.table.rang}:${block.table.paragraphe}`;
  return block.kind === "start" ? `<${block.name}${place}` : `${block.name}${place}>`;
}

describe("stored HTML is read into blocks", () => {
  test.each([
    ["an element that the source leaves open ends", "<p>a<p>b", "<p a p> <p b p>"],
    [
      "a number is one block, whatever its emphasis",
      `${number("<strong>1</strong>0")}<p>a</p>`,
      "[10] <p a p>",
    ],
    ["what is no text of the document is left out", "a<script>b</script>c", "a c"],
    [
      "a table has its rank and its §, one inside it has none",
      `<table></table>${number("10")}<table><td><table></table></td></table>${number("(20)")}<table></table>`,
      "<table:1:null table:1:null> [10] <table:2:10 <td <table table> td> table:2:10> [(20)] <table:3:null table:3:null>",
    ],
    ["nothing is no block", "", ""],
  ])("%s", (_, html, expected) => {
    expect(told(readBlocks(html))).toBe(expected);
  });

  test("a heading tells its words at its end, a table the headings above it", () => {
    const blocks = readBlocks("<h1>I. <em>Champ</em></h1><h2>A.\n Cas</h2><table></table><h1>II.</h1>");
    const elements = blocks.filter((block) => block.kind === "end" && block.level > 0);
    expect(elements).toMatchObject([{ words: "I. Champ" }, { words: "A.\n Cas" }, { words: "II." }]);
    expect(blocks).toContainEqual(
      expect.objectContaining({ table: { rang: 1, paragraphe: null, section: ["I. Champ", "A. Cas"] } }),
    );
  });

  test.each([
    ["10 bis", "10 bis", null],
    ["(20 à 40)", null, [{ de: "20", a: "40" }]],
    ["Note", null, null],
  ])("the number « %s » is read once for all", (text, numero, reserved) => {
    expect(readBlocks(number(text))).toMatchObject([{ kind: "number", text, id: "10_01", numero, reserved }]);
  });

  test("in parts, wherever they end, it gives the same elements, numbers and places", () => {
    const html = `<h1>I. Champ &amp; cas</h1>${number("10 bis")}<p>Un <a href="#x">mot</a>.</p><table><td>a</td></table>`;
    const whole = readBlocks(html).filter(({ kind }) => kind !== "text");
    for (const characters of [1, 2, 7, 30]) {
      const blocks = [...readBlocksInParts(html, characters)].flat();
      const apart = blocks.filter(({ kind }) => kind !== "text");
      expect(apart.map((block) => ({ ...block, content: null }))).toEqual(
        whole.map((block) => ({ ...block, content: null })),
      );
    }
  });
});
