/**
 * In French, how a store's content differs from what it must be. @param unit what is counted: `documents`, `passages`.
 */
export function tellDifference(unit: string, expected: number, held: number): string {
  return held === expected
    ? `parmi ${held} ${unit}, certains diffèrent`
    : `${held} ${unit} tenus, ${expected} attendus`;
}
