import type { CheckedCitation, CheckedText } from "../../../../src/features/citations/answer.ts";
import type { TestService } from "../../../servers/service.ts";

/** A case of test/fixtures/verdicts, whose `about` says how it is judged. */
export interface VerdictCase {
  readonly id: string;
  readonly why: string;
  readonly texte: string;
  readonly date?: string;
  readonly expected: {
    readonly citations?: readonly Readonly<Record<string, unknown>>[];
    readonly non_lues?: number | readonly string[];
    readonly vert?: boolean;
  };
}

/** What the service said of a case that it should not have. */
export interface Misjudged {
  readonly id: string;
  /** Whether something false was green. */
  readonly isFalseGreen: boolean;
  readonly faults: readonly string[];
}

export async function checkText(
  service: TestService,
  key: string,
  texte: string,
  date?: string,
): Promise<CheckedText> {
  const answer = await service.get("/v1/citations", key, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ texte, ...(date === undefined ? {} : { date }) }),
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as CheckedText;
}

/** Sends every case and returns those that are not judged as expected. */
export async function replay(service: TestService, cases: readonly VerdictCase[]): Promise<Misjudged[]> {
  const key = await service.key("interne");
  const misjudged: Misjudged[] = [];
  for (const { id, texte, date, expected } of cases) {
    const answer = await checkText(service, key, texte, date);
    const faults = [...faultsOfEntries(answer, expected), ...faultsOfGreen(answer, expected)];
    const isFalseGreen = expected.vert === false && isGreen(answer);
    if (faults.length > 0) misjudged.push({ id, isFalseGreen, faults });
  }
  return misjudged;
}

/** Whether whoever reads the answer would believe that all was read and is right. */
export function isGreen({ bilan: { verifiees, ...others } }: CheckedText): boolean {
  return verifiees > 0 && Object.values(others).every((count) => count === 0);
}

function faultsOfGreen(answer: CheckedText, { vert }: VerdictCase["expected"]): string[] {
  return vert === undefined || vert === isGreen(answer) ? [] : [`vert: ${isGreen(answer)}`];
}

function faultsOfEntries(
  { citations, non_lues }: CheckedText,
  { citations: expected, non_lues: unread = 0 }: VerdictCase["expected"],
): string[] {
  if (expected === undefined) return [];
  const faults = expected.flatMap((fields, rank) => {
    const entry = citations[rank];
    return entry === undefined ? [`no entry ${rank}`] : faultsOf(entry, { non_lus: 0, ...fields });
  });
  for (const { texte, etat } of citations.slice(expected.length)) faults.push(`more: « ${texte} » ${etat}`);
  return [...faults, ...faultsOfFragments("non_lues", non_lues, unread)];
}

function faultsOf(entry: CheckedCitation, fields: Readonly<Record<string, unknown>>): string[] {
  const given: Readonly<Record<string, unknown>> = { ...entry };
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name === "non_lus") return faultsOfFragments(name, entry.non_lus, value);
    if (name === "citation_textuelle") return faultsOfWords(entry, value);
    return given[name] === value ? [] : [`${name}: ${given[name]}, not ${value}`];
  });
}

function faultsOfWords({ citation_textuelle }: CheckedCitation, fields: unknown): string[] {
  const given: Readonly<Record<string, unknown>> = { ...citation_textuelle };
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    given[name] === value ? [] : [`citation_textuelle.${name}: ${given[name]}, not ${value}`],
  );
}

/** A number is how many there are; each string stands in one of them. */
function faultsOfFragments(
  name: string,
  fragments: readonly { readonly texte: string }[],
  expected: unknown,
): string[] {
  const texts = fragments.map(({ texte }) => texte);
  const isRight = Array.isArray(expected)
    ? expected.every((words) => texts.some((texte) => texte.includes(String(words))))
    : texts.length === expected;
  return isRight ? [] : [`${name}: ${JSON.stringify(texts)}, not ${JSON.stringify(expected)}`];
}
