import { Type } from "@sinclair/typebox";
import { InvalidJson, jsonParser, Nullable } from "../engine/parse-json.ts";
import type { SourceKind } from "../schema/documents.ts";

/** A text of an edition that a kind of source gave at some point. */
interface SaidWording {
  readonly sourceKind: SourceKind;
  /** Sorts the sources of a kind, by the day that they describe first. */
  readonly sourceOrder: string;
}

/**
 * The wording that an edition answers with, among those known of it (docs/decisions.md, « Wordings »): the latest
 * change by the day of its source. An export's first wording is no change when an archive's text is known: where the
 * two kinds meet, and on one day, the archive's prevails.
 * @param wordings of one edition, those of each kind in order. Undefined when there is none.
 */
export function currentWording<Wording extends SaidWording>(
  wordings: readonly Wording[],
): Wording | undefined {
  const exported = wordings.filter(({ sourceKind }) => sourceKind === "export");
  const archived = wordings.findLast(({ sourceKind }) => sourceKind === "archive");
  const rectified = exported.length > 1 ? exported.at(-1) : undefined;
  if (archived === undefined) return exported.at(-1);
  return rectified !== undefined && dayOf(rectified) > dayOf(archived) ? rectified : archived;
}

function dayOf({ sourceOrder }: SaidWording): string {
  return sourceOrder.slice(0, "YYYY-MM-DD".length);
}

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
