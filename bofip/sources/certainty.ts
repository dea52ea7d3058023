import { frenchDate } from "../days/days.ts";

type Certitude = "attestee" | "presumee";

/** Days between which one kind of source showed the same text of an edition, `YYYY-MM-DD`, both included. */
export interface Observation {
  /** Null, like `au`, for a text stored before this was recorded, until a source shows it again. */
  readonly du: string | null;
  readonly au: string | null;
}

/** An edition with one of its texts: the facts that its certainty depends on. */
export interface ObservedEdition {
  /** Start of validity according to its official record, `YYYY-MM-DD`. */
  readonly date_debut: string;
  /** First day on which it is no longer in force; null when no end is known. */
  readonly date_fin: string | null;
  /** Latest day on which the sources show it in force, or null. */
  readonly attestee_jusqu_au: string | null;
  /** Periods during which each kind of source showed its text; another text of that kind starts a new one. */
  readonly observations: readonly Observation[];
}

/** What is known of an edition and of its text on one day. */
export interface Certainty {
  /** The day, `YYYY-MM-DD`. */
  readonly jour: string;
  readonly certitude_dates: Certitude;
  readonly certitude_texte: Certitude;
  /** First and last source that showed the text. */
  readonly texte_observe: Observation;
  readonly certitude: Certitude;
}

/** Certainty of an edition without a stored text: none. */
export const UNCERTAIN = {
  certitude_dates: "presumee",
  certitude_texte: "presumee",
  texte_observe: { du: null, au: null },
  certitude: "presumee",
} as const satisfies Omit<Certainty, "jour">;

/** The day that an answer about an edition is of: the requested one, else today if in force, else its start. */
export function toldDay(
  { date_debut, date_fin }: Pick<ObservedEdition, "date_debut" | "date_fin">,
  { asked, today }: { readonly asked: string | null; readonly today: string },
): string {
  if (asked !== null) return asked;
  return date_debut <= today && isBefore(today, date_fin) ? today : date_debut;
}

/**
 * Certainty of an edition on a day (contract, additions, part two, « Certainty, corrected »). Its dates are attested on
 * its start day, and as long as a source shows it in force on that day or later within its interval: the start of the
 * next edition does not attest an end. Its text is attested between two days on which one kind of source showed it.
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

function areDatesAttested(edition: ObservedEdition, jour: string): boolean {
  const { date_debut, date_fin, attestee_jusqu_au: until } = edition;
  if (jour === date_debut) return true;
  // A source that shows it after its end proves nothing about its interval.
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

/** Sentences on the certainty of an edition and of its text on a day, by `certitude_dates`, then `certitude_texte`. */
const CLAIMS: Record<Certitude, Record<Certitude, string>> = {
  attestee: {
    attestee: "l'édition et ses mots sont attestés",
    presumee: "l'édition est attestée, ses mots sont présumés",
  },
  presumee: {
    attestee: "les mots de l'édition sont attestés, qu'elle soit en vigueur est présumé",
    presumee: "l'édition et ses mots sont présumés",
  },
};

/** A French sentence on an edition's certainty, and on the days between which its text was observed. */
export function certaintySentence(certainty: Omit<Certainty, "certitude">): string {
  const { jour, certitude_dates, certitude_texte, texte_observe } = certainty;
  const claim = CLAIMS[certitude_dates][certitude_texte];
  return `Le ${frenchDate(jour)}, ${claim} : ${seen(texte_observe)}.`;
}

function seen({ du, au }: Observation): string {
  if (du === null || au === null) return "on ne sait pas quels jours les sources ont montré ces mots";
  if (du === au) return `les sources ont montré ces mots le ${frenchDate(du)}`;
  return `les sources ont montré ces mots du ${frenchDate(du)} au ${frenchDate(au)}`;
}
