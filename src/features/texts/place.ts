import { writeCitation } from "../../../bofip/citations/write-citation.ts";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { HitSource } from "../../../db/queries/hits.ts";
import type { TextSpan } from "../../../db/queries/kept-texts.ts";
import { consultationPath, paragraphAnchor, tableAnchor } from "../../pages/addresses.ts";

/** Where the pages of this service are. */
export interface Site {
  /** Without a trailing slash. */
  readonly publicUrl: () => string;
}

/** A text of an edition, or of one of its §, to be cited. */
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

/** How a text is cited, and the page that shows it. */
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

/** The same for a search hit, at the § that matches. */
export function placeOfHit(site: Site, hit: HitSource, span: TextSpan | undefined): Place {
  const { boi_id: boiId, date_publication: date, contenu_texte, is_contested, statut, date_fin } = hit;
  const empreinte = is_contested ? fingerprint(contenu_texte.slice(span?.start, span?.end)) : null;
  const retireLe = statut === "retire" ? date_fin : null;
  return placeOf(site, { boiId, date, numero: span?.numero ?? null, empreinte, retireLe });
}
