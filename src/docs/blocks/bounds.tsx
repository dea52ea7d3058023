import { Rows } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { type Operation, schemaOf } from "../operations.ts";
import { boundsOf } from "../reference/fields.tsx";

/** The bounds of every parameter, from the OpenAPI document. */
export function bounds({ operations }: DocContext) {
  const rows = operations.flatMap((operation) => {
    const bounded = inputsOf(operation);
    if (bounded.length === 0) return [];
    const route = (
      <a href={operation.page}>
        <code>{operation.path}</code>
      </a>
    );
    const told = bounded.map(({ name, bounds }) => (
      <p>
        <code>{name}</code> {bounds}
      </p>
    ));
    return [[route, told]];
  });
  return <Rows label="Bornes des paramètres" heads={["Route", "Paramètres"]} rows={rows} />;
}

/** The inputs of a route that have bounds. */
function inputsOf({ parameters, body }: Operation): { readonly name: string; readonly bounds: string }[] {
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({ name, schema }));
  return [...parameters, ...fields].flatMap(({ name, schema }) => {
    const found = schemaOf(schema) ?? {};
    const isBounded = found.minimum !== undefined || found.minLength !== undefined;
    return isBounded ? [{ name, bounds: boundsOf(found) }] : [];
  });
}
