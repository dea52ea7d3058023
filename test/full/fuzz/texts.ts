import type { Draw } from "./draw.ts";
import type { Facts } from "./facts.ts";

/** A parameter of an address and its value, decoded. */
interface Given {
  readonly parameter: { readonly name: string };
  readonly value: { readonly raw: string };
}

/** Pairs of parameters with the same meaning: at most one of them is given. */
const RIVALS = [
  ["since", "recus_depuis"],
  ["de", "de_empreinte"],
  ["a", "a_empreinte"],
  ["date", "statut"],
] as const;

const DATED = /-\d{8}$/;

/** Those of the parameters of an address that can be given together: two would name two texts, a few need another. */
export function compatible<Part extends Given>(template: string, given: readonly Part[], draw: Draw): Part[] {
  const dropped = new Set<string>(
    RIVALS.flatMap((pair) =>
      pair.every((name) => given.some(({ parameter }) => parameter.name === name)) ? [draw.oneOf(pair)] : [],
    ),
  );
  const id = given.find(({ parameter }) => parameter.name === "id")?.value.raw ?? "";
  // The route of official bytes looks at the document alone.
  if (DATED.test(id) && !template.endsWith("/source"))
    for (const name of ["date", "empreinte"]) dropped.add(name);
  const keeps = (name: string) =>
    given.some(({ parameter }) => parameter.name === name) && !dropped.has(name);
  // A day and a fingerprint name one edition of several that share a text, and its number may narrow it further.
  if (keeps("date") && keeps("empreinte")) dropped.add(draw.oneOf(["connu_le", "date", "empreinte"]));
  if (!keeps("date") || keeps("empreinte")) dropped.add("connu_le");
  if (!keeps("date") || !keeps("empreinte")) dropped.add("pgp");
  return given.filter(({ parameter }) => !dropped.has(parameter.name));
}

/** Whether a document is dated where the days are given beside it: refused, though each of the two is right. */
export function isDatedTwice(given: readonly Given[]): boolean {
  const id = given.find(({ parameter }) => parameter.name === "id")?.value.raw ?? "";
  return DATED.test(id) && given.some(({ parameter }) => parameter.name === "le");
}

/** A document and a fingerprint of one of its texts, which a drawn address may be given in place of its own. */
export function ownerOf(empreinte: string, facts: Facts): string | null {
  return facts.fingerprints.find((known) => known.empreinte === empreinte)?.id ?? null;
}
