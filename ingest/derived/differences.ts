import { isSameDigest, type StoreDigest } from "../../db/engine/digest.ts";
import { IngestionFault } from "../journal/fault.ts";

/**
 * Checks that a store holds what it must.
 * @param unit what is counted: `documents`, `passages`.
 * @throws {IngestionFault}
 */
export function assertHeld(unit: string, expected: StoreDigest, held: StoreDigest): void {
  if (!isSameDigest(expected, held)) throw new IngestionFault(tellDifference(unit, expected, held));
}

export function tellDifference(unit: string, expected: StoreDigest, held: StoreDigest): string {
  return held.count === expected.count
    ? `parmi ${held.count} ${unit}, certains diffèrent`
    : `${held.count} ${unit} tenus, ${expected.count} attendus`;
}
