import {
  type Block,
  type ElementBlock,
  isPlaceName,
  type NumberBlock,
  readBlocksInParts,
  type TablePlace,
} from "../../../bofip/text/contenu-html.ts";
import { CHARACTERS_A_TURN, takeInTurns } from "../../texts/read-wording.ts";
import { ParagraphAnchors, tableAnchor } from "../addresses.ts";
import { type FindArticle, type FindLaw, type LinkTarget, ReferenceWriter } from "./references.ts";

/** The text of a document, ready for its page. */
export interface RenderedBody {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/**
 * Converts the stored HTML of a document into that of its page: paragraphs with anchors and citations, headings in
 * order, tables that scroll in their box, references that link to our pages. It writes only an allowlist of tags and
 * attributes, whatever its input: ingestion has already sanitised what is stored, but nothing here relies on it.
 */
export function renderBody(contenuHtml: string, context: BodyContext): RenderedBody {
  const writer = new BodyWriter(context);
  for (const blocks of readBlocksInParts(contenuHtml, CHARACTERS_A_TURN))
    for (const block of blocks) writer.take(block);
  return writer.result();
}

/** `renderBody`, with a long text spread over several turns of the event loop. */
export async function renderLongBody(contenuHtml: string, context: BodyContext): Promise<RenderedBody> {
  const writer = new BodyWriter(context);
  await takeInTurns(contenuHtml, (block) => writer.take(block));
  return writer.result();
}

/** What rendering the text of a document needs. */
export interface BodyContext {
  /** Permalink of the page of this very text; the addresses of its parts start with it. */
  readonly path: string;
  /** Path of a table as a file, by its rank; absent where tables have no address. */
  readonly tableCsv?: (rang: number) => string;
  /** How its paragraphs are cited, by number. */
  readonly citations: ReadonlyMap<string, string>;
  /** Path of the page of what cites a paragraph; null when nothing does. */
  readonly citedBy: (numero: string) => string | null;
  /** Path of what changed of a paragraph since this text; null when it still has these words. */
  readonly changedSince: (numero: string) => string | null;
  /** Path of the attestation of a paragraph; absent or null when none is given. */
  readonly attested?: ((numero: string) => string) | null;
  /** The document of the corpus with this identifier, or null. */
  readonly find: (boiId: string) => LinkTarget | null;
  readonly findArticle: FindArticle;
  readonly findLaw: FindLaw | null;
}

const BLOCKS = new Set([
  ...["p", "div", "ul", "ol", "li"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
]);
const INLINES = new Set(["strong", "em", "sup", "sub"]);

/** Numeric attributes: spans of cells, first numbers of lists. */
const NUMBERS = ["colspan", "rowspan", "start", "value"];

/** Styles of paragraphs, by class of the official format. */
const LOOKS: ReadonlyMap<string | undefined, string> = new Map([
  ["remarque-western", "remarque"],
  ["exemple-western", "exemple"],
]);

/** Writes the HTML of a document's page. See `renderBody`. */
class BodyWriter {
  readonly #parts: string[] = [];
  readonly #references: ReferenceWriter;
  readonly #outline = new Outline();
  readonly #paragraphs = new ParagraphAnchors();
  /** The source's anchors that are already used. */
  readonly #anchors = new Set<string>();
  /** Text received since the last tag. */
  #text = "";
  #heading: { readonly id: string; readonly index: number } | null = null;
  readonly #tables: Tables;

  constructor(private readonly context: BodyContext) {
    this.#references = new ReferenceWriter(this.#parts, context);
    this.#tables = new Tables(context);
  }

  take(block: Block): void {
    if (block.kind === "text") {
      this.#text += block.text;
      return;
    }
    this.#flush();
    if (block.kind === "number") this.#writeNumber(block);
    else if (block.kind === "start") this.#open(block);
    else this.#close(block);
  }

  #open(block: ElementBlock): void {
    const { name, attributes, level } = block;
    if (name === "a") this.#references.openLink(attributes["href"] ?? "");
    else if (name === "br" || INLINES.has(name)) this.#parts.push(`<${name}>`);
    else if (level > 0 || BLOCKS.has(name)) {
      this.#references.endBlock();
      this.#parts.push(this.#startOf(block));
    }
  }

  #close({ name, level, words, table }: ElementBlock): void {
    if (name === "a") this.#references.closeLink();
    else if (INLINES.has(name)) this.#parts.push(`</${name}>`);
    else if (level > 0) this.#closeHeading(level, words);
    else if (BLOCKS.has(name)) {
      this.#references.endBlock();
      this.#parts.push(name === "table" ? this.#tables.close(table) : `</${name}>`);
    }
  }

