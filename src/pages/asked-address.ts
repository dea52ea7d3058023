import {
  asciiUpperCase,
  isDocumentId,
  isRealDate,
  splitIdentifier,
} from "../../bofip/identifiers/identifier.ts";
import { FINGERPRINT } from "../../bofip/text/characters.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { AskedText } from "../schemas/parameters/asked-text.ts";
import type { DocumentId } from "../schemas/parameters/parameter.ts";
import { consultationPath } from "./addresses.ts";

/** The document identified by the address of a page, or the canonical path to redirect to. */
type DocumentAddress =
  | { readonly kind: "proper"; readonly id: DocumentId }
  | { readonly kind: "other"; readonly path: string };

/**
 * Parses `/consultation/{id}` or `/consultation/{id}/{date}`. Lower case and the date inside the identifier
 * (`BOI-IR-LIQ-20-10-20250414`) are other spellings of a page.
 * @throws {ApiError} `unknown_document` for what can't be a document or a day.
 */
export function readDocumentAddress(written: string, date: string | null): DocumentAddress {
  const name = asciiUpperCase(written);
  if (!isDocumentId(name) || (date !== null && !isRealDate(date))) {
    throw new ApiError("unknown_document", { id: written });
  }
  const { id: boiId, date: ownDate } = splitIdentifier(name);
  if (name === written && ownDate === null) return { kind: "proper", id: { boiId, date } };
  return { kind: "other", path: consultationPath(boiId, date ?? ownDate) };
}

/** Whether a parameter is a day, `YYYY-MM-DD`, that is not to come. */
export function isPastDay(written: string, today: string): boolean {
  return isRealDate(written) && written <= today;
}

/** The day of an address. @throws {ApiError} `invalid_parameter` for what is no day, or one to come */
export function readDay(written: string, today: string): string {
  if (isPastDay(written, today)) return written;
  throw new ApiError("invalid_parameter", {
    reason: "Dans l'adresse, « date » doit être un jour AAAA-MM-JJ, jusqu'à aujourd'hui.",
  });
}

/** A side of a comparison, from its address: a day or a fingerprint; null for none. @throws {ApiError} `invalid_parameter` */
export function readSide(name: string, written: string): AskedText | null {
  if (written === "") return null;
  if (isRealDate(written)) return { kind: "day", date: written, knownOn: null };
  if (FINGERPRINT.test(written)) return { kind: "wording", empreinte: written };
  const reason = `Dans l'adresse, « ${name} » doit être un jour AAAA-MM-JJ ou une empreinte.`;
  throw new ApiError("invalid_parameter", { reason });
}
