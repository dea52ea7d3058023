import type { DocumentType } from "../schema/documents.ts";

/** The values of a document that filters compare as they are; null where it has none. */
export interface FilterValues {
  /** Series code in upper case. */
  readonly domaine: string;
  readonly type: DocumentType;
  /** Series code of the document's subject (`bofip/identifiers/identifier.ts`), in upper case. */
  readonly matiere: string | null;
}

/** A criterion that is one of these values: engines store it and compare it without knowing which it is. */
export type ValueCriterion = keyof FilterValues;

type ValueFilter = { readonly [Name in ValueCriterion]: FilterValues[Name] | null };

/** Restricts a search to some documents; a null criterion matches all. */
export interface DocumentFilter extends ValueFilter {
  /** Node of the classification, as `IR/LIQ`: its own document and all below. */
  readonly chemin: string | null;
  /** Keys of statutory citations; a document must contain one of them. */
  readonly articles: readonly string[] | null;
  /** Keys of a decision, a norm and a ministerial answer that a document cites. */
  readonly decision: string | null;
  readonly norme: string | null;
  readonly reponse: string | null;
}

/** A criterion that each engine translates in its own way. */
type OwnCriterion = Exclude<keyof DocumentFilter, ValueCriterion>;

const NO_VALUES = { domaine: null, type: null, matiere: null } satisfies Record<ValueCriterion, null>;

/** Every document in force. */
export const NO_FILTER: DocumentFilter = {
  ...NO_VALUES,
  ...{ chemin: null, articles: null, decision: null, norme: null, reponse: null },
};

/** In the order of conditions and of stored fields. */
export const VALUE_CRITERIA: readonly ValueCriterion[] = Object.keys(NO_VALUES).filter(isValueCriterion);

type OwnTable<Condition> = {
  readonly [Name in OwnCriterion]: (value: NonNullable<DocumentFilter[Name]>) => Condition;
};

/** How an engine translates criteria: leaving one out does not compile. */
export interface FilterTable<Condition> extends OwnTable<Condition> {
  readonly value: (name: ValueCriterion, value: string) => Condition;
}

/** The engine conditions for the criteria that are set. */
export function conditionsOf<Condition>(table: FilterTable<Condition>, filter: DocumentFilter): Condition[] {
  const onValue = (name: ValueCriterion): Condition[] => {
    const value = filter[name];
    return value === null ? [] : [table.value(name, value)];
  };
  const own: OwnTable<Condition> = table;
  const onOwn = <Name extends OwnCriterion>(name: Name): Condition[] => {
    const value = filter[name];
    return value === null ? [] : [own[name](value)];
  };
  return [
    ...VALUE_CRITERIA.flatMap(onValue),
    ...Object.keys(NO_FILTER).filter(isOwnCriterion).flatMap(onOwn),
  ];
}

function isValueCriterion(name: string): name is ValueCriterion {
  return name in NO_VALUES;
}

function isOwnCriterion(name: string): name is OwnCriterion {
  return name in NO_FILTER && !isValueCriterion(name);
}

/** Only the values, of what may have other fields. */
export function valuesIn({ domaine, type, matiere }: FilterValues): FilterValues {
  return { domaine, type, matiere };
}

/** Whether a document has every value that a filter asks for. */
export function hasValues(document: FilterValues, filter: ValueFilter): boolean {
  return VALUE_CRITERIA.every((name) => filter[name] === null || filter[name] === document[name]);
}

/** The identifier of a node's own document; those of all documents below begin with it and a hyphen. */
export function nodeIdentifier(chemin: string): string {
  return `BOI-${chemin.replaceAll("/", "-")}`;
}