  result(): { readonly html: string; readonly headings: readonly Heading[] } {
    this.#flush();
    return { html: this.#parts.join(""), headings: this.#outline.headings };
  }

  #flush(): void {
    const text = this.#text;
    this.#text = "";
    if (text !== "") this.#references.write(text);
  }

  #startOf(block: ElementBlock): string {
    const { name, attributes, level, table } = block;
    if (name === "table") return this.#tables.open(table);
    if (level > 0) {
      this.#heading = { id: attributes["id"] ?? "", index: this.#parts.length };
      return "";
    }
    const look = this.#tables.isHeld(block) ? "held" : LOOKS.get(attributes["class"]);
    const styled = look === undefined ? "" : ` class="${look}"`;
    const numbers = NUMBERS.filter((number) => /^(?:0|[1-9]\d{0,2})$/.test(attributes[number] ?? ""));
    return `<${name}${styled}${numbers.map((number) => ` ${number}="${attributes[number]}"`).join("")}>`;
  }

  /** Screen readers would announce a heading without words as empty: only its content is kept. */
  #closeHeading(level: number, words: string): void {
    const heading = this.#heading;
    this.#heading = null;
    const text = words.replace(/\s+/g, " ").trim();
    if (heading === null || text === "") return;
    const { id, depth } = this.#outline.add(level, text, this.#nameOf(heading.id));
    this.#parts[heading.index] = `<h${depth + 1} id="${id}">`;
    this.#parts.push(`</h${depth + 1}>`);
    this.#references.endBlock();
  }

  /** A number that opens no known paragraph is plain text. */
  #writeNumber({ text, id, numero, reserved }: NumberBlock): void {
    const citation = numero === null ? undefined : this.context.citations.get(numero);
    if (numero !== null && citation !== undefined) {
      this.#parts.push(this.#paragraphHead(numero, id, citation));
      return;
    }
    const note = reserved === null ? "" : ' class="reserved" title="Numéros réservés"';
    this.#parts.push(`<p${note}>${Bun.escapeHTML(text)}</p>`);
  }

  #paragraphHead(numero: string, sourceId: string, citation: string): string {
    const anchor = this.#paragraphs.next(numero);
    const label = Bun.escapeHTML(`§\u00a0${numero}`);
    // The source's own anchor points here too, as in the HTML that the API returns.
    const name = this.#nameOf(sourceId);
    const source = name === null ? "" : ` id="${name}"`;
    const address = Bun.escapeHTML(`${this.context.path}#${anchor}`);
    const cited = `<span class="citation">${Bun.escapeHTML(citation)}</span>`;
    const citing = this.context.citedBy(numero);
    const citedBy =
      citing === null
        ? ""
        : `<a class="cited-by" href="${Bun.escapeHTML(citing)}">Cité par<span class="visually-hidden"> : le ${label}</span></a>`;
    const attestation = this.context.attested?.(numero);
    const attested =
      attestation === undefined
        ? ""
        : `<a class="attested" href="${Bun.escapeHTML(attestation)}">Attestation<span class="visually-hidden"> du ${label}</span></a>`;
    const changed = this.context.changedSince(numero);
    const changedSince =
      changed === null
        ? ""
        : `<a class="changed-since" href="${Bun.escapeHTML(changed)}"><span class="visually-hidden">${label} : </span>Ce § a changé depuis</a>`;
    return (
      `<div class="paragraph" id="${anchor}"><a class="paragraph-number"${source} href="${address}">${label}</a>` +
      `<details class="cite"><summary>Citer<span class="visually-hidden"> le ${label}</span></summary>${cited}</details>${citedBy}${attested}${changedSince}</div>`
    );
  }

  /** The source's own anchor of a place, unless it is missing or already used. */
  #nameOf(id: string): string | null {
    if (!isPlaceName(id) || this.#anchors.has(id)) return null;
    this.#anchors.add(id);
    return id;
  }
}

