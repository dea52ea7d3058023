import { describe, expect, test } from "bun:test";
import type { Mention } from "../../../../bofip/mentions/drafts.ts";
import { plainText } from "../../../../bofip/mentions/plain-text.ts";
import { readMentions } from "../../../../bofip/mentions/read-mentions.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

const SERIES = new Set(["IR", "TVA", "RES"]);

/** What the contract reads otherwise in what people write than ingestion does in documents. */
const OTHERWISE = ["/bofip/2491-PGP.html/identifiant", "applicable le 18 janvier 2024", "BOI RFPI PVI 10 40 10"];

async function casesOf(name: string) {
  const text = await Bun.file(new URL(`../../../fixtures/${name}`, import.meta.url)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [marked = "", readings = ""] = unescaped(line).split(/ => ?/);
    return [marked, readings.split(" | ").filter((reading) => reading !== "")] as const;
  });
}

function unescaped(line: string): string {
  return line.replace(/\\(?:u([\da-f]{4})|r|n)/g, (written, code) =>
    code === undefined ? (written === "\\n" ? "\n" : "\r") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function readingOf(read: Mention, texte: string): string {
  const { boiId, actualite, numero, numeroFin, edition, fault, sections, empreinte, fin } = read;
  const parts = [
    fault ?? boiId ?? actualite ?? "",
    numero === null ? "" : `§ ${numero}${numeroFin === null ? "" : ` à ${numeroFin}`}`,
    sections.length === 0 ? "" : `in ${sections.join(", ")}`,
    edition === null ? "" : `@ ${edition}`,
    read.jourEnVigueur === null ? "" : `> ${read.jourEnVigueur}`,
    empreinte === null ? "" : `# ${empreinte}`,
    fin === null ? "" : `until ${fin}`,
    read.pgp === null ? "" : `pgp ${read.pgp.numero}`,
    read.isContradictory ? "contradictory" : "",
    ...read.unread.map(({ start, end }) => `? ${texte.slice(start, end)}`),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** The text with its mentions between the marks of the set. */
function mark(texte: string, mentions: readonly Mention[]): string {
  return mentions.toReversed().reduce((marked, { start, end }) => {
    return `${marked.slice(0, start)}⟦${marked.slice(start, end)}⟧${marked.slice(end)}`;
  }, texte);
}

const read = (texte: string) => readMentions(plainText(texte), SERIES);

describe("what people write is read:", async () => {
  test.each(await casesOf("mentions.txt"))("%s", (marked, readings) => {
    const texte = marked.replace(/[⟦⟧]/g, "");
    const { mentions, unread } = read(texte);
    expect(mark(texte, mentions)).toBe(marked);
    const lone = unread.map(({ start, end }) => `unread ${texte.slice(start, end)}`);
    expect([...mentions.map((mention) => readingOf(mention, texte)), ...lone]).toEqual([...readings]);
  });
});

describe("and so is what documents write:", async () => {
  const cases = (await casesOf("citations.txt")).filter(
    ([marked]) => !OTHERWISE.some((words) => marked.replace(/[⟦⟧]/g, "").includes(words)),
  );
  test.each(cases)("%s", (marked, readings) => {
    const texte = marked.replace(/[⟦⟧]/g, "");
    const { mentions } = read(texte);
    expect(mark(texte, mentions)).toBe(marked);
    const readable = mentions.map((mention) => readingOf({ ...mention, pgp: null, unread: [] }, texte));
    expect(readable).toEqual([...readings]);
  });
});

describe("the time to read grows with the text, and no faster:", () => {
  test.each([
    "§ ",
    "§ 1 ",
    "n° ",
    "BOI-IR ",
    "BOI-IR, § 1, 2 et 3 ; ",
    "BOI-IR, 1, 2, ",
    "BOI-IR. Ibid., § 1. ",
    "« BOI-IR ",
    "BOI-IR « § 1 de la » ",
    "BOI-IR 1-PGP ",
    "https://a/1-PGP ",
    "BOI-IR du 1er mai 2020 au 2 mai 2020, ",
    "BOI-IR, dans sa version en vigueur ",
    "BOI-IR de la de la § 1 de ",
    "BOI-IR-10, -20",
    "2e alinéa du BOI-IR ",
    "boi ir liq ",
    "**B.O.I. ",
    "le contribuable soutient que § 10 de la ",
    "IR-LIQ-",
    "I-A-1 BOI-IR ",
    "RJF § 1 BOI-IR ",
  ])("%j", (block) => {
    const growth = growthOf((size) => {
      const texte = block.repeat(size);
      return () => void read(texte);
    }, 500);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
