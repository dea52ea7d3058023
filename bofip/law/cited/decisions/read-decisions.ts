import type { CitedDecision, Court } from "../mentions.ts";
import { closedEnd } from "../number-sign.ts";
import type { NamedCourt } from "./courts.ts";
import { type Group, groupMarks } from "./groups.ts";
import { readMarks } from "./marks.ts";
import { courtOfNumber, type DecisionNumber, decisionKey, isNumberOf } from "./numbers.ts";

/** A decision cited in an evened-out text, with offsets in it. */
type ReadDecision = CitedDecision & { readonly start: number; readonly end: number };

/** Decisions named by number, ECLI or day: « CE, 8 mars 2004, n° 248065 et 248066 » is two, « La jurisprudence » none. */
export function readDecisions(texte: string): readonly ReadDecision[] {
  return groupMarks(texte, readMarks(texte)).flatMap((group) =>
    decisionsOf({ ...group, end: closedEnd(texte, group.start, group.end) }),
  );
}

function decisionsOf(group: Group): readonly ReadDecision[] {
  const named = courtOf(group);
  if (named === null) return [];
  const numbers = group.numbers.filter((number) => isNumberOf(number, named.court));
  if (numbers.length > 0) return numbers.map((number) => numbered(group, named, number));
  const { ecli } = group;
  if (ecli === null && group.isRepeated) return [];
  if (ecli === null) return isDated(group) ? [decision(group, named.court, null, null)] : [];
  const number: DecisionNumber | null =
    ecli.numero === null ? null : { shape: "plain", written: ecli.numero };
  return [number === null ? decision(group, named.court, null, null) : numbered(group, named, number)];
}

function courtOf({ court, numbers: [number], ecli }: Group): NamedCourt | null {
  if (court !== null) return court;
  const told = (number && courtOfNumber(number)) ?? ecli?.court ?? null;
  return told === null ? null : { court: told, seat: null };
}

/** An opinion without a number, or a day that stands far from the court, is no decision. */
function isDated({ date, isDateClose, word }: Group): boolean {
  return date !== null && isDateClose && word !== "avis";
}

function numbered(group: Group, named: NamedCourt, number: DecisionNumber): ReadDecision {
  const { ecli, numbers } = group;
  const told = ecli?.numero ?? null;
  // The ECLI is checked by its publisher, the number is typed by hand: « n° 33107, ECLI:FR:CESSR:2014:331071… ».
  const certain = told !== null && numbers.length <= 1 ? { ...number, written: told } : number;
  const isTold = told === null || numbers.length <= 1 || told === number.written;
  return decision(
    group,
    named.court,
    { cle: decisionKey(named, certain), numero: number.written },
    isTold ? ecli : null,
  );
}

function decision(
  group: Group,
  juridiction: Court,
  number: { readonly cle: string | null; readonly numero: string } | null,
  told: Group["ecli"],
): ReadDecision {
  const { formation, start, end } = group;
  const date = group.date ?? group.ecli?.date ?? null;
  const numero = number?.numero ?? null;
  const ecli = told?.ecli ?? constitutionalEcli({ juridiction, numero, date });
  const url = officialDecisionUrl({ juridiction, numero, date, ecli });
  return { cle: number?.cle ?? null, juridiction, formation, date, numero, ecli, url, start, end };
}

const CONSTITUTIONAL = "https://www.conseil-constitutionnel.fr/decision";
const EUR_LEX = "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=ecli:";

interface Known {
  readonly juridiction: Court;
  readonly numero: string | null;
  readonly date: string | null;
  readonly ecli: string | null;
}

/** Address by its publisher's rule, else null: the Conseil constitutionnel's by year and number, EUR-Lex's by ECLI. */
function officialDecisionUrl(decision: Known): string | null {
  const { juridiction, ecli } = decision;
  if (juridiction === "CJUE") return ecli === null ? null : `${EUR_LEX}${ecli}`;
  if (juridiction !== "CC") return null;
  const [year, parts] = constitutionalParts(decision) ?? [];
  return year === undefined || parts === undefined ? null : `${CONSTITUTIONAL}/${year}/${parts.join("")}.htm`;
}

/** ECLI of a decision of the Conseil constitutionnel: the year of its day, then its number. */
function constitutionalEcli(decision: Omit<Known, "ecli">): string | null {
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
