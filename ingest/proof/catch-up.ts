import { type Leaf, NO_TEXT_LEAF, paragraphPrints, printOfParagraphs } from "../../bofip/proof/leaf.ts";
import { DamagedText } from "../../db/integrity/damages.ts";
import type { Database } from "../../db/postgres/database.ts";
import { appendLeaves } from "../../db/proof/leaves.ts";
import { readProofLog } from "../../db/proof/logs.ts";
import {
  readUnloggedEntries,
  readUnloggedWordings,
  type UnloggedEntry,
  type UnloggedWording,
} from "../../db/proof/unlogged.ts";
import { findText } from "../../db/queries/texts/stored-texts.ts";

/** Called between two pages; throws to stop. */
type OnPage = () => Promise<void>;

/** Gives leaves, in the journal's order, to entries without: from before the log, or of a release that had none. */
export async function catchUpJournal(database: Database, onPage: OnPage): Promise<void> {
  const log = await readProofLog(database);
  if (log?.isOpen !== true) return;
  for (let after = -1; ; ) {
    const page = await readUnloggedEntries(database, after);
    const last = page.at(-1);
    if (last === undefined) return;
    const leaves = [];
    for (const entry of page) {
      const paragraphes = await readList(database, entry);
      if (paragraphes !== undefined)
        leaves.push({ leaf: entryLeaf(entry, paragraphes), sequence: entry.sequence });
    }
    await appendLeaves(database, log.id, leaves);
    after = last.sequence;
    await onPage();
  }
}

/**
 * Gives leaves to the wordings whose present fingerprint has none, in the order of their rows: those that a new parser
 * changed, and texts received that their edition did not answer with; and to those whose § it cut otherwise.
 */
export async function catchUpWordings(database: Database, onPage: OnPage): Promise<void> {
  const log = await readProofLog(database);
  if (log?.isOpen !== true) return;
  for (let after = 0; ; ) {
    const { last, unlogged } = await readUnloggedWordings(database, after);
    if (last === null) return;
    const leaves = new Map<string, Leaf>();
    for (const wording of unlogged) {
      const paragraphes = await readList(database, wording);
      const isLogged = paragraphes === undefined || wording.lists?.includes(paragraphes) === true;
      if (!isLogged) leaves.set(keyOf(wording), wordingLeaf(wording, paragraphes));
    }
    await appendLeaves(
      database,
      log.id,
      [...leaves.values()].map((leaf) => ({ leaf, sequence: null })),
    );
    after = last;
    await onPage();
  }
}

/** What its leaf says of the § of a text; null without, undefined while damaged: its leaf waits for the repair. */
async function readList(
  database: Database,
  { edition, empreinte }: UnloggedEntry | UnloggedWording,
): Promise<string | null | undefined> {
  if (edition === null || empreinte === null) return null;
  try {
    const text = await findText(database, edition, empreinte);
    return text === null ? null : printOfParagraphs(paragraphPrints(text.contenu_texte, text.spans));
  } catch (error) {
    if (error instanceof DamagedText) return undefined;
    throw error;
  }
}

/** Two kinds of source may have given one text: it has one leaf. */
function keyOf({ boiId, date, pgp, empreinte }: UnloggedWording): string {
  return `${boiId} ${date} ${pgp} ${empreinte}`;
}

function entryLeaf(entry: UnloggedEntry, paragraphes: string | null): Leaf {
  const { evenement, boiId: boi_id, date: date_debut, empreinte } = entry;
  if (evenement === "effacement") return { ...NO_TEXT_LEAF, evenement, boi_id, date_debut, empreinte };
  return { evenement, ...textOf(entry), paragraphes };
}

function wordingLeaf(wording: UnloggedWording, paragraphes: string | null): Leaf {
  const { isDerived, isKnown } = wording;
  if (isDerived) return { evenement: "derivation", ...textOf(wording), paragraphes };
  return { evenement: isKnown ? "rectification" : "edition", ...textOf(wording), paragraphes };
}

function textOf(text: UnloggedEntry | UnloggedWording): Omit<Leaf, "evenement" | "paragraphes"> {
  const { boiId, date, pgp, empreinte, empreinteSource, derivation, genre, fichier, recueLe } = text;
  return {
    boi_id: boiId,
    date_debut: date,
    pgp,
    empreinte,
    empreinte_source: empreinteSource,
    derivation,
    genre,
    fichier,
    empreinte_fichier: text.empreinteFichier,
    recue_le: recueLe,
  };
}
