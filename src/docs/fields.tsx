import type { OpenAPIV3 } from "openapi-types";
import { Prose } from "./code.tsx";
import { schemaOf } from "./operations.ts";

/** A parameter or a field, as a reader sees it. */
export interface Field {
  /** `results[].boi_id`: inside a list, inside an object. */
  readonly name: string;
  readonly schema: OpenAPIV3.SchemaObject;
  readonly isRequired: boolean;
  readonly description: string;
}

/** The fields of an object and of those inside it, in their order. */
export function fieldsOf(schema: OpenAPIV3.SchemaObject | null, prefix = ""): Field[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([key, property]) => {
    const found = schemaOf(property);
    if (found === null) return [];
    const isRequired = schema?.required?.includes(key) === true;
    const field = {
      name: prefix + key,
      schema: found,
      isRequired,
      description: found.description ?? "",
    };
    const inner = found.type === "array" ? schemaOf(found.items) : found;
    const mark = found.type === "array" ? "[]." : ".";
    return [field, ...fieldsOf(inner, `${prefix}${key}${mark}`)];
  });
}

/** A list of parameters or of fields. In a request what may be left out is told, in an answer what may be absent. */
export function Fields({
  fields,
  isRequest,
}: {
  readonly fields: readonly Field[];
  readonly isRequest: boolean;
}) {
  return (
    <dl class="fields">
      {fields.map((field) => (
        <div>
          <dt>
            <code>{field.name}</code> <span class="quiet">{typeLabel(field.schema)}</span>
            {isRequest && field.isRequired ? <strong class="required">obligatoire</strong> : null}
            {!isRequest && !field.isRequired ? <span class="quiet">, parfois absent</span> : null}
          </dt>
          <Details field={field} isRequest={isRequest} />
        </div>
      ))}
    </dl>
  );
}

function Details({
  field: { schema, description },
  isRequest,
}: {
  readonly field: Field;
  readonly isRequest: boolean;
}) {
  const values = (schema.enum ?? []).filter((value) => value !== null);
  const bounds = boundsOf(schema);
  if (description === "" && values.length === 0 && bounds === "") return null;
  return (
    <dd>
      {description === "" ? null : <Prose text={description} />}{" "}
      {values.length > 1 ? <Values values={values} /> : null}
      {isRequest && bounds !== "" ? <span class="quiet">{bounds}</span> : null}
    </dd>
  );
}

function Values({ values }: { readonly values: readonly unknown[] }) {
  return (
    <>
      {values.map((value, index) => (
        <>
          {index === 0 ? "" : ", "}
          <code>{String(value)}</code>
        </>
      ))}
      .{" "}
    </>
  );
}

/** What a value must lie within, in French; empty when there is no bound. */
export function boundsOf(schema: OpenAPIV3.SchemaObject): string {
  const { minimum, maximum, minLength, maxLength, default: fallback } = schema;
  const parts = [
    minimum !== undefined && maximum !== undefined ? `De ${french(minimum)} à ${french(maximum)}` : "",
    minLength !== undefined && maxLength !== undefined
      ? `De ${french(minLength)} à ${french(maxLength)} caractères`
      : "",
    fallback === undefined ? "" : `${minimum === undefined ? "P" : "p"}ar défaut ${fallback}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}

/** 10 000, with a space that does not break. */
export function french(value: number): string {
  return value.toLocaleString("fr-FR").replaceAll("\u202F", "\u00A0");
}

const TYPES: Readonly<Record<string, string>> = {
  string: "texte",
  integer: "entier",
  number: "nombre",
  boolean: "booléen",
  object: "objet",
};

const FORMATS: Readonly<Record<string, string>> = {
  date: "jour AAAA-MM-JJ",
  "date-time": "instant ISO 8601",
};

function typeLabel(schema: OpenAPIV3.SchemaObject): string {
  const nullable = schema.nullable === true ? " ou null" : "";
  if (schema.type === "array") {
    const items = schemaOf(schema.items);
    return `liste de ${items?.type === "object" ? "fiches" : `${TYPES[items?.type ?? ""] ?? "valeur"}s`}${nullable}`;
  }
  return (FORMATS[schema.format ?? ""] ?? TYPES[schema.type ?? ""] ?? "valeur") + nullable;
}
