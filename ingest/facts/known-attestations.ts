import { reachFrom } from "../../bofip/sources/coverage.ts";
import {
  type Attestation,
  type Observed,
  readShownEditions,
  type ShownEdition,
  type ShownWording,
  writeAttestations,
  writeObservations,
} from "../../db/ingestion/attestations.ts";
import { readCoverageFacts } from "../../db/ingestion/coverage.ts";
import { type DatedExport, readExports, readMembers } from "../../db/ingestion/exports.ts";
import { readAppliedArchives, readArchiveMembers } from "../../db/ingestion/sources.ts";
import type { Database } from "../../db/postgres/database.ts";
import { archiveOrder } from "./archives.ts";
import { exportOrder } from "./known-absences.ts";
import { attestedBy, readKey, type Showing } from "./known-records.ts";

/**
 * Updates the days on which editions were in force, and their words seen, once the content of exports and archives is
 * written. `today` in Paris, `YYYY-MM-DD`.
 */
export async function refreshAttestations(database: Database, today: string): Promise<void> {
  const editions: ShownEdition[] = [];
  for await (const page of readShownEditions(database)) editions.push(...page);
  const { archives } = await readCoverageFacts(database);
  const reached = new Map<string, string>();
  const shown = new Shown(editions, (day) => {
    const reach = reached.get(day) ?? reachFrom(day, archives, today);
    reached.set(day, reach);
    return reach;
  });
  for await (const showing of readShowings(database, today)) shown.add(showing);
  await writeAttestations(database, shown.attestations());
  await writeObservations(database, shown.observations());
}

/** A file is no evidence of a day to come, whatever period its name gives. */
async function* readShowings(database: Database, today: string): AsyncGenerator<OrderedShowing> {
  const exports = Map.groupBy(await readExports(database), ({ membersHash }) => membersHash);
  for (const [membersHash, facts] of exports) {
    const members = await readMembers(database, membersHash);
    for (const fact of facts) yield { kind: "export", order: exportOrder(fact), day: pastDay(fact), members };
  }
  for (const archive of await readAppliedArchives(database)) {
    const members = await readArchiveMembers(database, archive.name);
    yield { kind: "archive", order: archiveOrder(archive), day: pastDay({ until: archive.to }), members };
  }

  function pastDay({ until }: Pick<DatedExport, "until">): string {
    return until < today ? until : today;
  }
}

/** A file of the source among those of its kind. */
export interface OrderedShowing extends Showing {
  /** As `wordings.sourceOrder`. */
  readonly order: string;
}

interface Sighted {
  readonly edition: ShownEdition;
  /** Whether it is in force, and the latest stored edition of its document. */
  readonly isLast: boolean;
  attestedUntil: string | null;
  readonly wordings: readonly SightedWording[];
}

interface SightedWording {
  readonly wording: ShownWording;
  /** Day of its own source; null when none of the files is it. */
  own: string | null;
  last: string | null;
}

/** What all files show of editions and words (docs/decisions.md, « Certainty »), in whatever order they come. */
export class Shown {
  private readonly byKey = new Map<string, Sighted>();
  /** By document, the latest day of a file that contains it. */
  private readonly heldOn = new Map<string, string>();
  /** By document, the latest day of a file that contains it in an unreadable record. */
  private readonly unreadOn = new Map<string, string>();

  /** @param reach how far a source of a day reaches, with the fluxes that follow it. */
  constructor(
    editions: readonly ShownEdition[],
    private readonly reach: (day: string) => string,
  ) {
    const latest = new Map<string, string>();
    for (const { boiId, debutDeValidite } of editions) noteLatest(latest, boiId, debutDeValidite);
    for (const edition of editions) {
      const { boiId, debutDeValidite, pgp, kind, dateFin } = edition;
      const isInForce = kind === "contenu" && dateFin === null;
      this.byKey.set(`${boiId}|${debutDeValidite}|${pgp}`, {
        edition,
        isLast: isInForce && latest.get(boiId) === debutDeValidite,
        attestedUntil: null,
        wordings: edition.wordings.map((wording) => ({ wording, own: null, last: null })),
      });
    }
  }

  add(showing: OrderedShowing): void {
    const { kind, order, day, members } = showing;
    for (const [key, shownOn] of attestedBy(showing)) this.attest(key, shownOn);
    for (const key of members) {
      const { boiId, date } = readKey(key);
      noteLatest(date === "" ? this.unreadOn : this.heldOn, boiId, day);
      const said = this.byKey
        .get(key)
        ?.wordings.findLast(({ wording }) => wording.sourceKind === kind && wording.sourceOrder <= order);
      if (said === undefined) continue;
      if (said.wording.sourceOrder === order) said.own = day;
      if (day > (said.last ?? "")) said.last = day;
    }
  }

  /** Editions whose last day in force differs from the stored one. */
  attestations(): Attestation[] {
    return [...this.byKey.values()].flatMap((sighted) => {
      const until = this.untilOf(sighted);
      return until === sighted.edition.attestedUntil ? [] : [{ id: sighted.edition.id, until }];
    });
  }

  /** Wordings whose days differ from the stored ones. */
  observations(): Observed[] {
    return [...this.byKey.values()].flatMap(({ wordings }) => {
      const isErased = wordings.some(({ wording }) => wording.isErased);
      return wordings.flatMap((sighted) => {
        const { id, shownFrom, shownUntil } = sighted.wording;
        const { from, until } = daysOf(sighted, isErased);
        return from === shownFrom && until === shownUntil ? [] : [{ id, from, until }];
      });
    });
  }

  /** A file that shows an edition after its end is no evidence about its interval. */
  private attest(key: string, day: string): void {
    const sighted = this.byKey.get(key);
    if (sighted === undefined || day <= (sighted.attestedUntil ?? "")) return;
    const { dateFin } = sighted.edition;
    if (dateFin === null || day < dateFin) sighted.attestedUntil = day;
  }

  /** A file with a document and no later change shows it in force as far as files reach; an unreadable one may change it. */
  private untilOf({ edition, isLast, attestedUntil }: Sighted): string | null {
    const heldOn = isLast ? this.heldOn.get(edition.boiId) : undefined;
    const unreadOn = this.unreadOn.get(edition.boiId) ?? "";
    if (heldOn === undefined || unreadOn >= heldOn) return attestedUntil;
    const reached = this.reach(heldOn);
    return reached >= edition.debutDeValidite && reached > (attestedUntil ?? "") ? reached : attestedUntil;
  }
}

/**
 * Days between which a wording was shown. For words older than the record of their source, only the last file is known
 * to have shown them. Erased words leave no trace when they come again: they may stand between two others.
 */
function daysOf({ wording, own, last }: SightedWording, isErased: boolean) {
  const from = own ?? wording.shownFrom ?? last;
  if (from === null || isErased || last === null || last < from) return { from, until: from };
  return { from, until: last };
}

function noteLatest(days: Map<string, string>, boiId: string, day: string): void {
  if (day > (days.get(boiId) ?? "")) days.set(boiId, day);
}
