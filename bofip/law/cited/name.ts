import { frenchDate } from "../../days/french-date.ts";
import type { CitedAnswer, CitedDecision, CitedNorm, Court, NormKind } from "./mentions.ts";

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
