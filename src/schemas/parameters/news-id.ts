import type { SchemaOptions } from "@sinclair/typebox";
import { ACTU_ID } from "../../../bofip/identifiers/identifier.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** Identifier of an actualité. */
export function newsId(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", pattern: ACTU_ID.source };
  return parameter(schema, "un identifiant comme ACTU-2014-00076", (raw) =>
    ACTU_ID.test(raw) ? raw : undefined,
  );
}
