import { frenchDate } from "../../days/days.ts";

/** Courts whose decisions are read. `CJUE` also stands for the former CJCE. */
export const COURTS = ["CE", "CAA", "TA", "CASS", "CC", "CJUE", "CEDH", "TC"] as const;

export type Court = (typeof COURTS)[number];

/** Kinds of norms that are read, beside the articles of codes. */
export const NORM_KINDS = [
  "loi",
  "ordonnance",
  "decret",
  "arrete",
  "directive",
  "reglement",
  "convention",
  "traite",
  "constitution",
] as const;

export type NormKind = (typeof NORM_KINDS)[number];

/** Chambers of parliament whose journal publishes ministerial answers. */
export const CHAMBERS = ["AN", "Senat"] as const;

export type Chamber = (typeof CHAMBERS)[number];

/** One place of a text. */
export interface Place {
  /** The words, on one line. */
  readonly texte: string;
  /** UTF-16 offsets in the source. Norms and decisions that are named together may share them. */
  readonly start: number;
  readonly end: number;
}

/** What is known of something cited, wherever it is: fields that the text does not give are null. */
interface Cited {
  /** Readable and stable; null when the text does not identify one thing. */
  readonly cle: string | null;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Official page: from a link of the text, or from a rule of its publisher. */
  readonly url: string | null;
}

/** A decision of a court. */
export interface CitedDecision extends Cited {
  readonly juridiction: Court;
  /** As written: « plén. », « 2e civ. », « 9e et 10e ss-sect. ». */
  readonly formation: string | null;
  /** As written: `248065`, `09-10.791`, `C-311/08`, `2012-662 DC`. */
  readonly numero: string | null;
  /** With its `ECLI:`, as written or by the rule of the Conseil constitutionnel. */
  readonly ecli: string | null;
}

/** A statute, a regulation or a treaty; one for each article of it that is cited. */
export interface CitedNorm extends Cited {
  readonly nature: NormKind;
  /** As written: `2012-1509`, `2006/112/CE`. */
  readonly numero: string | null;
  /** Number of the article, as written: `60`, `1er`, `14-2`; null for the whole. */
  readonly article: string | null;
}

/** A minister's answer to a question of a member of parliament. */
export interface CitedAnswer extends Cited {
  readonly chambre: Chamber;
  /** Surname of the member of parliament. */
  readonly auteur: string | null;
  /** The question's, as written: `69794`, `01928`. */
  readonly numero: string | null;
}

type DecisionMention = CitedDecision & Place;
type NormeMention = CitedNorm & Place;
type ReponseMention = CitedAnswer & Place;

/** What a text cites beside the articles of codes; each list in the order of the text. */
export interface CitedLaw {
  readonly decisions: readonly DecisionMention[];
  readonly normes: readonly NormeMention[];
  readonly reponses: readonly ReponseMention[];
}

/** Courts, as they are named in full. */
export const COURT_NAMES: Readonly<Record<Court, string>> = {
  CE: "Conseil d'État",
  CAA: "Cours administratives d'appel",
  TA: "Tribunaux administratifs",
  CASS: "Cour de cassation",
  CC: "Conseil constitutionnel",
  CJUE: "Cour de justice de l'Union européenne",
  CEDH: "Cour européenne des droits de l'homme",
  TC: "Tribunal des conflits",
};

/** Kinds of norms, in the plural. */
export const NORM_KIND_NAMES: Readonly<Record<NormKind, string>> = {
  loi: "Lois",
  ordonnance: "Ordonnances",
  decret: "Décrets",
  arrete: "Arrêtés",
  directive: "Directives",
  reglement: "Règlements",
  convention: "Conventions",
  traite: "Traités de l'Union européenne",
  constitution: "Constitutions",
};

const SHORT_COURTS: Readonly<Record<Court, string>> = {
  CE: "CE",
  CAA: "CAA",
  TA: "TA",
  CASS: "Cass.",
  CC: "Cons. const.",
  CJUE: "CJUE",
  CEDH: "CEDH",
  TC: "T. confl.",
};

const ONE_NORM: Readonly<Record<NormKind, string>> = {
  loi: "Loi",
  ordonnance: "Ordonnance",
  decret: "Décret",
  arrete: "Arrêté",
  directive: "Directive",
  reglement: "Règlement",
  convention: "Convention",
  traite: "Traité",
  constitution: "Constitution",
};

type Named<Cited, Field extends keyof Cited> = Readonly<Pick<Cited, Field>>;

/** « CE, plén., 21 décembre 2018, n° 402006 », « CAA de PARIS, n° 10PA01234 » */
export function decisionName({
  cle,
  juridiction,
  formation,
  date,
  numero,
}: Named<CitedDecision, "cle" | "juridiction" | "formation" | "date" | "numero">): string {
  const seat = /^(?:CAA|TA)-([A-Z-]+)-\d/.exec(cle ?? "")?.[1];
  const court = `${SHORT_COURTS[juridiction]}${seat === undefined ? "" : ` ${inTitleCase(seat)}`}`;
  return listed(court, formation, day(date), numero === null ? null : numbered(juridiction, numero));
}

/** « Loi n° 2007-1223 du 21 août 2007 », « Convention Suisse du 9 septembre 1966 » */
export function normName({
  cle,
  nature,
  numero,
  date,
}: Named<CitedNorm, "cle" | "nature" | "numero" | "date">): string {
  const country = /^convention-([A-Z-]+)-\d/.exec(cle ?? "")?.[1];
  const number = numero === null ? null : /^\d+-\d+$/.test(numero) ? `n° ${numero}` : numero;
  const [, treaty, year] = /^(?:traite-([A-Z]+)|constitution-(\d{4}))$/.exec(cle ?? "") ?? [];
  if (treaty !== undefined) return treaty.length > 2 ? treaty : `${ONE_NORM[nature]} ${treaty}`;
  if (year !== undefined) return `${ONE_NORM[nature]} de ${year}`;
  const which = country === undefined ? number : inTitleCase(country);
  return [ONE_NORM[nature], which, date === null ? null : `du ${frenchDate(date)}`]
    .filter((part) => part !== null)
    .join(" ");
}

/** « RM Ciot, AN, 23 février 2016, n° 78192 » */
export function answerName({
  chambre,
  auteur,
  numero,
  date,
}: Named<CitedAnswer, "chambre" | "auteur" | "numero" | "date">): string {
  const chamber = chambre === "AN" ? "AN" : "Sénat";
  return listed(
    auteur === null ? "RM" : `RM ${auteur}`,
    chamber,
    day(date),
    numero === null ? null : `n° ${numero}`,
  );
}

/** Cases of the two European courts have no « n° » before « C-311/08 ». */
function numbered(court: Court, numero: string): string {
  return court === "CJUE" ? `aff. ${numero}` : `n° ${numero}`;
}

function day(date: string | null): string | null {
  return date === null ? null : frenchDate(date);
}

function listed(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(", ");
}

/** `PAYS-BAS`: « Pays-Bas ». */
function inTitleCase(capitals: string): string {
  return capitals.replace(/[A-Z]+/g, (word) => word.charAt(0) + word.slice(1).toLowerCase());
}
