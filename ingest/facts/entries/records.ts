import { type Leaf, NO_TEXT_LEAF, paragraphPrints, printOfParagraphs } from "../../../bofip/proof/leaf.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { DerivedActualite } from "../../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { NewEntry } from "../../../db/ingestion/journal/entries.ts";
import {
  type EditionRecord,
  readEditionRecords,
  readToldEditions,
} from "../../../db/ingestion/journal/sources.ts";
import type { EditionKey } from "../../../db/ingestion/wordings/edition-key.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { SourceKind } from "../../../db/schema/documents.ts";
import { projectDocument } from "../state.ts";
import type { DocumentChange, ReceivedWords } from "./documents.ts";

interface Brought extends Omit<ReceivedWords, "added"> {
  readonly added: readonly (ReceivedWords["added"][number] &
    GivenText & {
      readonly empreinteSource: string | null;
      readonly again: number | null;
    })[];
}

/** A batch about to be written, as far as records are concerned. */
export interface RecordBatch {
  readonly transitions: readonly DocumentChange[];
  readonly receptions: readonly Brought[];
  readonly editions: readonly DerivedEdition[];
}

interface ChangedEdition extends EditionKey {
  readonly champs: readonly string[];
}

/**
 * The entries `source` of a batch: the record or days of an edition change, not its text. A document already told needs
 * none: journal readers fetch it again anyway.
 */
export async function recordEntries(
  database: Database,
  batch: RecordBatch,
  told: ReadonlySet<string>,
): Promise<NewEntry[]> {
  const changed = new Map<string, ChangedEdition>();
  for (const one of [...(await changedRecords(database, batch)), ...changedDays(batch.transitions)]) {
    if (told.has(one.boiId)) continue;
    const key = nameOf(one);
    changed.set(key, { ...one, champs: [...(changed.get(key)?.champs ?? []), ...one.champs] });
  }
  if (changed.size === 0) return [];
  const named = new Map(
    (await readToldEditions(database, [...changed.values()])).map((one) => [nameOf(one), one]),
  );
  const written = new Map(batch.editions.map(({ row }) => [nameOf(row), row]));
  return [...changed.values()].flatMap(({ champs, ...name }) => {
    const titled = written.get(nameOf(name)) ?? named.get(nameOf(name));
    return titled === undefined ? [] : [sourceEntry(name, titled, champs)];
  });
}

function sourceEntry(
  { boiId, debutDeValidite }: EditionKey,
  { titre, domaine, type }: Pick<EditionRecord, "titre" | "domaine" | "type">,
  champs: readonly string[],
): NewEntry {
  return {
    evenement: "source",
    boiId,
    titre,
    domaine,
    type,
    date: debutDeValidite,
    porteeAnnoncee: null,
    porteeDeduite: null,
    porteeTexte: null,
    paragraphes: { ajoutes: [], modifies: [], supprimes: [] },
    empreinteAvant: null,
    empreinteApres: null,
    actualite: null,
    documents: [],
    champs,
    leaf: null,
  };
}

/** Fields of the contract's document, in order, with their value in a record. */
const FIELDS: readonly (readonly [name: string, of: (record: EditionRecord) => string | null])[] = [
  ["titre", ({ titre }) => titre],
  ["type", ({ type }) => type],
  ["domaine", ({ domaine }) => domaine],
  ["division", ({ division }) => division],
  ["empreinte_source", ({ empreinteSource }) => empreinteSource],
  ["url", ({ url }) => url],
  ["contenu_html", ({ htmlHash }) => htmlHash],
  ["transfere_vers", ({ transfereVers }) => transfereVers],
  ["avis", ({ avis }) => avis],
];

/** Stored editions whose record is replaced; content that the store derives again is no change of the source. */
async function changedRecords(
  database: Database,
  { transitions, receptions, editions }: RecordBatch,
): Promise<ChangedEdition[]> {
  const held = new Set(
    transitions.flatMap(({ before }) =>
      before.editions.map((fact) => nameOf({ boiId: before.boiId, ...fact })),
    ),
  );
  const rewritten = editions.filter(({ row, isNew }) => isNew && held.has(nameOf(row)));
  if (rewritten.length === 0) return [];
  const names = rewritten.map(({ row }) => row);
  const before = new Map((await readEditionRecords(database, names)).map((one) => [nameOf(one), one]));
  return rewritten.flatMap((edition) => {
    const { boiId, debutDeValidite, pgp } = edition.row;
    const former = before.get(nameOf(edition.row));
    if (former === undefined) return [];
    const later = recordOf(edition, former, receptions);
    const champs = FIELDS.filter(([, of]) => of(former) !== of(later)).map(([name]) => name);
    return champs.length === 0 ? [] : [{ boiId, debutDeValidite, pgp, champs }];
  });
}

function recordOf(
  { row, html, empreinte }: DerivedEdition,
  former: EditionRecord,
  receptions: readonly Brought[],
): EditionRecord {
  // The official bytes of a known text stay the first received; a new wording has its own.
  const brought = receptions
    .filter(({ edition }) => nameOf(edition) === nameOf(row))
    .flatMap(({ added }) => added)
    .find((words) => words.empreinte === empreinte && words.again === null);
  return {
    ...row,
    htmlHash: new Bun.CryptoHasher("sha256").update(html).digest("hex"),
    empreinteSource: brought?.empreinteSource ?? former.empreinteSource,
  };
}

/** Stored editions whose statut or end changes with their document in this batch. */
function changedDays(transitions: readonly DocumentChange[]): ChangedEdition[] {
  return transitions.flatMap(({ before, after }) => {
    const former = new Map(
      (projectDocument(before)?.editions ?? []).map((edition) => [
        nameOf({ boiId: before.boiId, ...edition }),
        edition,
      ]),
    );
    return after.editions.flatMap((edition) => {
      const name = { boiId: after.boiId, debutDeValidite: edition.debutDeValidite, pgp: edition.pgp };
      const held = former.get(nameOf(name));
      if (held === undefined) return [];
      const champs = [
        ...(held.statut === edition.statut ? [] : ["statut"]),
        ...(held.dateFin === edition.dateFin ? [] : ["date_mise_a_jour"]),
        ...(held.finConstatee === edition.finConstatee ? [] : ["fin_constatee"]),
      ];
      return champs.length === 0 ? [] : [{ ...name, champs }];
    });
  });
}

function nameOf({ boiId, debutDeValidite, pgp }: EditionKey): string {
  return `${boiId} ${debutDeValidite} ${pgp}`;
}

interface GivenText {
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
