import { describe, expect, test } from "bun:test";
import { readCitations, type WrittenCitation } from "../../../../bofip/citations/read-citations.ts";

const LINES = (await Bun.file(new URL("../../../fixtures/citations.txt", import.meta.url)).text()).split(
  "\n",
);

const cases = LINES.filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
  const [marked = "", readings = ""] = unescaped(line).split(/ => ?/);
  return { marked, readings: readings.split(" | ").filter((reading) => reading !== "") };
});

function unescaped(line: string): string {
  return line.replace(/\\(?:u([\da-f]{4})|r|n)/g, (written, code) =>
    code === undefined ? (written === "\\n" ? "\n" : "\r") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function readingOf(read: WrittenCitation): string {
  const { boiId, actualite, numero, numeroFin, edition, fault, sections, empreinte, fin } = read;
  const parts = [
    fault ?? boiId ?? actualite,
    numero === null ? "" : `§ ${numero}${numeroFin === null ? "" : ` à ${numeroFin}`}`,
    sections.length === 0 ? "" : `in ${sections.join(", ")}`,
    edition === null ? "" : `@ ${edition}`,
    empreinte === null ? "" : `# ${empreinte}`,
    fin === null ? "" : `until ${fin}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** The text with its citations between the marks of the set. */
function mark(texte: string, citations: readonly WrittenCitation[]): string {
  return citations.toReversed().reduce((marked, { start, end }) => {
    return `${marked.slice(0, start)}⟦${marked.slice(start, end)}⟧${marked.slice(end)}`;
  }, texte);
}

describe("a written citation is read:", () => {
  test.each(cases.map(({ marked, readings }) => [marked, readings] as const))("%s", (marked, readings) => {
    const texte = marked.replace(/[⟦⟧]/g, "");
    const { citations } = readCitations(texte);
    expect(mark(texte, citations)).toBe(marked);
    expect(citations.map(readingOf)).toEqual(readings);
  });

  test("the set holds two hundred", () => expect(cases.length).toBeGreaterThanOrEqual(200));
});
