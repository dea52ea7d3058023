import { writeCitation } from "../../bofip/citations/reference.ts";
import { fingerprint } from "../../bofip/text/fingerprint.ts";
import type { Database } from "../../db/postgres/database.ts";
import { findDocument } from "../../db/queries/documents.ts";
import type { HitSource } from "../../db/queries/hits.ts";
import type { TextSpan } from "../../db/queries/kept-texts.ts";
import type { FullDocument } from "../features/documents/answer.ts";
import { consultationPath, paragraphAnchor, tableAnchor } from "../pages/addresses.ts";

/** Where the pages of this service are. */
export interface Site {
  /** Without a trailing slash. */
  readonly publicUrl: () => string;
}

interface PlacedText {
  readonly boiId: string;
  /** Start of validity of the edition, `YYYY-MM-DD`. */
  readonly date: string;
  /** Null for the whole document. */
  readonly numero: string | null;
  /** Rank of the table that is shown, cited by its § or its document. */
  readonly tableau?: number;
  /** Fingerprint of the cited text, when its date and its § are ambiguous. */
  readonly empreinte: string | null;
  /** Fingerprint of its edition's text, when the page of that day shows another one. */
  readonly otherWording?: string | null;
  /** Day on which the document was withdrawn; null for another end. */
  readonly retireLe?: string | null;
}

interface Place {
  readonly citation: string;
  readonly page: string;
}

/** The canonical citation of a text, and its address, which includes its date. */
export function placeOf({ publicUrl }: Site, text: PlacedText): Place {
  const { boiId, date, numero, empreinte, otherWording = null, retireLe = null } = text;
  return {
    citation: writeCitation({ boiId, date, numero, empreinte, retireLe }),
    page: publicUrl() + consultationPath(boiId, date, otherWording) + fragmentOf(text),
  };
}

function fragmentOf({ numero, tableau }: PlacedText): string {
  if (tableau !== undefined) return `#${tableAnchor(tableau)}`;
  return numero === null ? "" : `#${paragraphAnchor(numero)}`;
}

/** The place of a search hit, at the § that matches. */
export function placeOfHit(site: Site, hit: HitSource, span: TextSpan | undefined): Place {
  const { boi_id: boiId, date_publication: date, contenu_texte, is_contested, statut, date_fin } = hit;
  const empreinte = is_contested ? fingerprint(contenu_texte.slice(span?.start, span?.end)) : null;
  const retireLe = statut === "retire" ? date_fin : null;
  return placeOf(site, { boiId, date, numero: span?.numero ?? null, empreinte, retireLe });
}

/** The paragraphs of a past edition whose words the text that the document shows today no longer has. */
interface ChangedSince {
  /** Start of the edition compared with, `YYYY-MM-DD`. */
  readonly date: string;
  /** Numbers, in the past edition. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Which § of a replaced edition the document's text no longer has, by fingerprint: one only renumbered is not among
 * them. Null for a text not replaced, or without a stored one to compare with.
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
