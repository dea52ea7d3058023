import { readFileSync } from "node:fs";
import answers from "./example.json" with { type: "json" };

/** A request of the worked example of the guide. */
export interface ProofStep {
  readonly name: "paragraphe" | "comparaison" | "historique" | "source";
  /** Path and query. */
  readonly address: string;
}

const DOCUMENT = "/v1/boi/BOI-IR-LIQ-20-10";

/** The worked example, on the sample corpus: a § invoked for facts of 1 July 2025, which another edition replaced since. */
export const PROOF_STEPS: readonly ProofStep[] = [
  { name: "paragraphe", address: `${DOCUMENT}/paragraphes/40?date=2025-07-01` },
  { name: "comparaison", address: `${DOCUMENT}/comparaison?de=2025-07-01&a=2026-07-01` },
  { name: "historique", address: `${DOCUMENT}/historique` },
  { name: "source", address: sourceAddress(answers.paragraphe.edition.empreinte) },
];

/** Of the official bytes of the wording that the first answer names. */
export function sourceAddress(empreinte: string): string {
  return `${DOCUMENT}/source?empreinte=${empreinte}`;
}

/**
 * What each of them answers, shortened. `test/integration/src/docs/proof.test.ts` asks them again and compares; with
 * UPDATE_EXAMPLES=1 it writes the file.
 */
export const PROOF_ANSWERS: Readonly<Record<ProofStep["name"], unknown>> = answers;

/** The recipe of the fingerprint, by language. */
export const RECIPES = [
  { language: "Python", text: recipe("empreinte.py") },
  { language: "JavaScript", text: recipe("empreinte.js") },
] as const;

function recipe(name: string): string {
  return readFileSync(new URL(`../recipes/${name}`, import.meta.url), "utf8").trimEnd();
}
