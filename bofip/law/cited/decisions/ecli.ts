import type { Cursor } from "../../../reading/cursor.ts";
import type { Court } from "../mentions.ts";

/** What a European identifier of case law contains. */
export interface Ecli {
  /** With its `ECLI:`. */
  readonly ecli: string;
  readonly court: Court | null;
  /** Of the Conseil d'État alone. */
  readonly numero: string | null;
  readonly date: string | null;
}

/** Not `ECLI` alone: some texts leave it out, or write it twice. */
const ECLI =
  /(?:ECLI ?: ?){0,2}(?<rest>EU ?: ?[CTF] ?: ?\d{4} ?: ?\d{1,5}(?!\d)|(?<=ECLI ?: ?)(?:FR|CE) ?: ?[A-Z]{2,8} ?: ?\d{4} ?: ?[A-Z0-9]+(?:\.[A-Z0-9]+){0,5})/uy;
export const ECLI_START = "ECLI|EU ?: ?[CTF] ?:";

const COURTS: readonly (readonly [RegExp, Court])[] = [
  [/^FR:CE/, "CE"],
  [/^FR:CC:/, "CC"],
  [/^FR:CCASS:/, "CASS"],
  [/^FR:TC:/, "TC"],
  [/^EU:/, "CJUE"],
  [/^CE:ECHR:/, "CEDH"],
];
const STATE_COUNCIL = /^FR:CE[A-Z]*:\d{4}:(?<numero>\d{3,6})\.(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/;

/** Reads an ECLI at the cursor; null when there is none. */
export function takeEcli(cursor: Cursor): Ecli | null {
  const rest = cursor.take(ECLI)?.groups?.["rest"]?.replaceAll(" ", "");
  if (rest === undefined) return null;
  const court = COURTS.find(([pattern]) => pattern.test(rest))?.[1] ?? null;
  const { numero = null, year, month, day } = STATE_COUNCIL.exec(rest)?.groups ?? {};
  return { ecli: `ECLI:${rest}`, court, numero, date: day === undefined ? null : `${year}-${month}-${day}` };
}
