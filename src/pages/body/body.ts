import { Parser } from "htmlparser2";
import { readParagraphNumber, readReservedNumbers } from "../../../bofip/paragraphs/paragraphs.ts";
import { isPlaceName, NUMBER_CLASS } from "../../../bofip/text/contenu-html.ts";
import { parseInTurns } from "../../texts/read-wording.ts";
import { ParagraphAnchors } from "../addresses.ts";
import type { FindArticle } from "./articles.ts";
import { type FindLaw, type LinkTarget, ReferenceWriter } from "./references.ts";
import { type TableAddresses, Tables } from "./tables.ts";

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
  const { writer, parser } = openRendering(context);
  parser.end(contenuHtml);
  return writer.result();
}

/** `renderBody`, with a long text spread over several turns of the event loop. */
export async function renderLongBody(contenuHtml: string, context: BodyContext): Promise<RenderedBody> {
  const { writer, parser } = openRendering(context);
  await parseInTurns(parser, contenuHtml);
  return writer.result();
}

function openRendering(context: BodyContext) {
  const writer = new BodyWriter(context);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (chunk) => writer.text(chunk),
    onclosetag: (name) => writer.close(name),
  });
  return { writer, parser };
}

/** What rendering the text of a document needs. */
export interface BodyContext extends TableAddresses {
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

type Attributes = Readonly<Record<string, string>>;

const BLOCKS = new Set([
  "p",
  "div",
  "ul",
  "ol",
  "li",
  "caption",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "th",
  "td",
]);
const INLINES = new Set(["strong", "em", "sup", "sub"]);
/** Elements whose content is dropped. */
const SILENT = new Set(["script", "style", "template", "textarea", "title", "iframe", "noscript", "xmp"]);

/** Numeric attributes: spans of cells, first numbers of lists. */
const NUMBERS = ["colspan", "rowspan", "start", "value"];

/** Styles of paragraphs, by class of the official format. */
const LOOKS: ReadonlyMap<string | undefined, string> = new Map([
  ["remarque-western", "remarque"],
  ["exemple-western", "exemple"],
]);

/** Writes the HTML of a document's page from parser events. See `renderBody`. */
class BodyWriter {
  readonly #parts: string[] = [];
  readonly #references: ReferenceWriter;
  readonly #outline = new Outline();
  readonly #paragraphs = new ParagraphAnchors();
  /** The source's anchors that are already used. */
  readonly #anchors = new Set<string>();
  /** Text received since the last tag. */
  #text = "";
  #heading: { readonly level: number; readonly id: string; readonly index: number; text: string } | null =
    null;
  #number: { readonly id: string; text: string } | null = null;
  readonly #tables: Tables;
  #silence = 0;

  constructor(private readonly context: BodyContext) {
    this.#references = new ReferenceWriter(this.#parts, context);
    this.#tables = new Tables(context);
  }

  open(name: string, attributes: Attributes): void {
    this.#flush();
    if (SILENT.has(name)) this.#silence += 1;
    if (this.#silence > 0 || this.#number !== null) return;
    if (isNumber(name, attributes)) this.#number = { id: attributes["id"] ?? "", text: "" };
    else if (isHeading(name)) this.#openHeading(Number(name[1]), attributes["id"] ?? "");
    else if (name === "a") this.#references.openLink(attributes["href"] ?? "");
    else if (name === "table") this.#openTable();
    else if (name === "br") this.#parts.push("<br>");
    else if (INLINES.has(name)) this.#parts.push(`<${name}>`);
    else if (BLOCKS.has(name)) this.#openBlock(name, attributes);
  }

  text(chunk: string): void {
    if (this.#silence === 0) this.#text += chunk;
  }

  close(name: string): void {
    this.#flush();
    if (SILENT.has(name)) this.#silence = Math.max(0, this.#silence - 1);
    if (this.#silence > 0) return;
    if (this.#number !== null) this.#closeNumber(name, this.#number);
    else if (isHeading(name)) this.#closeHeading();
    else if (name === "a") this.#references.closeLink();
    else if (name === "table") this.#closeTable();
    else if (INLINES.has(name)) this.#parts.push(`</${name}>`);
    else if (BLOCKS.has(name)) this.#closeBlock(name);
  }

  result(): { readonly html: string; readonly headings: readonly Heading[] } {
    this.#flush();
    return { html: this.#parts.join(""), headings: this.#outline.headings };
  }

  #flush(): void {
    const text = this.#text;
    this.#text = "";
    if (text === "") return;
    if (this.#number !== null) {
      this.#number.text += text;
      return;
    }
    if (this.#heading !== null) this.#heading.text += text;
    this.#references.write(text);
  }

  #openBlock(name: string, attributes: Attributes): void {
    this.#references.endBlock();
    const look = this.#tables.isHeld(name, attributes) ? "held" : LOOKS.get(attributes["class"]);
    const styled = look === undefined ? "" : ` class="${look}"`;
    const numbers = NUMBERS.filter((number) => /^(?:0|[1-9]\d{0,2})$/.test(attributes[number] ?? ""));
    this.#parts.push(
      `<${name}${styled}${numbers.map((number) => ` ${number}="${attributes[number]}"`).join("")}>`,
    );
  }

  #closeBlock(name: string): void {
    this.#references.endBlock();
    this.#parts.push(`</${name}>`);
  }

  #openTable(): void {
    this.#references.endBlock();
    this.#parts.push(this.#tables.open());
  }

  #closeTable(): void {
    this.#references.endBlock();
    this.#parts.push(this.#tables.close());
  }

  #openHeading(level: number, id: string): void {
    this.#references.endBlock();
    this.#heading = { level, id, index: this.#parts.push("") - 1, text: "" };
  }

  /** Screen readers would announce a heading without words as empty: only its content is kept. */
  #closeHeading(): void {
    const heading = this.#heading;
    this.#heading = null;
    const text = heading?.text.replace(/\s+/g, " ").trim() ?? "";
    if (heading === null || text === "") return;
    const { id, depth } = this.#outline.add(heading.level, text, this.#nameOf(heading.id));
    this.#parts[heading.index] = `<h${depth + 1} id="${id}">`;
    this.#parts.push(`</h${depth + 1}>`);
    this.#references.endBlock();
  }

  /** A number that opens no known paragraph is plain text. */
  #closeNumber(name: string, number: { readonly id: string; readonly text: string }): void {
    if (name !== "p") return;
    this.#number = null;
    const numero = readParagraphNumber(number.text);
    const citation = numero === null ? undefined : this.context.citations.get(numero);
    if (numero !== null && citation !== undefined) {
      this.#parts.push(this.#paragraphHead(numero, number.id, citation));
      return;
    }
    const isReserved = readReservedNumbers(number.text) !== null;
    const note = isReserved ? ' class="reserved" title="Numéros réservés"' : "";
    this.#parts.push(`<p${note}>${Bun.escapeHTML(number.text)}</p>`);
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

function isNumber(name: string, attributes: Attributes): boolean {
  return name === "p" && attributes["class"] === NUMBER_CLASS;
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/.test(name);
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
