/** Tables of HTML as a browser lays them out, read by another parser than ours and by the steps of the standard. */
import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What stands at a row and a column; the same object wherever one cell spans. */
interface PlacedCell {
  readonly texte: string;
  readonly isHeader: boolean;
}

interface LaidOutTable {
  readonly titre: string | null;
  readonly grid: readonly (readonly (PlacedCell | null)[])[];
}

/** The tables of a page that are in no other one, in order. */
export function layOutTables(html: string): LaidOutTable[] {
  return outermostTables(parse(html)).map((table) => ({
    titre: captionOf(table),
    grid: gridOf(table),
  }));
}

/** Every run of white space as one space, trimmed. */
export function evened(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

interface Spanning {
  readonly hauteur: number;
  readonly largeur: number;
}

/** The same grid of an answer's rows, each cell in the row that opens it. */
export function layOutRows<Cell extends Spanning>(rows: readonly (readonly Cell[])[]): (Cell | null)[][] {
  const places = new Map<string, Cell>();
  let width = 0;
  rows.forEach((row, y) => {
    let x = 0;
    for (const cell of row) {
      while (places.has(`${y} ${x}`)) x += 1;
      for (let dy = 0; dy < cell.hauteur; dy += 1)
        for (let dx = 0; dx < cell.largeur; dx += 1) {
          const place = `${y + dy} ${x + dx}`;
          if (!places.has(place)) places.set(place, cell);
        }
      x += cell.largeur;
      width = Math.max(width, x);
    }
  });
  return rows.map((_, y) => Array.from({ length: width }, (__, x) => places.get(`${y} ${x}`) ?? null));
}

function childrenOf(node: Node): Node[] {
  return "childNodes" in node ? [...node.childNodes] : [];
}

function elementsOf(node: Node): Element[] {
  return childrenOf(node).filter((child) => tree.isElementNode(child));
}

function outermostTables(node: Node): Element[] {
  return elementsOf(node).flatMap((child) => (child.tagName === "table" ? [child] : outermostTables(child)));
}

function captionOf(table: Element): string | null {
  const caption = elementsOf(table).find(({ tagName }) => tagName === "caption");
  return caption === undefined ? null : evened(textOf(caption));
}

const BLOCKS = new Set(["br", "p", "div", "ul", "ol", "li", "table", "tr", "td", "th", "caption"]);

function textOf(node: Node): string {
  if (tree.isTextNode(node)) return node.value;
  const inner = childrenOf(node).map(textOf).join("");
  return tree.isElementNode(node) && BLOCKS.has(node.tagName) ? ` ${inner} ` : inner;
}

/** « Forming a table »: a group of rows after the other, feet last; no cell grows out of its group. */
function gridOf(table: Element): (PlacedCell | null)[][] {
  const groups = elementsOf(table).filter(({ tagName }) => /^t(?:head|body|foot)$/.test(tagName));
  const isFoot = ({ tagName }: Element) => tagName === "tfoot";
  const ordered = [...groups.filter((group) => !isFoot(group)), ...groups.filter(isFoot)];
  const parts = ordered.map((group) => layOutRows(rowsOf(group)));
  const width = Math.max(0, ...parts.flat().map((row) => row.length));
  return parts.flat().map((row) => Array.from({ length: width }, (_, x) => row[x] ?? null));
}

function rowsOf(group: Element): (PlacedCell & Spanning)[][] {
  const rows = elementsOf(group).filter(({ tagName }) => tagName === "tr");
  return rows.map((row, y) =>
    elementsOf(row)
      .filter(({ tagName }) => tagName === "td" || tagName === "th")
      .map((cell) => {
        const rest = rows.length - y;
        const asked = spanOf(cell, "rowspan");
        return {
          texte: evened(textOf(cell)),
          isHeader: cell.tagName === "th" || group.tagName === "thead",
          hauteur: asked === 0 ? rest : Math.min(asked, rest),
          largeur: spanOf(cell, "colspan") || 1,
        };
      }),
  );
}

function spanOf(cell: Element, name: string): number {
  const written = cell.attrs.find((attribute) => attribute.name === name)?.value ?? "1";
  const span = Number.parseInt(written, 10);
  return span >= 0 ? span : 1;
}
