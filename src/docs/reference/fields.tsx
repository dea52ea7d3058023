import type { OpenAPIV3 } from "openapi-types";
import { french } from "../blocks/numbers.ts";
import { Prose } from "../code.tsx";
import { schemaOf } from "../operations.ts";

/** A parameter or a field, as a reader sees it. */
export interface Field {
  readonly name: string;
  readonly schema: OpenAPIV3.SchemaObject;
  readonly isRequired: boolean;
  readonly description: string;
}

/** The fields of an object, in their order; none of what is no object. */
export function fieldsOf(schema: OpenAPIV3.SchemaObject | null): Field[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
    const found = schemaOf(property);
    if (found === null) return [];
    const isRequired = schema?.required?.includes(name) === true;
    return [{ name, schema: found, isRequired, description: found.description ?? "" }];
  });
}

interface FieldsProps {
  readonly fields: readonly Field[];
  /** Requests mark the required fields, responses the optional ones. */
  readonly isRequest: boolean;
}

/** A list of parameters or of fields, each with those inside it. */
export function Fields({ fields, isRequest }: FieldsProps) {
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
          <Inner schema={field.schema} name={field.name} isRequest={isRequest} />
        </div>
      ))}
    </dl>
  );
}

/** The fields of an object, or of the objects of a list, folded under the name of their parent. */
function Inner({
  schema,
  name,
  isRequest,
}: {
  readonly schema: OpenAPIV3.SchemaObject;
  readonly name: string;
  readonly isRequest: boolean;
}) {
  const isList = schema.type === "array";
  const fields = fieldsOf(isList ? schemaOf(schema.items) : schema);
  if (fields.length === 0) return null;
  return (
    <dd>
      <details class="inner-fields">
        <summary>
          {isList ? "Champs de chaque élément de " : "Champs de "}
          <code>{name}</code>
        </summary>
        <Fields fields={fields} isRequest={isRequest} />
      </details>
    </dd>
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
      {isRequest && bounds !== "" ? <span class="quiet">{bounds} </span> : null}
      {isRequest && schema.example !== undefined ? (
        <span class="quiet">
          Exemple : <code>{wordExample(schema.example)}</code>
        </span>
      ) : null}
    </dd>
  );
}

function wordExample(example: unknown): string {
  return typeof example === "object" ? JSON.stringify(example) : String(example);
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

const TYPES: Readonly<Record<string, string>> = {
  string: "texte",
  integer: "entier",
  number: "nombre",
  boolean: "booléen",
  object: "objet",
};

const PLURALS: Readonly<Record<string, string>> = {
  string: "de textes",
  integer: "d'entiers",
  number: "de nombres",
  boolean: "de booléens",
  object: "d'objets",
};

const FORMATS: Readonly<Record<string, string>> = {
  date: "jour AAAA-MM-JJ",
  "date-time": "instant ISO 8601",
};

function typeLabel(schema: OpenAPIV3.SchemaObject): string {
  const nullable = schema.nullable === true ? " ou null" : "";
  if (schema.type === "array") {
    const items = schemaOf(schema.items);
    return `liste ${PLURALS[items?.type ?? ""] ?? "de valeurs"}${nullable}`;
  }
  return (FORMATS[schema.format ?? ""] ?? TYPES[schema.type ?? ""] ?? "valeur") + nullable;
}
