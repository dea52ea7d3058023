import { SaxesParser, type SaxesTagNS } from "saxes";
import { splitMarks } from "../../bofip/text/combining-marks.ts";
import { BadRecord } from "./bad-record.ts";

/** The content of a `document.xml` for an edition, as written; a missing element is null or an empty list. */
export interface Metadata {
  readonly title: string | null;
  /** Series, then division. */
  readonly subjects: readonly string[];
  /** PGP number and permalink, in any order. */
  readonly identifiers: readonly string[];
  /** Targets of `references` relations: `Contenu.Commentaire:389-PGP`. */
  readonly references: readonly string[];
  /** `BOI-IR-LIQ-20-10-20250414`. */
  readonly contenuId: string | null;
  readonly contenuType: string | null;
}

/** The archives write both namespaces with and without a final slash (source formats). */
const DUBLIN_CORE = "http://purl.org/dc/elements/1.1";
const BOFIP = "https://bofip.impots.gouv.fr";

/** Real documents go four deep; the parser's time grows with the square of the depth. */
const MAX_DEPTH = 32;

/**
 * Parses a `document.xml`. Elements are matched by namespace, whatever their prefix. Only the five entities of XML
 * exist: a document type declaration, which could define others, has the document rejected.
 * @throws {BadRecord} when the XML is not well-formed, or declares a document type
 */
export function readMetadata(xml: string): Metadata {
  const reader = new MetadataReader();
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw new BadRecord(`document.xml mal formé (ligne et colonne ${error.message}).`, null);
  });
  parser.on("doctype", () => {
    throw new BadRecord("document.xml déclare un type de document (DOCTYPE) : refusé.", null);
  });
  parser.on("opentag", (tag) => reader.open(tag));
  parser.on("text", (text) => reader.write(text));
  parser.on("cdata", (text) => reader.write(text));
  parser.on("closetag", () => reader.close());
  parser.write(xml).close();
  return reader.result();
}

class MetadataReader {
  readonly #values = new Map<string, string[]>();
  /** Names of the open elements, from the root, and the text of the innermost so far. */
  readonly #open: string[] = [];
  #text = "";

  open(tag: SaxesTagNS): void {
    if (this.#open.push(nameOf(tag)) > MAX_DEPTH)
      throw new BadRecord("document.xml : éléments trop imbriqués.", null);
    this.#text = "";
  }

  write(text: string): void {
    this.#text += text;
  }

  close(): void {
    const name = this.#open.pop() ?? "";
    const text = splitMarks(this.#text.replace(/\s+/g, " ").trim());
    this.#text = "";
    if (text !== "") this.#list(name).push(text);
  }

  result(): Metadata {
    return {
      title: this.#first("dc:title"),
      subjects: this.#list("dc:subject"),
      identifiers: this.#list("dc:identifier"),
      references: this.#list("dc:relation references"),
      contenuId: this.#first("bofip:contenu_id"),
      contenuType: this.#first("bofip:contenu_type"),
    };
  }

  #list(name: string): string[] {
    const list = this.#values.get(name) ?? [];
    this.#values.set(name, list);
    return list;
  }

  #first(name: string): string | null {
    return this.#list(name)[0] ?? null;
  }
}

/** `dc:title`, `dc:relation references` (a relation with its type), or "" for an element of another namespace. */
function nameOf({ uri, local, attributes }: SaxesTagNS): string {
  const namespace = uri.replace(/\/$/, "");
  if (namespace === BOFIP) return `bofip:${local}`;
  if (namespace !== DUBLIN_CORE) return "";
  return local === "relation" ? `dc:relation ${attributes["type"]?.value ?? ""}` : `dc:${local}`;
}
