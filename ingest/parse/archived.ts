import { type Static, Type } from "@sinclair/typebox";
import { SaxesParser, type SaxesTagNS } from "saxes";
import {
  isDocumentId,
  isRealDate,
  readIdentifier,
  readPermalink,
} from "../../bofip/identifiers/identifier.ts";
import { splitMarks } from "../../bofip/text/characters.ts";
import { InvalidJson, jsonParser, Nullable } from "../../db/engine/parse-json.ts";
import { hasWords } from "./canonical.ts";
import { BadRecord, type ContenuRecord } from "./record.ts";
import { repairQuotes, storableText } from "./repair.ts";
import { refusing } from "./xml.ts";

const Archived = Type.Object({
  /** Number of the folder `2491-PGP`. */
  pgp: Type.Number(),
  /** Name of the folder below, `YYYY-MM-DD`: the start of validity. */
  date: Type.String(),
  /** `Commentaire`, `Autres annexes`… */
  contentType: Type.String(),
  /** `document.xml`. */
  xml: Type.String(),
  /** `data.html`, a whole page; null when missing. */
  html: Nullable(Type.String()),
});

/** An edition in an archive: what its folders give, and its two files. */
export type ArchivedEdition = Readonly<Static<typeof Archived>>;

const parseStored = jsonParser(Archived);

const SITE = "https://bofip.impots.gouv.fr";

/**
 * Parses an edition of an archive into the record of an export's line. One without any word of body is rejected: it
 * would hide the export's text, over which archives prevail.
 * @throws {BadRecord} also when the XML is not well-formed, or no identifier of doctrine can be found
 */
export function parseArchived({ pgp, date, contentType, xml, html }: ArchivedEdition): ContenuRecord {
  const metadata = readMetadata(storableText(xml));
  const address = metadata.identifiers.find((identifier) => /^https?:\/\//.test(identifier));
  const url = address?.replace(/\s/g, "%20") ?? null;
  const boiId = identifierOf(metadata, url);
  if (!isRealDate(date)) throw new BadRecord(`date qui n'existe pas : ${date}.`, boiId);
  const body = html === null ? null : repairQuotes(storableText(html).trim());
  if (body === null) throw new BadRecord("data.html absent : édition sans texte.", boiId);
  if (!hasWords(body)) throw new BadRecord("data.html vide : édition sans texte.", boiId);
  const [serie = boiId.split("-")[1] ?? boiId, division = null] = metadata.subjects;
  return {
    kind: "contenu",
    boiId,
    titre: metadata.title ?? boiId,
    debutDeValidite: date,
    serie,
    division,
    pgp,
    url: url ?? `${SITE}/bofip/${pgp}-PGP.html/identifiant=${boiId}-${date.replaceAll("-", "")}`,
    html: body,
    texte: null,
    contentType: metadata.contenuType ?? contentType,
    relations: relationsOf(metadata),
  };
}

/** The document's own identifier; the date after it is the folder's. */
function identifierOf({ contenuId }: Metadata, url: string | null): string {
  const named = contenuId === null ? null : readIdentifier(contenuId).id;
  const boiId = named ?? (url === null ? null : (readPermalink(url).identifier?.id ?? null));
  if (boiId === null) throw new BadRecord("identifiant juridique absent.", null);
  if (!isDocumentId(boiId)) throw new BadRecord("identifiant juridique invalide.", boiId);
  return boiId;
}

/** PGP numbers of the documents that the edition refers to, each once, in the order of the source. */
function relationsOf({ references }: Metadata): number[] {
  const numbers = references.map((target) => /^Contenu[^:]*:(\d{1,9})-PGP$/.exec(target)?.[1]);
  return [...new Set(numbers.filter((number) => number !== undefined).map(Number))];
}

/** The stored form of an edition of an archive, from which it is derived again. */
export function encodeArchived({ pgp, date, contentType, xml, html }: ArchivedEdition): Uint8Array {
  return Buffer.from(JSON.stringify({ pgp, date, contentType, xml, html }));
}

/** @throws {BadRecord} when these bytes do not come from `encodeArchived` */
export function decodeArchived(raw: Uint8Array): ArchivedEdition {
  const edition = parseStored(Buffer.from(raw).toString());
  if (edition instanceof InvalidJson) throw new BadRecord("source d'archive illisible dans la base.", null);
  return edition;
}

/** A `document.xml` as written; a missing element is null or an empty list. */
interface Metadata {
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
 * Parses a `document.xml`. Elements are matched by namespace, whatever their prefix.
 * @throws {BadRecord} when the XML is not well-formed, or declares a document type
 */
export function readMetadata(xml: string): Metadata {
  const reader = new MetadataReader();
  const parser = refusing(new SaxesParser({ xmlns: true }), "document.xml");
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
