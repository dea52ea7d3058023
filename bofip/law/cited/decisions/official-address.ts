import type { Court } from "../mentions.ts";

const CONSTITUTIONAL = "https://www.conseil-constitutionnel.fr/decision";
const EUR_LEX = "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=ecli:";

interface Known {
  readonly juridiction: Court;
  readonly numero: string | null;
  readonly date: string | null;
  readonly ecli: string | null;
}

/**
 * Address of a decision that a rule of its publisher gives for certain, else null: the Conseil constitutionnel
 * addresses its decisions by year and number, EUR-Lex by ECLI.
 */
export function officialDecisionUrl(decision: Known): string | null {
  const { juridiction, ecli } = decision;
  if (juridiction === "CJUE") return ecli === null ? null : `${EUR_LEX}${ecli}`;
  if (juridiction !== "CC") return null;
  const [year, parts] = constitutionalParts(decision) ?? [];
  return year === undefined || parts === undefined ? null : `${CONSTITUTIONAL}/${year}/${parts.join("")}.htm`;
}

/** ECLI of a decision of the Conseil constitutionnel: the year of its day, then its number. */
export function constitutionalEcli(decision: Omit<Known, "ecli">): string | null {
  if (decision.juridiction !== "CC") return null;
  const [year, parts] = constitutionalParts(decision) ?? [];
  return year === undefined || parts === undefined ? null : `ECLI:FR:CC:${year}:${parts.join(".")}`;
}

const NUMBER = /^(\d{2,4})-(\d{1,4}) (DC|QPC)$/;

function constitutionalParts({
  numero,
  date,
}: Omit<Known, "ecli" | "juridiction">): [string, string[]] | null {
  const [, year, rank, kind] = NUMBER.exec(numero ?? "") ?? [];
  if (date === null || year === undefined || rank === undefined || kind === undefined) return null;
  return [date.slice(0, 4), [year, rank, kind]];
}
