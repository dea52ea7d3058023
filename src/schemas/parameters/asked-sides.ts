import { Type as t } from "@sinclair/typebox";
import { ApiError } from "../../http/errors/api-error.ts";
import { type AskedText, fingerprintOf } from "./asked-text.ts";
import { pastDate } from "./days.ts";

/** The parameters that name the two texts of a comparison, as its route declares them. */
export const sidesQuery = (clock: () => Date) => ({
  de: t.Optional(
    pastDate(clock, {
      description: "Jour : l'édition en vigueur ce jour-là. Par défaut, l'édition d'avant l'autre.",
      examples: ["2025-11-03"],
      "x-shown": true,
    }),
  ),
  a: t.Optional(
    pastDate(clock, {
      description: "Jour : l'édition en vigueur ce jour-là. Par défaut, celle que le document donne.",
      examples: ["2026-07-01"],
      "x-shown": true,
    }),
  ),
  de_empreinte: t.Optional(
    fingerprintOf({ description: "À la place de `de` : l'empreinte d'une rédaction." }),
  ),
  a_empreinte: t.Optional(fingerprintOf({ description: "À la place de `a` : l'empreinte d'une rédaction." })),
});

interface SidesQuery {
  readonly de?: string | undefined;
  readonly a?: string | undefined;
  readonly de_empreinte?: string | undefined;
  readonly a_empreinte?: string | undefined;
}

/** The two texts that those parameters name; null where they name none. */
export function askedSides({ de, a, de_empreinte, a_empreinte }: SidesQuery) {
  return { de: sideOf(de, de_empreinte), a: sideOf(a, a_empreinte) };
}

function sideOf(date: string | undefined, empreinte: string | undefined): AskedText | null {
  if (empreinte !== undefined) return { kind: "wording", empreinte };
  return date === undefined ? null : { kind: "day", date, knownOn: null };
}

/**
 * Route hook, before the parameters are judged one by one: refuses a side that is named twice.
 * @throws {ApiError} `invalid_parameter`
 */
export function demandOneTextASide({
  query,
}: {
  readonly query: { readonly [Name in keyof SidesQuery]: unknown };
}): void {
  for (const side of ["de", "a"] as const) {
    if (query[side] === undefined || query[`${side}_empreinte`] === undefined) continue;
    const reason = `Les paramètres « ${side} » et « ${side}_empreinte » nomment chacun un texte : donnez l'un des deux.`;
    throw new ApiError("invalid_parameter", { reason });
  }
}
