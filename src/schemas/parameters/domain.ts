import type { SchemaOptions } from "@sinclair/typebox";
import { asciiUpperCase } from "../../../db/bofip/identifier.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** The series codes that `domaine` accepts, which come with the corpus. */
export interface DomainList {
  /** Those known now. */
  codes(): readonly string[];
}

/** A series code among those of the list at that moment, in any case. */
export function domainCode(domains: DomainList, documented: SchemaOptions = {}): Parameter<string> {
  const schema: SchemaOptions = { ...documented, type: "string", pattern: "^[A-Za-z0-9]+$" };
  const expectation = () => `l'un des domaines ${domains.codes().join(", ")}`;
  return parameter(schema, expectation, (raw) =>
    domains.codes().find((code) => code === asciiUpperCase(raw)),
  );
}
