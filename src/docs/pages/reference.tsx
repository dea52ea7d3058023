import { Code, Json, Prose } from "../code.tsx";
import { curlOf } from "../commands.ts";
import type { DocContext } from "../context.ts";
import { type Field, Fields, fieldsOf } from "../fields.tsx";
import { DocFrame } from "../frame.tsx";
import { type Answer, type Operation, schemaOf } from "../operations.ts";
import { docPath } from "../site.ts";

/** Every route of the OpenAPI document. */
export function referencePage({ operations, publicUrl }: DocContext) {
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  return (
    <DocFrame slug="reference" publicUrl={publicUrl}>
      <p>
        Tirée du <a href="/openapi.json">document OpenAPI</a>, que vos outils lisent aussi. Les exemples de
        réponses viennent du corpus d'essai, écrit pour le projet et sans valeur officielle, leurs listes et
        leurs textes coupés ; les questions posées sont de celles dont la réponse vient en premier.
      </p>
      <nav class="routes" aria-label="Routes">
        {[...byTag].map(([tag, routes]) => (
          <div>
            <p class="routes-tag">{tag}</p>
            <ul class="plain-list">
              {routes.map(({ id, method, path }) => (
                <li>
                  <a href={`#${id}`}>
                    <Route method={method} path={path} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {[...byTag].map(([tag, routes]) => (
        <>
          <h2>{tag}</h2>
          {routes.map((operation) => (
            <OperationEntry operation={operation} publicUrl={publicUrl} />
          ))}
        </>
      ))}
    </DocFrame>
  );
}

function Route({ method, path }: Pick<Operation, "method" | "path">) {
  return (
    <code class="route">
      <span class="method">{method}</span> {path}
    </code>
  );
}

function OperationEntry({
  operation,
  publicUrl,
}: {
  readonly operation: Operation;
  readonly publicUrl: string;
}) {
  const { id, method, path, tag, summary, description, isPublic, responses } = operation;
  const inputs = inputsOf(operation);
  const ok = responses.find(({ status }) => status === "200");
  return (
    <section class="operation" id={id} aria-labelledby={`titre-${id}`}>
      <h3 id={`titre-${id}`}>
        {summary}
        <Route method={method} path={path} />
      </h3>
      <p>
        <Prose text={description} /> {isPublic ? "Sans clé." : null}
      </p>
      {inputs.length === 0 ? null : (
        <>
          <h4>{operation.body === null ? "Paramètres" : "Champs du corps JSON"}</h4>
          <Fields fields={inputs} isRequest={true} />
        </>
      )}
      <h4>Exemple</h4>
      <Code label="curl">{curlOf(operation, publicUrl)}</Code>
      {ok === undefined || ok.schema === null ? null : <Success answer={ok} />}
      <Statuses responses={responses} />
      <p>
        <a href={`${docPath("essayer")}#/${encodeURIComponent(tag)}/${id}`}>Essayer cette route</a>
      </p>
    </section>
  );
}

function inputsOf({ parameters, body }: Operation): Field[] {
  const fields = parameters.map(({ name, schema, required, description }) => ({
    name,
    schema: schemaOf(schema) ?? {},
    isRequired: required === true,
    description: description ?? "",
  }));
  return [...fields, ...fieldsOf(body)];
}

function Success({ answer: { schema, example } }: { readonly answer: Answer }) {
  return (
    <>
      <Json label="200" value={example} />
      <details>
        <summary>Champs de la réponse</summary>
        <Fields fields={fieldsOf(schema)} isRequest={false} />
      </details>
    </>
  );
}

function Statuses({ responses }: { readonly responses: readonly Answer[] }) {
  return (
    <p class="statuses quiet">
      Autres réponses :{" "}
      {responses
        .filter(({ status }) => status !== "200")
        .map(({ status, meaning }, index) => (
          <>
            {index === 0 ? "" : " · "}
            {status === "304" ? (
              <a href={`${docPath("limites")}#cache`}>304</a>
            ) : (
              <a href={`${docPath("erreurs")}#statut-${status}`}>{status}</a>
            )}{" "}
            {meaning.toLowerCase()}
          </>
        ))}
    </p>
  );
}
