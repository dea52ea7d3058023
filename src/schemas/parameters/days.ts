import type { SchemaOptions } from "@sinclair/typebox";
import { parisDay } from "../../../bofip/days/paris-day.ts";
import { isRealDate } from "../../../bofip/identifiers/identifier.ts";
import { type Parameter, parameter } from "./parameter.ts";

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;

/** Days between commas, 1 to `most`, each of which exists and is not after today, in Paris; in the order given. */
export function pastDays(
  clock: () => Date,
  most: number,
  documented: SchemaOptions = {},
): Parameter<readonly string[]> {
  const schema = { ...documented, type: "string", pattern: `^${DAY}(,${DAY}){0,${most - 1}}$` };
  const expected = (received: unknown) => {
    const wanted = `de 1 à ${most} dates AAAA-MM-JJ séparées par des virgules, qui existent et ne sont pas dans le futur`;
    const count = typeof received === "string" ? received.split(",").length : 0;
    return count > most ? `${wanted} : il y en a ${count}` : wanted;
  };
  return parameter(schema, expected, (raw) => {
    const days = raw.split(",");
    const today = parisDay(clock());
    const areRight = days.length <= most && days.every((day) => isRealDate(day) && day <= today);
    return areRight ? days : undefined;
  });
}
