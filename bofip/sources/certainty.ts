export type Certitude = "attestee" | "presumee";

/** Days between which a kind of source showed the same words of an edition, `YYYY-MM-DD`, both included. */
export interface Observation {
  /** Null, like `au`, for words held before this was kept, until a source shows them again. */
  readonly du: string | null;
  readonly au: string | null;
}

/** An edition with one of its texts, as far as what is certain of it depends on it. */
export interface ObservedEdition {
  /** Start of validity, which its official record gives, `YYYY-MM-DD`. */
  readonly date_debut: string;
  /** First day on which it is no longer in force; null when no end of it is known. */
  readonly date_fin: string | null;
  /** Latest day on which the sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** When each kind of source showed its words, other words of that kind coming between two of one kind. */
  readonly observations: readonly Observation[];
}

/** What is known of an edition and of its words on one day. */
export interface Certainty {
  /** The day, `YYYY-MM-DD`. */
  readonly jour: string;
  readonly certitude_dates: Certitude;
  readonly certitude_texte: Certitude;
  /** First and last source that showed the words. */
  readonly texte_observe: Observation;
  readonly certitude: Certitude;
}

/** What is certain of an edition of which no text is held: nothing. */
export const UNCERTAIN = {
  certitude_dates: "presumee",
  certitude_texte: "presumee",
  texte_observe: { du: null, au: null },
  certitude: "presumee",
} as const satisfies Omit<Certainty, "jour">;

/** The day that an edition tells of: the one asked, else today for the edition in force, else its start. */
export function toldDay(
  { date_debut, date_fin }: Pick<ObservedEdition, "date_debut" | "date_fin">,
  { asked, today }: { readonly asked: string | null; readonly today: string },
): string {
  if (asked !== null) return asked;
  return date_debut <= today && isBefore(today, date_fin) ? today : date_debut;
}

/**
 * What is certain of an edition on a day (contract, additions, part two, « Certainty, corrected »). Its dates are
 * attested on its start, and as long as a source shows it in force that day or later within its interval: the start of
 * the next one attests no end. Its words are attested between two days on which one kind of source showed them.
 */
export function certaintyOf(edition: ObservedEdition, jour: string): Certainty {
  const certitude_dates = attestedWhen(areDatesAttested(edition, jour));
  const certitude_texte = attestedWhen(edition.observations.some((words) => isWithin(words, jour)));
  return {
    jour,
    certitude_dates,
    certitude_texte,
    texte_observe: wholeOf(edition.observations),
    certitude: attestedWhen(certitude_dates === "attestee" && certitude_texte === "attestee"),
  };
}

function areDatesAttested({ date_debut, date_fin, ...edition }: ObservedEdition, jour: string): boolean {
  if (jour === date_debut) return true;
  const until = edition.attestee_jusqu_au;
  // A source that shows it after its end says nothing of its interval.
  return until !== null && isBefore(until, date_fin) && date_debut < jour && jour <= until;
}

function isWithin({ du, au }: Observation, jour: string): boolean {
  return du !== null && au !== null && du <= jour && jour <= au;
}

function wholeOf(observations: readonly Observation[]): Observation {
  const first = observations.flatMap(({ du }) => du ?? []).sort();
  const last = observations.flatMap(({ au }) => au ?? []).sort();
  return { du: first[0] ?? null, au: last.at(-1) ?? null };
}

function isBefore(day: string, end: string | null): boolean {
  return end === null || day < end;
}

function attestedWhen(isAttested: boolean): Certitude {
  return isAttested ? "attestee" : "presumee";
}
