import { type Static, Type } from "@sinclair/typebox";
import {
  ACTU_ID,
  isDocumentId,
  isRealDate,
  type Permalink,
  readIdentifier,
  readPermalink,
} from "../../bofip/identifiers/identifier.ts";
import { InvalidJson, jsonParser, Nullable } from "../../db/engine/parse-json.ts";
import { repairQuotes, storableText } from "./repair.ts";

/** One dated edition of a document of doctrine, from the source. */
export interface ContenuRecord {
  readonly kind: "contenu";
  /** Identifier without the date. */
  readonly boiId: string;
  /** The identifier when the source has no title. */
  readonly titre: string;
  /** `YYYY-MM-DD`, a real day. */
  readonly debutDeValidite: string;
  readonly serie: string;
  readonly division: string | null;
  readonly pgp: number;
  /** The source's permalink. */
  readonly url: string;
  readonly html: string | null;
  readonly texte: string | null;
  /** The archive's content type (`Autres annexes`); null when the source gives none. */
  readonly contentType: string | null;
  /** PGP numbers of the documents that the source's metadata refer to. */
  readonly relations: readonly number[];
}

/** An announcement of changes: not a document, it is attached to the changes that it names. */
export interface ActualiteRecord {
  readonly kind: "actualite";
  readonly id: string;
  readonly titre: string;
  readonly date: string;
  readonly serie: string | null;
  readonly division: string | null;
  readonly url: string;
  readonly html: string | null;
  readonly texte: string | null;
}

export type SourceRecord = ContenuRecord | ActualiteRecord;

const Field = Type.Optional(Nullable(Type.String()));

/** The fields of a line that are read; each may be missing. */
const Line = Type.Object({
  permalien: Field,
  identifiant_juridique: Field,
  titre: Field,
  division: Field,
  contenu_html: Field,
  contenu: Field,
  debut_de_validite: Field,
  serie: Field,
});

const parseLine = jsonParser(Line);

/**
 * Parses one line of the `bofip-vigueur` export. Any field may be null: whatever the identifier or the permalink
 * contains is taken from there.
 * @throws BadRecord when the line is no JSON object, or no identifier, date, address or PGP number can be found.
 */
export function parseRecord(line: string): SourceRecord {
  const fields = readFields(line);
  const url = fields("permalien");
  const permalink = url === null ? { pgp: null, identifier: null } : readPermalink(url);
  const named = fields("identifiant_juridique");
  const identifier = named === null ? permalink.identifier : readIdentifier(named);
  if (identifier === null) throw new BadRecord("identifiant juridique absent.", null);
  const { id } = identifier;
  const refuse = (reason: string): never => {
    throw new BadRecord(reason, id);
  };
  const common = {
    titre: fields("titre")?.replace(/[ \t\r\n]+/g, " ") ?? id,
    division: fields("division"),
    url:
      url !== null && /^https?:\/\//.test(url)
        ? url.replace(/\s/g, "%20")
        : refuse("permalien absent ou invalide."),
    html: repairQuotes(fields("contenu_html")),
    texte: fields("contenu"),
  };
  const date =
    startOfValidity(fields("debut_de_validite"), identifier.date, permalink) ??
    refuse("début de validité absent, ou date qui n'existe pas.");
  if (ACTU_ID.test(id)) return { kind: "actualite", id, date, serie: fields("serie"), ...common };
  if (!isDocumentId(id)) return refuse("identifiant juridique invalide.");
  const serie = fields("serie") ?? firstSegment(id);
  const pgp = permalink.pgp ?? refuse("numéro PGP absent du permalien.");
  const archived = { contentType: null, relations: [] };
  return { kind: "contenu", boiId: id, debutDeValidite: date, serie, pgp, ...common, ...archived };
}

type Fields = (name: keyof Static<typeof Line>) => string | null;

/** Reader of the record's fields: text without outer white space, null when missing or blank. */
function readFields(text: string): Fields {
  const line = parseLine(text.trim());
  if (line instanceof InvalidJson) throw refusalOf(text, line);
  return (name) => storableText(line[name] ?? "").trim() || null;
}

function refusalOf(line: string, { path }: InvalidJson): BadRecord {
  if (path === "") return new BadRecord("un objet JSON est attendu.", null);
  const reason =
    path === null
      ? "JSON illisible (ligne coupée ou abîmée)."
      : `champ « ${path.slice(1)} » : texte attendu.`;
  return new BadRecord(reason, findIdentifier(line));
}

/** The identifier of a record that cannot be parsed, for the log; null when it has none. */
export function findIdentifier(line: string): string | null {
  const named = /"identifiant_juridique"\s*:\s*"([A-Z0-9 -]+)"/.exec(line)?.[1];
  return named === undefined ? (readPermalink(line).identifier?.id ?? null) : readIdentifier(named).id;
}

function startOfValidity(field: string | null, ownDate: string | null, permalink: Permalink): string | null {
  const day = field?.slice(0, 10) ?? ownDate ?? permalink.identifier?.date ?? null;
  return day !== null && isRealDate(day) ? day : null;
}

/** The series: `IR` for `BOI-IR-LIQ-20-10`. */
function firstSegment(boiId: string): string {
  return boiId.split("-")[1] || boiId;
}

/** An unusable record of the official source. It is logged and skipped; the others continue. */
export class BadRecord extends Error {
  override readonly name = "BadRecord";
  /** Identifier or PGP number of the record, when readable. */
  readonly identifier: string | null;

  /** @param reason one French sentence saying what is wrong with the record. */
  constructor(reason: string, identifier: string | null) {
    super(identifier === null ? reason : `${identifier} : ${reason}`);
    this.identifier = identifier;
  }
}
