import type { ClosingNews, ConsultationNews, OpeningNews } from "./announcement.ts";
import type { SubmittedDocument } from "./submitted.ts";

/** A public consultation, from its first announcement held to its last. */
export interface Consultation {
  /** Identifier of the actualité that opened it. */
  readonly actualite: string;
  readonly debut: string;
  /** Last day, prolongations included; null when none is said. */
  readonly fin: string | null;
  readonly documents: readonly SubmittedDocument[];
  readonly prevaloir: string | null;
  /** Day of the publication that took its place, and its actualité; null as long as none is held. */
  readonly definitiveLe: string | null;
  readonly actualiteDefinitive: string | null;
}

/** One that is being joined, with every last day that was said of it. */
interface Running {
  readonly first: OpeningNews;
  readonly ends: string[];
  prevaloir: string | null;
  closing: ClosingNews | null;
}

/** The consultations that announcements tell of, each once: prolongations and final texts join the first. */
export function joinConsultations(news: readonly ConsultationNews[]): Consultation[] {
  const all: Running[] = [];
  for (const told of news.toSorted(byDay)) {
    const running = all.filter(({ closing }) => closing === null);
    if (told.kind === "closes") {
      for (const closed of closedBy(told, running)) closed.closing = told;
      continue;
    }
    const known = told.kind === "prolongs" ? prolongedBy(told, running) : undefined;
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

/** The one that an announcement prolongs: of a document that it names, else the only one that began that day. */
function prolongedBy(told: OpeningNews, running: readonly Running[]): Running | undefined {
  const named = told.documents.map(({ boiId }) => boiId);
  const [begun, other] = running.filter(({ first }) => first.debut === told.debut);
  return running.findLast((one) => concerns(one, named)) ?? (other === undefined ? begun : undefined);
}

/** Those whose text an announcement replaces: of a document that it names, else the only one of these days. */
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