/** A heading of a document, as listed in its table of contents. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  /** 1 for the top level. */
  readonly depth: number;
}

/** Deepest HTML heading, under the `h1` of the page. */
const MAX_DEPTH = 5;

/** The source skips levels (`h1`, then `h3`): a heading is one deeper than its nearest ancestor, none is skipped. */
class Outline {
  readonly headings: Heading[] = [];
  #open: number[] = [];

  /** `level` in the source, 1 to 6; `name`: its anchor in the source, or null. */
  add(level: number, text: string, name: string | null = null): Heading {
    this.#open = [...this.#open.filter((wider) => wider < level), level];
    const depth = Math.min(this.#open.length, MAX_DEPTH);
    const heading = { id: name ?? `s${this.headings.length + 1}`, text, depth };
    this.headings.push(heading);
    return heading;
  }
}

/** A text's tables: their boxes, and their first columns, which stay visible. A nested table is part of its cell. */
class Tables {
  #depth = 0;
  /** Rows still covered by a cell of the first column. */
  #covered = 0;
  #isRowStart = false;

  constructor(private readonly addresses: BodyContext) {}

  /** The box is focusable, or it would scroll with the mouse only. */
  open(place: TablePlace | null): string {
    this.#depth += 1;
    if (place === null) return "<table>";
    this.#covered = 0;
    const id = this.addresses.tableCsv === undefined ? "" : ` id="${tableAnchor(place.rang)}"`;
    return `<div class="table-box"${id} role="group" aria-label="Tableau ${place.rang}" tabindex="0"><table>`;
  }

  close(place: TablePlace | null): string {
    this.#depth -= 1;
    return place === null ? "</table>" : `</table></div>${this.#ways(place)}`;
  }

  /** The address of the table that ends, and its file. */
  #ways({ rang }: TablePlace): string {
    const { path, tableCsv } = this.addresses;
    if (tableCsv === undefined) return "";
    const address = Bun.escapeHTML(`${path}#${tableAnchor(rang)}`);
    const file = Bun.escapeHTML(tableCsv(rang));
    return (
      `<p class="table-ways"><a href="${address}">Tableau ${rang}</a> ` +
      `<a href="${file}" type="text/csv" rel="nofollow">CSV<span class="visually-hidden"> du tableau ${rang}</span></a></p>`
    );
  }

  /** Whether the opening cell belongs to the first column; one that spans into the second would hide it. */
  isHeld({ name, attributes }: ElementBlock): boolean {
    if (this.#depth !== 1) return false;
    if (name === "tr") {
      this.#isRowStart = this.#covered === 0;
      this.#covered = Math.max(0, this.#covered - 1);
    }
    if ((name !== "td" && name !== "th") || !this.#isRowStart) return false;
    this.#isRowStart = false;
    this.#covered = spanOf(attributes["rowspan"]) - 1;
    return spanOf(attributes["colspan"]) === 1;
  }
}

function spanOf(written = "1"): number {
  const span = Number(written);
  return Number.isInteger(span) && span > 0 && span < 1000 ? span : 1;
}
