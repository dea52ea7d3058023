import type { SchemaOptions } from "@sinclair/typebox";
import { parisDay } from "../../../bofip/days/days.ts";
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

/** An instant that is not in the future, with its offset (RFC 3339); given in UTC. */
export function pastInstant(clock: () => Date, documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", format: "date-time" };
  const expected = "un instant comme 2026-06-04T04:00:00Z, qui existe et n'est pas dans le futur";
  return parameter(schema, expected, (raw) => {
    const [, day = ""] = INSTANT.exec(raw) ?? [];
    const instant = new Date(raw);
    const isPast = isRealDate(day) && instant.getTime() <= clock().getTime();
    return isPast ? instant.toISOString() : undefined;
  });
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A day that exists and is not after today, in Paris. */
export function pastDate(clock: () => Date, documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", format: "date" };
  return parameter(schema, "une date AAAA-MM-JJ qui existe et n'est pas dans le futur", (raw) =>
    isRealDate(raw) && raw <= parisDay(clock()) ? raw : undefined,
  );
}
