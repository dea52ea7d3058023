import { isDeepStrictEqual } from "node:util";
import type { OpenAPIV3 } from "openapi-types";
import { methodsOf } from "./operations.ts";

type Schema = OpenAPIV3.SchemaObject;
type Placed = Schema | OpenAPIV3.ReferenceObject;

/** A named schema: the part shared by all its uses, and the description of each use. */
interface Named {
  readonly shape: Schema;
  readonly descriptions: Set<string | undefined>;
}

/** OpenAPI 3.0 has no type for null alone. */
const NULL: Schema = { type: "string", enum: [null], nullable: true };

/**
 * The document with every titled schema once, in `components.schemas` in alphabetical order, and references to it.
 * @throws {Error} for two schemas of one title that differ by more than their description
 */
export function withNamedSchemas(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const referring = structuredClone(document);
  const known = new Map<string, Named>();
  for (const { schema } of bodiesOf(referring)) if (schema !== undefined) collect(schema, known);
  const refer = referencesTo(known);
  for (const body of bodiesOf(referring)) if (body.schema !== undefined) body.schema = refer(body.schema);
  const named = [...known].sort(([left], [right]) => (left < right ? -1 : 1));
  const schemas = named.map(([title, { shape, descriptions }]) => {
    const [shared, ...others] = descriptions;
    const told = shared === undefined || others.length > 0 ? {} : { description: shared };
    return [title, { ...told, ...withParts(shape, refer) }];
  });
  return { ...referring, components: { ...referring.components, schemas: Object.fromEntries(schemas) } };
}

function bodiesOf({ paths }: OpenAPIV3.Document): OpenAPIV3.MediaTypeObject[] {
  const operations = Object.values(paths).flatMap((item) =>
    methodsOf(item).map(([, operation]) => operation),
  );
  const bodies = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody === undefined ? [] : [requestBody]),
    ...Object.values(responses),
  ]);
  return bodies.flatMap((body) => ("content" in body ? Object.values(body.content ?? {}) : []));
}

function collect(schema: Placed, known: Map<string, Named>): void {
  if ("$ref" in schema) return;
  const { title } = schema;
  if (title !== undefined) {
    const shape = shapeOf(schema);
    const same = known.get(title) ?? { shape, descriptions: new Set() };
    if (!isDeepStrictEqual(same.shape, shape))
      throw new Error(`two schemas of the OpenAPI document are named ${title}`);
    known.set(title, same);
    same.descriptions.add(schema.description);
  }
  for (const part of partsOf(schema)) collect(part, known);
}

/** Without what depends on the use: whether it may be null, and its description. */
function shapeOf({ title: _title, description: _description, nullable, ...shape }: Schema): Schema {
  if (nullable !== true || shape.enum === undefined) return shape;
  return { ...shape, enum: shape.enum.filter((value) => value !== null) };
}

/** Puts a reference in place of each titled schema, with the description that it has there when others differ. */
function referencesTo(known: ReadonlyMap<string, Named>): (schema: Placed) => Placed {
  return function refer(schema) {
    if ("$ref" in schema) return schema;
    const named = schema.title === undefined ? undefined : known.get(schema.title);
    if (named === undefined) return withParts(schema, refer);
    const reference = { $ref: `#/components/schemas/${schema.title}` };
    const { description } = schema;
    const told = description === undefined || named.descriptions.size === 1 ? {} : { description };
    if (schema.nullable === true) return { ...told, anyOf: [reference, NULL] };
    // OpenAPI 3.0 reads nothing beside a reference.
    return "description" in told ? { ...told, allOf: [reference] } : reference;
  };
}

function partsOf({ properties = {}, anyOf = [], ...schema }: Schema): Placed[] {
  const items = "items" in schema ? [schema.items] : [];
  return [...Object.values(properties), ...items, ...anyOf];
}

function withParts(schema: Schema, change: (part: Placed) => Placed): Schema {
  const changed = { ...schema };
  if ("items" in changed) changed.items = change(changed.items);
  if (changed.properties !== undefined)
    changed.properties = Object.fromEntries(
      Object.entries(changed.properties).map(([name, property]) => [name, change(property)]),
    );
  if (changed.anyOf !== undefined) changed.anyOf = changed.anyOf.map(change);
  return changed;
}
