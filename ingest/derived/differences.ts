/** How what a store holds differs from what it must, in French. @param unit what is counted: `documents`, `passages`. */
export function tellDifference(unit: string, expected: number, held: number): string {
  return held === expected
    ? `parmi ${held} ${unit}, certains diffèrent`
    : `${held} ${unit} tenus, ${expected} attendus`;
}
