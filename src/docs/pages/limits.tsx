import { type Plan, readPlanTerms } from "../../../db/keys/plans.ts";
import { limitHeaders } from "../../access/rate-limit.ts";
import { MAX_URL_LENGTH } from "../../http/address-checks.ts";
import { errorPath } from "../../http/errors/catalogue.ts";
import { REFUSAL_STATUSES } from "../../http/errors/statuses.ts";
import { MAX_BODY_BYTES, MAX_TEXT_BODY_BYTES } from "../../http/json-body.ts";
import { MAX_SEARCHES_A_DAY, MAX_SEARCHES_A_MINUTE } from "../../pages/searches.ts";
import { MAX_PAGES_A_MINUTE } from "../../pages/visits.ts";
import { Code } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { boundsOf, french } from "../fields.tsx";
import { DocFrame } from "../frame.tsx";
import { type Operation, schemaOf } from "../operations.ts";
import { Rows } from "../rows.tsx";
import { operationAnchor } from "../site.ts";

/** Plans as the store holds them, headers as the code writes them, bounds as the OpenAPI document tells them. */
export async function limitsPage({ operations, publicUrl, database }: DocContext) {
  const plans = await readPlanTerms(database);
  return (
    <DocFrame slug="limites" publicUrl={publicUrl}>
      <h2 id="formules">Formules</h2>
      <Rows
        label="Formules"
        heads={["Formule", "Requêtes par mois", "Par minute", "Recherche par le sens"]}
        rows={plans.map(({ code, monthlyQuota, minuteLimit, semantic }) => [
          <code>{code}</code>,
          monthlyQuota === null ? "sans quota" : french(monthlyQuota),
          french(minuteLimit),
          semantic ? "oui" : "non",
        ])}
      />
      <p>
        Une clé peut avoir ses propres limites :{" "}
        <a href={operationAnchor("getV1Compte")}>
          <code>/v1/compte</code>
        </a>{" "}
        dit les siennes.
      </p>
      <Quota />
      <Minute />
      <Headers plans={plans} />
      <Unchanged operations={operations} />
      <Bounds operations={operations} />
    </DocFrame>
  );
}

function Quota() {
  return (
    <>
      <h2 id="quota">Quota du mois</h2>
      <p>
        Il compte les réponses 200, les 404 d'un document ou d'un texte qui n'est pas détenu, et les 410. Tout
        le reste est gratuit : 304, autres refus, erreurs du serveur. Il repart de zéro le premier jour du
        mois, à minuit UTC. Épuisé, il donne 402 <a href={errorPath("quota_exceeded")}>quota_exceeded</a>,
        dont le corps porte <code>upgrade_url</code>.
      </p>
    </>
  );
}

function Minute() {
  return (
    <>
      <h2 id="minute">Limite par minute</h2>
      <p>
        Elle compte toutes les requêtes faites avec la clé, sur une minute glissante. Au-delà : 429{" "}
        <a href={errorPath("rate_limited")}>rate_limited</a>, avec{" "}
        <code>Retry-After: {REFUSAL_STATUSES[429].retryAfterSeconds}</code>.
      </p>
    </>
  );
}

/** An instant of the example: 29 seconds into a minute, ten days before the end of a month. */
const EXAMPLE_INSTANT = new Date("2026-11-20T23:59:29Z");

function Headers({ plans }: { readonly plans: readonly Plan[] }) {
  const [plan] = plans;
  if (plan === undefined) return null;
  const headers = limitHeaders({
    at: EXAMPLE_INSTANT,
    minuteLimit: plan.minuteLimit,
    minuteRemaining: plan.minuteLimit - 1,
    monthlyQuota: plan.monthlyQuota,
    monthRemaining: plan.monthlyQuota === null ? null : plan.monthlyQuota - 126,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${value}`);
  return (
    <>
      <h2 id="en-tetes">En-têtes</h2>
      <p>
        Chaque réponse faite à une clé dit ce qui lui reste après elle (formule <code>{plan.code}</code>) :
      </p>
      <Code label="En-têtes">{lines.join("\n")}</Code>
      <ul>
        <li>
          <code>q</code> : la limite ; <code>w</code> : la fenêtre, en secondes.
        </li>
        <li>
          <code>r</code> : ce qui reste ; <code>t</code> : les secondes avant la remise à zéro.
        </li>
        <li>
          <code>"mois"</code> est absent d'une clé sans quota. Les trois en-têtes <code>X-RateLimit-*</code>{" "}
          redisent la minute, pour les clients qui ne lisent qu'eux.
        </li>
      </ul>
    </>
  );
}

/** `x-ratelimit-limit` as it is usually written; header names are the same in any case. */
function headerName(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (found) => found.toUpperCase()).replaceAll("Ratelimit", "RateLimit");
}

function Unchanged({ operations }: { readonly operations: readonly Operation[] }) {
  const revalidated = operations.filter(({ responses }) => responses.some(({ status }) => status === "304"));
  return (
    <>
      <h2 id="cache">Ne pas payer deux fois la même réponse</h2>
      <p>
        Ces routes donnent un <code>ETag</code>. Renvoyé dans <code>If-None-Match</code>, il obtient 304, sans
        corps et sans compter dans le quota, tant que la réponse n'a pas changé :
      </p>
      <ul>
        {revalidated.map(({ id, path }) => (
          <li>
            <a href={operationAnchor(id)}>
              <code>{path}</code>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Bounds({ operations }: { readonly operations: readonly Operation[] }) {
  const rows = operations.flatMap((operation) => {
    const bounded = inputsOf(operation);
    if (bounded.length === 0) return [];
    const name = (
      <a href={operationAnchor(operation.id)}>
        <code>{operation.path}</code>
      </a>
    );
    const bounds = bounded.map((input) => (
      <p>
        <code>{input.name}</code> {input.bounds}
      </p>
    ));
    return [[name, bounds]];
  });
  return (
    <>
      <h2 id="bornes">Bornes des paramètres</h2>
      <p>
        Hors de ses bornes, un paramètre est refusé, jamais corrigé : 400{" "}
        <a href={errorPath("invalid_parameter")}>invalid_parameter</a>.
      </p>
      <Rows label="Bornes des paramètres" heads={["Route", "Paramètres"]} rows={rows} />
      <ul>
        <li>
          Adresse : {french(MAX_URL_LENGTH / 1024)} Kio au plus, sinon 414{" "}
          <a href={errorPath("uri_too_long")}>uri_too_long</a>.
        </li>
        <li>
          Corps : {french(MAX_BODY_BYTES / 1024)} Kio au plus ({french(MAX_TEXT_BODY_BYTES / 1024)} Kio pour
          /v1/citations), sinon 413 <a href={errorPath("payload_too_large")}>payload_too_large</a>.
        </li>
        <li>
          <a href="/">Pages de consultation</a> : {french(MAX_PAGES_A_MINUTE)} par minute et par adresse, dont{" "}
          {MAX_SEARCHES_A_MINUTE} recherches (et {MAX_SEARCHES_A_DAY} par jour). Elles se lisent ; pour un
          programme, prenez l'API.
        </li>
      </ul>
    </>
  );
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
