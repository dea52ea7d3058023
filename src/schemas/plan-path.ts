import { asciiUpperCase } from "../../db/bofip/identifier.ts";

/** The doctrine's plan goes nine segments deep; a longer path costs nothing but its refusal. */
const MAX_SEGMENTS = 12;
export const MAX_PLAN_PATH_LENGTH = 120;

/** What a path of the plan is, in words. */
export const PLAN_PATH_EXPECTED =
  `un chemin de ${MAX_SEGMENTS} segments et ${MAX_PLAN_PATH_LENGTH} caractères au plus, en lettres et chiffres ` +
  "séparés par des barres, comme IR/LIQ/20";

/** Whether a path is longer than any of the plan: it is refused before all else. */
export function isPlanPathTooLong(chemin: string): boolean {
  return chemin.length > MAX_PLAN_PATH_LENGTH || chemin.split("/").length > MAX_SEGMENTS;
}

/** A path in capitals, the root being empty; null when it can't be one of the plan. */
export function readPlanPath(written: string): string | null {
  if (isPlanPathTooLong(written)) return null;
  const chemin = asciiUpperCase(written);
  return /^(?:[A-Z0-9]+(?:\/[A-Z0-9]+)*)?$/.test(chemin) ? chemin : null;
}

/** A path as an address has it, decoded; a slash at its end names the same node. */
export function decodePlanPath(raw: string): string {
  return decodeURIComponent(raw).replace(/\/$/, "");
}
