import { ACCESS_ERRORS } from "./catalogue/access.ts";
import type { ErrorEntry } from "./catalogue/entry.ts";
import { REQUEST_ERRORS } from "./catalogue/requests.ts";
import { SERVICE_ERRORS } from "./catalogue/service.ts";
import { TEXT_ERRORS } from "./catalogue/texts.ts";
import type { DetailName, RefusalDetails } from "./details.ts";

/** Every refusal of the API: one entry per code, with its texts for bodies, pages, documentation and tools. */
const CATALOGUE = { ...REQUEST_ERRORS, ...TEXT_ERRORS, ...ACCESS_ERRORS, ...SERVICE_ERRORS } as const;

/** The codes in response bodies. */
export type ErrorCode = keyof typeof CATALOGUE;

type VariantIn<Entry> = Entry extends { readonly variants: infer Variants } ? keyof Variants : never;

/** The name of a refusal: a code, or one of the variants that share it. */
export type ErrorName = ErrorCode | VariantIn<(typeof CATALOGUE)[ErrorCode]>;

type ListedBy<Entry> = Entry extends { readonly details: readonly (infer Name)[] }
  ? Name & DetailName
  : never;

type ListedFor<Name extends ErrorName> = {
  [Code in ErrorCode]: Name extends Code | VariantIn<(typeof CATALOGUE)[Code]>
    ? ListedBy<(typeof CATALOGUE)[Code]>
    : never;
}[ErrorCode];

/** The details that a refusal may contain: those that its code lists, or none. */
export type DetailsOf<Name extends ErrorName> = [ListedFor<Name>] extends [never]
  ? undefined
  : Pick<RefusalDetails, ListedFor<Name>>;

export interface CatalogueEntry extends ErrorEntry {
  readonly code: ErrorCode;
}

/** Every code with its entry. */
export const ERRORS: readonly CatalogueEntry[] = Object.keys(CATALOGUE)
  .filter((key): key is ErrorCode => key in CATALOGUE)
  .map((code) => ({ code, ...CATALOGUE[code] }));

/** The entry of a code received from elsewhere, or null. */
export function findError(code: string): CatalogueEntry | null {
  return ERRORS.find((entry) => entry.code === code) ?? null;
}

/** The entry of a refusal, and its own text. */
export function refusalNamed(name: ErrorName): { readonly entry: CatalogueEntry; readonly text: string } {
  const refusal = BY_NAME.get(name);
  if (refusal === undefined) throw new Error(`no error ${name}`);
  return refusal;
}

const BY_NAME: ReadonlyMap<string, ReturnType<typeof refusalNamed>> = new Map(
  ERRORS.flatMap((entry) =>
    Object.entries({ [entry.code]: entry.text, ...entry.variants }).map(
      ([name, text]) => [name, { entry, text }] as const,
    ),
  ),
);

/** The documentation page of a code. */
export function errorPath(code: ErrorCode): string {
  return `/docs/erreurs#${code}`;
}

/** The names of all refusals, variants included. */
export const ERROR_NAMES: readonly string[] = [...BY_NAME.keys()];
