import { type Static, Type } from "@sinclair/typebox";
import {
  isDocumentId,
  isRealDate,
  readIdentifier,
  readPermalink,
} from "../../bofip/identifiers/identifier.ts";
import { InvalidJson, jsonParser, Nullable } from "../../db/engine/parse-json.ts";
import { BadRecord } from "./bad-record.ts";
import { hasWords } from "./canonical.ts";
import { type Metadata, readMetadata } from "./metadata.ts";
import type { ContenuRecord } from "./record.ts";
import { repairQuotes, storableText } from "./repair.ts";

const Archived = Type.Object({
  /** Of the folder `2491-PGP`. */
  pgp: Type.Number(),
  /** Of the folder below, `YYYY-MM-DD`: the start of validity. */
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
 * Parses an edition of an archive into the same record as an export's line.
 *
 * An edition without any word of body is rejected: an archive prevails over an export of the same date, and its empty
 * document would hide the export's text.
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
