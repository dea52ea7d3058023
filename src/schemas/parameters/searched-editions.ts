import { type EditionsInForce, IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { pastDate } from "./date.ts";

/** The day whose editions are searched. */
export const searchDate = (clock: () => Date) =>
  pastDate(clock, {
    description:
      "Cherche dans les éditions en vigueur ce jour-là, une par document ; sans elle, dans celles en vigueur aujourd'hui.",
    examples: ["2021-01-01"],
  });

/**
 * Which editions a search looks at.
 * @throws {ApiError} `invalid_parameter` for both parameters.
 */
export function searchedEditions(date: string | undefined, statut?: "tous"): SearchedEditions {
  if (date !== undefined && statut !== undefined) {
    const reason =
      "Les paramètres « date » et « statut » s'excluent : « date » trouve aussi les documents retirés depuis, « statut=tous » cherche dans le dernier texte de chacun.";
    throw new ApiError("invalid_parameter", { reason });
  }
  return statut === undefined ? editionsInForce(date) : { kind: "last" };
}

/** The editions in force on a day, or now without one. */
export function editionsInForce(date: string | undefined): EditionsInForce {
  return date === undefined ? IN_FORCE : { kind: "on", day: date };
}
