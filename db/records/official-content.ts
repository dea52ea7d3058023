import { Type } from "@sinclair/typebox";
import { InvalidJson, jsonParser, Nullable } from "../engine/parse-json.ts";
import type { SourceKind } from "../schema/documents.ts";

const Field = Type.Optional(Nullable(Type.String()));
const parseLine = jsonParser(Type.Object({ contenu_html: Field, contenu: Field }));
const parseArchived = jsonParser(Type.Object({ html: Field }));

/**
 * The official content of a stored record, as published: the HTML of an export's line (its plain text when it has
 * none), or `data.html` of an archive. Its UTF-8 is the official bytes.
 * @param raw a line of an export, or what `encodeArchived` returns.
 */
export function officialContent(kind: SourceKind, raw: Uint8Array): string {
  // White space and a byte order mark around a record are not part of it (`parseRecord`).
  const text = Buffer.from(raw).toString().trim();
  if (kind === "archive") {
    const record = parseArchived(text);
    return record instanceof InvalidJson ? "" : (record.html ?? "");
  }
  const record = parseLine(text);
  return record instanceof InvalidJson ? "" : (record.contenu_html ?? record.contenu ?? "");
}
