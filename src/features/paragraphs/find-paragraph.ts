import { paragraphText } from "../../../bofip/paragraphs/paragraph-text.ts";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import { readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { findEditionsSaying, readTexts } from "../../../db/queries/texts/stored-texts.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import { demandPossible } from "../documents/possible-document.ts";
import { findText, isNamed } from "../texts/find-text.ts";
import { readWording } from "../texts/read-wording.ts";

/**
 * Finds the text that contains the requested §. A fingerprint may be that of the text or of the § itself: the latest
 * text whose § of that number has it.
 * @throws {ApiError} as `findText`
 */
export async function findTextOfParagraph(
  database: Database,
  boiId: string,
  asked: AskedText,
  numero: string,
): Promise<StoredDocument> {
  demandPossible(boiId);
  const own = asked.kind === "wording" ? await findByParagraph(database, boiId, asked, numero) : null;
  return own ?? (await findText(database, boiId, asked));
}

async function findByParagraph(
  database: Database,
  boiId: string,
  { empreinte, edition }: Extract<AskedText, { kind: "wording" }>,
  numero: string,
): Promise<StoredDocument | null> {
  if ((await findEditionsSaying(database, boiId, empreinte)).length > 0) return null;
  const held = (await readHeldEditions(database, boiId)).filter((one) => isNamed(one, edition));
  for (const { id } of held) {
    const found = (await readTexts(database, id)).find(({ contenu_texte, spans }) => {
      const texte = paragraphText(contenu_texte, spans, numero);
      return texte !== null && fingerprint(texte) === empreinte;
    });
    if (found !== undefined) return await readWording(database, boiId, id, found.empreinte);
  }
  return null;
}
