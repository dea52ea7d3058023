import { readPlanTerms } from "../../../db/keys/keys.ts";
import { limitHeaders } from "../../access/rate-limit.ts";
import { Code, Rows } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { type Operation, schemaOf } from "../operations.ts";
import { boundsOf } from "../reference/fields.tsx";
import { entryOf } from "../site.ts";
import { french } from "./numbers.ts";

/** The plans, read from the store. */
export async function plans({ database }: DocContext) {
  const terms = await readPlanTerms(database);
  return (
    <Rows
      label="Formules"
      heads={["Formule", "Requêtes par mois", "Par minute", "Recherche par le sens"]}
      rows={terms.map(({ code, monthlyQuota, minuteLimit, semantic }) => [
        <code>{code}</code>,
        monthlyQuota === null ? "sans quota" : french(monthlyQuota),
        french(minuteLimit),
        semantic ? "oui" : "non",
      ])}
    />
  );
}

/** How to get a key: at the address that the operator gives, or by asking the operator directly. */
export function key({ contactUrl }: DocContext) {
  if (contactUrl !== null) {
    return (
      <p>
        <a class="button" href={contactUrl} rel="external">
          Demander une clé
        </a>{" "}
        Dites pour quel usage, et quelle <a href={entryOf("limites").path}>formule</a> vous convient.
      </p>
    );
  }
  return (
    <p>
      L'exploitant de ce service remet les clés : demandez-lui la vôtre, en disant pour quel usage et quelle{" "}
      <a href={entryOf("limites").path}>formule</a> vous convient. Si vous exploitez vous-même le service,{" "}
      <code>bun run keys create --name "Mon application" --plan pro</code> en crée une.
    </p>
  );
}

/** An instant of the example: 29 seconds into a minute, ten days before the end of a month. */
const EXAMPLE_INSTANT = new Date("2026-11-20T23:59:29Z");

/** The headers of an answer to a key of the first plan, as the code writes them. */
export async function limitHeadersBlock({ database }: DocContext) {
  const [plan] = await readPlanTerms(database);
  if (plan === undefined) throw new Error("the store holds no plan");
  const headers = limitHeaders({
    at: EXAMPLE_INSTANT,
    minuteLimit: plan.minuteLimit,
    minuteRemaining: plan.minuteLimit - 1,
    monthlyQuota: plan.monthlyQuota,
    monthRemaining: plan.monthlyQuota === null ? null : plan.monthlyQuota - 126,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${value}`);
  return <Code label={`En-têtes, formule ${plan.code}`}>{lines.join("\n")}</Code>;
}

/** `x-ratelimit-limit` as it is usually written; header names are the same in any case. */
function headerName(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (found) => found.toUpperCase()).replaceAll("Ratelimit", "RateLimit");
}

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
