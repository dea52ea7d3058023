import type { ClosingNews, ConsultationNews, OpeningNews } from "../consultation.ts";
import type { SubmittedDocument } from "./submitted.ts";

/** A public consultation, from its first known announcement to its last. */
interface Consultation {
  /** Identifier of the actualité that opened it. */
  readonly actualite: string;
  readonly debut: string;
  /** Last day, extensions included, or null. */
  readonly fin: string | null;
  readonly documents: readonly SubmittedDocument[];
  readonly prevaloir: string | null;
  /** Date of the publication that replaced it, and its actualité; null until one is known. */
  readonly definitiveLe: string | null;
  readonly actualiteDefinitive: string | null;
}

/** A consultation being joined, with every end date announced for it. */
interface Running {
  readonly first: OpeningNews;
  readonly ends: string[];
  prevaloir: string | null;
  closing: ClosingNews | null;
}

/** Joins announcements into consultations; extensions and final texts go to the first announcement. */
export function joinConsultations(news: readonly ConsultationNews[]): Consultation[] {
  const all: Running[] = [];
  for (const told of news.toSorted(byDay)) {
    const running = all.filter(({ closing }) => closing === null);
    if (told.kind === "closes") {
      for (const closed of closedBy(told, running)) closed.closing = told;
      continue;
    }
    const known = told.kind === "prolongs" ? prolongedBy(told, running) : announcedBefore(told, running);
    const ends = told.fin === null ? [] : [told.fin];
    if (known === undefined) all.push({ first: told, ends, prevaloir: told.prevaloir, closing: null });
    else {
      known.ends.push(...ends);
      known.prevaloir ??= told.prevaloir;
    }
  }
  return all.map(({ first, ends, prevaloir, closing }) => ({
    actualite: first.id,
    debut: first.debut,
    fin: ends.toSorted().at(-1) ?? null,
    documents: first.documents,
    prevaloir,
    definitiveLe: closing?.date ?? null,
    actualiteDefinitive: closing?.id ?? null,
  }));
}

/** The one with a document in common, else the only one of that first day; one that had ended, by its first day alone. */
function prolongedBy(told: OpeningNews, running: readonly Running[]): Running | undefined {
  const submitted = told.documents.map(({ boiId }) => boiId);
  const named = submitted.length > 0 ? submitted : told.mentioned;
  const [begun, other] = running.filter(({ first }) => first.debut === told.debut);
  const open = running.filter(
    ({ first, ends }) =>
      first.debut === told.debut || ends.length === 0 || ends.some((end) => end >= told.date),
  );
  return open.findLast((one) => concerns(one, named)) ?? (other === undefined ? begun : undefined);
}

/** The consultation that an announcement only repeats, as one published again with a correction does. */
function announcedBefore(told: OpeningNews, running: readonly Running[]): Running | undefined {
  return running.find(
    ({ first }) =>
      first.debut === told.debut &&
      told.documents.length > 0 &&
      told.documents.every(({ boiId }) => first.documents.some((document) => document.boiId === boiId)),
  );
}

/** Those with a document in common, else the only one with the same dates. */
function closedBy(told: ClosingNews, running: readonly Running[]): readonly Running[] {
  const ended = running.filter(({ ends }) => told.fin === null || ends.includes(told.fin));
  const named = ended.filter((one) => concerns(one, told.documents));
  if (named.length > 0) return named;
  const sameDays = ended.filter(({ first }) => told.fin !== null && first.debut === told.debut);
  return sameDays.length === 1 ? sameDays : [];
}

function concerns({ first }: Running, documents: readonly string[]): boolean {
  return first.documents.some(({ boiId }) => documents.includes(boiId));
}

function byDay(one: ConsultationNews, other: ConsultationNews): number {
  return one.date < other.date || (one.date === other.date && one.id < other.id) ? -1 : 1;
}
