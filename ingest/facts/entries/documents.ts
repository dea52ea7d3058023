import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { DocumentProjection, EditionFact, StoredFacts } from "../../../db/ingestion/facts.ts";
import type { EditionKey } from "../../../db/ingestion/wordings/edition-key.ts";
import type { JournalEvent } from "../../../db/schema/journal.ts";

/** Effect of a record on the words of an edition. */
export interface ReceivedWords {
  readonly edition: EditionKey;
  /** Texts newly given by a kind of source. */
  readonly added: readonly { readonly titre: string; readonly empreinte: string }[];
  /** The text received, when the edition answers with another one. */
  readonly kept: DerivedEdition | null;
  /** Not null when only days left to be filled in differ from a text held. */
  readonly renamed: { readonly isCurrent: boolean } | null;
}

/** A document before and after a batch. */
export interface DocumentChange {
  readonly before: StoredFacts;
  readonly after: DocumentProjection;
}

/** An event of a document; its texts are named, to be read later. */
export interface Happening {
  readonly evenement: Exclude<JournalEvent, "actualite">;
  readonly boiId: string;
  readonly date: string;
  /** The edition that gives the entry its title. */
  readonly edition: EditionKey;
  /** The previous text: an edition of the store, or of the batch; null when there is none. */
  readonly before: EditionKey | null;
  /** The new text. */
  readonly after: EditionKey | DerivedEdition | null;
}

/** The events of a document in a batch, in the order of validity, its end or its return last. */
export function happeningsOf(
  { before, after }: DocumentChange,
  receptions: readonly ReceivedWords[],
  editions: readonly DerivedEdition[],
): Happening[] {
  const words = receptions
    .filter(({ edition, added }) => edition.boiId === after.boiId && added.length > 0)
    .toSorted((one, other) => compareNames(one.edition, other.edition));
  const written = editions.filter(({ row }) => row.boiId === after.boiId);
  const contents = contentsOf(before.editions, written);
  return [
    ...words.flatMap((reception) => happeningOfWords(reception, before, contents, written)),
    ...happeningOfStatut(before, after, contents),
  ];
}

/** A new edition, or a new text of a known one; none when the text is known too. */
function happeningOfWords(
  { edition, kept, renamed }: ReceivedWords,
  known: StoredFacts,
  contents: readonly EditionDay[],
  written: readonly DerivedEdition[],
): Happening[] {
  const isContent = contents.some((content) => compareNames(content, edition) === 0);
  const text = written.find(({ row }) => compareNames(row, edition) === 0) ?? kept;
  if (!isContent || text === null) return [];
  const { boiId } = edition;
  const common = { boiId, date: edition.debutDeValidite, edition, after: text };
  const isHeld = known.editions.some((fact) => compareNames(fact, edition) === 0);
  if (isHeld && renamed?.isCurrent === true) return [];
  if (isHeld) return [{ ...common, evenement: "rectification", before: edition }];
  const previous = contents.findLast((content) => compareNames(content, edition) < 0);
  const before = previous === undefined ? null : { boiId, ...previous };
  return [{ ...common, evenement: "edition", before }];
}

/** The end of a document that was in force or unknown, or its return. */
function happeningOfStatut(
  known: StoredFacts,
  after: DocumentProjection,
  contents: readonly EditionDay[],
): Happening[] {
  const { boiId, shown, statut, dateMiseAJour } = after;
  if (statut === known.statut) return [];
  const edition = { boiId, ...shown };
  const isBack = statut === "en_vigueur" && known.statut !== null;
  if (isBack) {
    const date = shown.debutDeValidite;
    return [{ evenement: "retablissement", boiId, date, edition, before: null, after: edition }];
  }
  if (statut === "en_vigueur") return [];
  const evenement = statut === "transfere" ? "transfert" : "retrait";
  const date = dateMiseAJour ?? shown.debutDeValidite;
  // A document known only by its notice has no text that could have ended.
  const isContent = contents.some((content) => compareNames(content, shown) === 0);
  return [{ evenement, boiId, date, edition, before: isContent ? edition : null, after: null }];
}

type EditionDay = Pick<EditionKey, "debutDeValidite" | "pgp">;

/** The editions of real content, once the batch is written, in the order of validity. */
function contentsOf(known: readonly EditionFact[], written: readonly DerivedEdition[]): EditionDay[] {
  const facts = [...known, ...written.map(({ row }) => row)].map(
    ({ debutDeValidite, pgp, kind }) =>
      [`${debutDeValidite} ${pgp}`, { debutDeValidite, pgp, kind }] as const,
  );
  return [...new Map(facts).values()]
    .filter(({ kind }) => kind === "contenu")
    .map(({ debutDeValidite, pgp }) => ({ debutDeValidite, pgp }))
    .toSorted(compareNames);
}

/** By start of validity, then by PGP number. */
function compareNames(one: EditionDay, other: EditionDay): number {
  if (one.debutDeValidite !== other.debutDeValidite)
    return one.debutDeValidite < other.debutDeValidite ? -1 : 1;
  return one.pgp - other.pgp;
}
