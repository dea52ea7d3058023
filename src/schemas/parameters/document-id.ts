import type { SchemaOptions } from "@sinclair/typebox";
import {
  ACTU_ID,
  asciiUpperCase,
  BOI_ID,
  isDocumentId,
  MAX_IDENTIFIER_LENGTH,
  splitIdentifier,
} from "../../../bofip/identifiers/identifier.ts";
import { readParagraphNumber } from "../../../bofip/paragraphs/paragraph-number.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** The edition named by an identifier of the API; no date = the current one. */
export interface DocumentId {
  readonly boiId: string;
  readonly date: string | null;
}

/** A document identifier, dated or not; one too long to be that of a document is taken whole, to be unknown. */
export function documentId(documented: SchemaOptions = {}): Parameter<DocumentId> {
  const expected = (received: unknown) => {
    const capitals = typeof received === "string" ? asciiUpperCase(received) : "";
    return isDocumentId(capitals)
      ? `en lettres majuscules : ${capitals}`
      : "un identifiant comme BOI-IR-LIQ-20-10 (lettres majuscules, chiffres et tirets)";
  };
  return parameter({ ...documented, type: "string", pattern: BOI_ID.source }, expected, (raw) =>
    BOI_ID.test(raw) ? readDocumentId(raw) : undefined,
  );
}

/** A document identifier without date, where the text is named otherwise. */
export function undatedId(documented: SchemaOptions = {}): Parameter<string> {
  const expected = "un identifiant sans date comme BOI-IR-LIQ-20-10 (lettres majuscules, chiffres et tirets)";
  return parameter({ ...documented, type: "string", pattern: BOI_ID.source }, expected, (raw) =>
    BOI_ID.test(raw) && readDocumentId(raw).date === null ? raw : undefined,
  );
}

/** Whether a schema is that of an identifier. */
export function isOfDocumentId({ pattern }: SchemaOptions): boolean {
  return pattern === BOI_ID.source;
}

function readDocumentId(raw: string): DocumentId {
  if (raw.length > MAX_IDENTIFIER_LENGTH) return { boiId: raw, date: null };
  const { id: boiId, date } = splitIdentifier(raw);
  return { boiId, date };
}

const MAX_LENGTH = 20;

/** Number of a §, in any usual form: `130`, `§ 130`, `1 bis`. */
export function paragraphNumber(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { examples: ["130"], ...documented, type: "string", minLength: 1, maxLength: MAX_LENGTH };
  return parameter(schema, "un numéro de § comme 130 ou 1 bis", (raw) =>
    raw.length > MAX_LENGTH ? undefined : (readParagraphNumber(raw) ?? undefined),
  );
}

/** Identifier of an actualité. */
export function newsId(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", pattern: ACTU_ID.source };
  return parameter(schema, "un identifiant comme ACTU-2014-00076", (raw) =>
    ACTU_ID.test(raw) ? raw : undefined,
  );
}
