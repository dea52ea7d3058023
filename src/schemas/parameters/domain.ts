import type { SchemaOptions } from "@sinclair/typebox";
import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** The series codes that `domaine` and `matiere` accept, which come with the corpus. */
export interface DomainList {
  /** Those of identifiers, known now. */
  codes(): readonly string[];
  /** Those of what documents are about, known now. */
  subjects(): readonly string[];
}

/** A series code among those of the list at that moment, in any case. */
export function domainCode(domains: DomainList, documented: SchemaOptions = {}): Parameter<string> {
  return codeAmong(() => domains.codes(), "l'un des domaines", documented);
}

/** Likewise, of what a document is about. */
export function subjectCode(domains: DomainList, documented: SchemaOptions = {}): Parameter<string> {
  return codeAmong(() => domains.subjects(), "l'une des matières", documented);
}

function codeAmong(
  codes: () => readonly string[],
  among: string,
  documented: SchemaOptions,
): Parameter<string> {
  const schema: SchemaOptions = { ...documented, type: "string", pattern: "^[A-Za-z0-9]+$" };
  return parameter(
    schema,
    () => `${among} ${codes().join(", ")}`,
    (raw) => codes().find((code) => code === asciiUpperCase(raw)),
  );
}
