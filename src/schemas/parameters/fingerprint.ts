import type { SchemaOptions } from "@sinclair/typebox";
import { FINGERPRINT } from "../../../bofip/text/fingerprint.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** The fingerprint of a text. */
export function fingerprintOf(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", pattern: FINGERPRINT.source };
  return parameter(schema, "une empreinte de 64 chiffres hexadécimaux, en minuscules", (raw) =>
    FINGERPRINT.test(raw) ? raw : undefined,
  );
}
