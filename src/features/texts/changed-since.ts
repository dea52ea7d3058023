import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { findDocument } from "../../../db/queries/documents.ts";
import type { FullDocument } from "../documents/answer.ts";

/** The paragraphs of a past edition whose words the text that the document shows today no longer has. */
interface ChangedSince {
  /** Start of the edition compared with, `YYYY-MM-DD`. */
  readonly date: string;
  /** Numbers, in the past edition. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Which paragraphs of a replaced edition have changed since: those whose fingerprint no paragraph of the document's
 * text has any more, so that one that was only renumbered is not among them.
 * @returns null for a text that was not replaced, or when no stored text can be compared with it.
 */
export async function paragraphsChangedSince(
  database: Database,
  past: Pick<FullDocument, "boi_id" | "statut" | "paragraphes">,
): Promise<ChangedSince | null> {
  if (past.statut !== "remplace" || past.paragraphes.length === 0) return null;
  const shown = await findDocument(database, past.boi_id, { kind: "shown" });
  if (shown === null || !shown.texte_detenu || shown.erased_at !== null) return null;
  const kept = new Set(
    shown.spans.map(({ start, end }) => fingerprint(shown.contenu_texte.slice(start, end))),
  );
  const changed = past.paragraphes.filter(({ empreinte }) => !kept.has(empreinte));
  return { date: shown.date_publication, changed: new Set(changed.map(({ numero }) => numero)) };
}
