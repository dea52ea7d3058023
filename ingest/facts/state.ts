import type {
  ChangeProjection,
  DocumentFacts,
  DocumentProjection,
  EditionFact,
  EditionProjection,
} from "../../db/ingestion/facts.ts";

/** Rank of facts of one date: the higher rank wins (docs/architecture.md, « Data rules »). */
const RANKS = { export: 0, absence: 1, archive: 2 } as const;

/**
 * Position of a fact among those of its document, as a sortable string. The absence from an export follows that
 * export's editions of the same date and precedes the archive's, which the export does not cover.
 */
export function factOrder(date: string, origin: keyof typeof RANKS): string {
  return `${date}#${RANKS[origin]}`;
}

/**
 * What readers see of a document, from its facts in any order: the latest wins; a tombstone or an absence withdraws it
 * and is never shown, but the last real content with its statut. Null without an edition.
 */
export function projectDocument({ boiId, editions, absences }: DocumentFacts): DocumentProjection | null {
  const reigns = divide(inOrder(editions, absences));
  const last = reigns.at(-1);
  const shown = last?.edition ?? last?.tombstones.at(-1);
  if (last === undefined || shown === undefined) return null;
  const end = withdrawalOf(last);
  return {
    boiId,
    shown: { debutDeValidite: shown.debutDeValidite, pgp: shown.pgp },
    statut: end?.statut ?? "en_vigueur",
    transfereVers: end?.transfereVers ?? null,
    dateMiseAJour: end?.date ?? null,
    editions: reigns.flatMap((reign, index) => projectEditions(reign, reigns[index + 1])),
    changes: reigns.flatMap((reign, index) =>
      projectChanges(reign, index === 0 || !reigns[index - 1]?.edition),
    ),
  };
}

type Fact =
  | { readonly kind: "content" | "tombstone"; readonly order: string; readonly edition: EditionFact }
  | { readonly kind: "absence"; readonly order: string; readonly date: string };

function inOrder(editions: readonly EditionFact[], absences: readonly string[]): Fact[] {
  const facts: Fact[] = absences.map((date) => ({
    kind: "absence",
    order: factOrder(date, "absence"),
    date,
  }));
  // Editions of one date are grouped, whatever their sources: the higher PGP number wins.
  const archived = new Set(
    editions.filter(({ isArchived }) => isArchived).map(({ debutDeValidite }) => debutDeValidite),
  );
  for (const edition of editions) {
    const kind = edition.kind === "contenu" ? "content" : "tombstone";
    const isArchived = archived.has(edition.debutDeValidite);
    facts.push({
      kind,
      order: factOrder(edition.debutDeValidite, isArchived ? "archive" : "export"),
      edition,
    });
  }
  return facts.sort((a, b) => {
    if (a.order !== b.order) return a.order < b.order ? -1 : 1;
    return a.kind === "absence" || b.kind === "absence" ? 0 : a.edition.pgp - b.edition.pgp;
  });
}

/** An edition of real content and the withdrawals after it, up to the next one. */
interface Reign {
  /** Null for the tombstones of a document whose content is not known yet. */
  readonly edition: EditionFact | null;
  readonly tombstones: EditionFact[];
  /** Tombstones of another PGP number than the edition's: they withdraw what it replaced, not the document. */
  readonly others: EditionFact[];
  /** Date of the first withdrawal, by a tombstone or by an absence. */
  end: string | null;
}

function divide(facts: readonly Fact[]): Reign[] {
  const reigns: Reign[] = [];
  for (const fact of facts) {
    const current = reigns.at(-1);
    if (fact.kind === "content") reigns.push(reignOf(fact.edition));
    else if (fact.kind === "absence") endAt(current, fact.date);
    else {
      const reign = current ?? reignOf(null);
      if (current === undefined) reigns.push(reign);
      addTombstone(reign, fact.edition);
    }
  }
  return reigns;
}

function reignOf(edition: EditionFact | null): Reign {
  return { edition, tombstones: [], others: [], end: null };
}

function addTombstone(reign: Reign, tombstone: EditionFact): void {
  if (reign.edition !== null && reign.edition.pgp !== tombstone.pgp) {
    reign.others.push(tombstone);
    return;
  }
  reign.tombstones.push(tombstone);
  endAt(reign, tombstone.debutDeValidite);
}

/** A second withdrawal changes nothing; an absence before anything is known is no evidence. */
function endAt(reign: Reign | undefined, date: string): void {
  if (reign !== undefined) reign.end ??= date;
}

interface Withdrawal {
  readonly date: string;
  readonly statut: "retire" | "transfere";
  readonly transfereVers: string | null;
}

/** A tombstone is more precise than an absence, and the last tombstone than the previous ones. */
function withdrawalOf({ end, tombstones }: Reign): Withdrawal | null {
  if (end === null) return null;
  const tombstone = tombstones.at(-1);
  if (tombstone?.kind !== "transfere") return { date: end, statut: "retire", transfereVers: null };
  return { date: end, statut: "transfere", transfereVers: tombstone.transfereVers };
}

function projectEditions(reign: Reign, next: Reign | undefined): EditionProjection[] {
  const tombstones = [...reign.tombstones, ...reign.others].map(({ debutDeValidite, pgp, kind }) => ({
    debutDeValidite,
    pgp,
    statut: kind === "transfere" ? ("transfere" as const) : ("retire" as const),
    dateFin: debutDeValidite,
    current: false,
    finConstatee: false,
  }));
  if (reign.edition === null) return tombstones;
  const { debutDeValidite, pgp } = reign.edition;
  const end = withdrawalOf(reign);
  const statut = end?.statut ?? (next === undefined ? "en_vigueur" : "remplace");
  const dateFin = end?.date ?? next?.edition?.debutDeValidite ?? null;
  const finConstatee = end !== null && reign.tombstones.length === 0;
  const current = statut === "en_vigueur";
  return [{ debutDeValidite, pgp, statut, dateFin, current, finConstatee }, ...tombstones];
}

function projectChanges(reign: Reign, isFirst: boolean): ChangeProjection[] {
  const changes: ChangeProjection[] = [];
  const { edition, tombstones, end } = reign;
  if (edition !== null) {
    const nature = isFirst ? "creation" : "modification";
    changes.push({ date: edition.debutDeValidite, nature, pgp: edition.pgp });
  }
  const ended = edition ?? tombstones[0];
  if (end !== null && ended !== undefined) changes.push({ date: end, nature: "retrait", pgp: ended.pgp });
  return changes;
}
