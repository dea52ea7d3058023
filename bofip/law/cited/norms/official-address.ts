import type { CitedNorm } from "../mentions.ts";

const EUR_LEX = "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:";
const LEGIFRANCE = "https://www.legifrance.gouv.fr/eli";
/** Légifrance gives European identifiers to the texts of its Journal officiel from that year. */
const FIRST_ELI_YEAR = 2002;
/** From that year, numbers of European regulations begin with the year. */
const YEAR_FIRST = 2015;

/** Address of a norm by a rule of its publisher, else null: ELI on Légifrance, CELEX numbers on EUR-Lex. */
export function officialNormUrl(norm: Pick<CitedNorm, "nature" | "numero" | "date">): string | null {
  if (norm.numero === null) return null;
  if (norm.nature === "directive" || norm.nature === "reglement") {
    const celex = celexOf(norm.nature, norm.numero);
    return celex === null ? null : `${EUR_LEX}${celex}`;
  }
  return eliOf(norm);
}

function eliOf({ nature, numero, date }: Pick<CitedNorm, "nature" | "numero" | "date">): string | null {
  const [year, month, day] = date?.split("-") ?? [];
  if (year === undefined || Number(year) < FIRST_ELI_YEAR) return null;
  return `${LEGIFRANCE}/${nature}/${year}/${Number(month)}/${Number(day)}/${numero}/jo/texte`;
}

/** `32006L0112` for a directive `2006/112/CE`, `32014R0651` for a regulation `651/2014`. */
function celexOf(nature: "directive" | "reglement", numero: string): string | null {
  const [first = "", second = ""] = numero.split("/");
  const isYearFirst = nature === "directive" || isRecentYear(first);
  // « 2016/2020 » has two readings.
  if (nature === "reglement" && isRecentYear(first) && isRecentYear(second)) return null;
  const [year, rank] = isYearFirst ? [first, second] : [second, first];
  const full = year.length === 2 ? `19${year}` : year;
  if (!/^(?:19[5-9]|20)\d/.test(full) || full.length !== 4 || rank.length > 4) return null;
  return `3${full}${nature === "directive" ? "L" : "R"}${rank.padStart(4, "0")}`;
}

function isRecentYear(written: string): boolean {
  return written.length === 4 && Number(written) >= YEAR_FIRST && Number(written) < 2100;
}
