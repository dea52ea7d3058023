import { type Leaf, NO_TEXT_LEAF, paragraphPrints, printOfParagraphs } from "../../../bofip/proof/leaf.ts";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { DerivedActualite } from "../../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { SourceKind } from "../../../db/schema/documents.ts";

/** A text as a source gave it. */
export interface GivenText {
  readonly empreinte: string;
  readonly sourceKind: SourceKind;
  readonly recueLe: string;
  readonly fichier: string;
  readonly empreinteFichier: string;
}

/** The leaf of a text just received. @param given texts that its edition just received. */
export function textLeaf(
  evenement: "edition" | "rectification",
  { row, texte, paragraphes, empreinte, empreinteSource }: DerivedEdition,
  given: readonly GivenText[],
): Leaf {
  const source = given.find((one) => one.empreinte === empreinte);
  return {
    evenement,
    boi_id: row.boiId,
    date_debut: row.debutDeValidite,
    pgp: row.pgp,
    empreinte,
    empreinte_source: empreinteSource,
    derivation: row.derivationVersion,
    genre: source?.sourceKind ?? null,
    fichier: source?.fichier ?? null,
    empreinte_fichier: source?.empreinteFichier ?? null,
    recue_le: source?.recueLe ?? null,
    paragraphes: printOfParagraphs(paragraphPrints(texte, paragraphes)),
  };
}

/** The leaf of an actualité, which has no identifier of a document. */
export function newsLeaf({ date, texte, derivationVersion, source }: DerivedActualite): Leaf {
  const text = { date_debut: date, empreinte: fingerprint(texte), derivation: derivationVersion };
  return { ...NO_TEXT_LEAF, evenement: "actualite", ...text, ...source };
}
