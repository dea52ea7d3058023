import { isRealDate } from "../../bofip/identifiers/identifier.ts";
import { ApiError } from "../http/errors/api-error.ts";

/** Whether a parameter is a day, `YYYY-MM-DD`, that is not to come. */
export function isPastDay(written: string, today: string): boolean {
  return isRealDate(written) && written <= today;
}

/** The day of an address. @throws {ApiError} `invalid_parameter` for what is no day, or one to come */
export function readDay(written: string, today: string): string {
  if (isPastDay(written, today)) return written;
  throw new ApiError("invalid_parameter", {
    reason: "Dans l'adresse, « date » doit être un jour AAAA-MM-JJ, jusqu'à aujourd'hui.",
  });
}
