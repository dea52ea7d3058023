import { type CatalogueEntry, ERRORS, type ErrorCode, errorPath } from "../../http/errors/catalogue.ts";
import { Prose, Route, Rows } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { heldOperation } from "../examples/held.ts";
import { requestOf, SampleAnswer, Samples } from "../examples/samples.tsx";
import { DocFrame } from "../frame.tsx";
import { type Answer, isSuccess, type Operation, schemaOf } from "../operations.ts";
import { docPath } from "../site.ts";
import { type Field, Fields, fieldsOf } from "./fields.tsx";

/** The page of a route: its whole OpenAPI description, and a request in every language. */
export function routePage(context: DocContext, operation: Operation) {
  const { page, summary, description, isPublic, responses } = operation;
  const held = heldOperation(operation, context.names);
  const inputs = inputsOf(held);
  const request = requestOf(held);
  const ok = responses.find(({ status }) => isSuccess(status));
  return (
    <DocFrame
      context={context}
      path={page}
      title={summary}
      summary={description.replaceAll("`", "")}
      lead={<Lead operation={operation} />}
      hasExamples
      isWide
    >
      <div class="route-columns">
        <section class="route-example" aria-label="Exemple">
          <Samples request={request} publicUrl={context.publicUrl} />
          {ok === undefined || ok.schema === null ? null : (
            <SampleAnswer shown={request} answered={requestOf(operation)} answer={ok.example} />
          )}
          <p>
            <a href={tryPath(operation)}>Essayer cette route</a>
            {isPublic ? "." : ", avec votre clé."}
          </p>
        </section>
        <div>
          {inputs.length === 0 ? null : (
            <>
              <h2 id="parametres">{operation.body === null ? "Paramètres" : "Champs du corps JSON"}</h2>
              <Fields fields={inputs} isRequest={true} />
            </>
          )}
          <h2 id="reponse">Réponse</h2>
          {ok === undefined ? null : <Success answer={ok} />}
          <Refusals operation={operation} />
        </div>
      </div>
    </DocFrame>
  );
}

function Lead({ operation: { method, path, description, isPublic } }: { readonly operation: Operation }) {
  return (
    <>
      <p class="route-address">
        <Route method={method} path={path} />
      </p>
      <p class="lead">
        <Prose text={description} />
        {isPublic ? " Sans clé." : null}
      </p>
    </>
  );
}

function tryPath({ tag, id }: Operation): string {
  return `${docPath("essayer")}#/${encodeURIComponent(tag)}/${id}`;
}

function inputsOf({ parameters, body }: Operation): Field[] {
  const fields = parameters.map(({ name, schema, required, description, example }) => ({
    name,
    schema: { ...schemaOf(schema), ...(example === undefined ? {} : { example }) },
    isRequired: required === true,
    description: description ?? "",
  }));
  return [...fields, ...fieldsOf(body)];
}

function Success({ answer: { schema } }: { readonly answer: Answer }) {
  if (schema === null)
    return (
      <p>
        Un document JSON par ligne (<code>application/x-ndjson</code>), entre une première et une dernière
        ligne : le guide <a href={docPath("miroir")}>Tenir un miroir</a> les décrit.
      </p>
    );
  return <Fields fields={fieldsOf(schema)} isRequest={false} />;
}

function Refusals({ operation }: { readonly operation: Operation }) {
  const isRevalidated = operation.responses.some(({ status }) => status === "304");
  return (
    <>
      <h2 id="refus">Autres réponses</h2>
      {isRevalidated ? (
        <p>
          <a href={`${docPath("limites")}#cache`}>304</a> : inchangée depuis l'<code>ETag</code> envoyé dans{" "}
          <code>If-None-Match</code> ; elle ne compte pas dans le quota.
        </p>
      ) : null}
      <Rows
        label="Refus"
        heads={["Statut", "Codes"]}
        rows={refusalsOf(operation).map(({ status, meaning, errors }) => [
          <>
            <strong>{status}</strong> {meaning}
          </>,
          errors.map(({ code }) => (
            <p>
              <a href={errorPath(code)}>
                <code>{code}</code>
              </a>
            </p>
          )),
        ])}
      />
    </>
  );
}

interface Refusal {
  readonly status: string;
  readonly meaning: string;
  readonly errors: readonly CatalogueEntry[];
}

/** The statuses that a route declares beside its answer, each with the codes that it may come with. */
function refusalsOf(operation: Operation): Refusal[] {
  return operation.responses
    .filter(({ status }) => status >= "400")
    .map(({ status, meaning }) => ({
      status,
      meaning,
      errors: ERRORS.filter(
        (error) =>
          String(error.status) === status &&
          error.isForOperator !== true &&
          (ONLY_FOR[error.code]?.(operation) ?? true),
      ),
    }));
}

type Judge = (operation: Operation) => boolean;

const takes =
  (name: string): Judge =>
  ({ parameters }) =>
    parameters.some((parameter) => parameter.name === name);
const isUnder =
  (start: string): Judge =>
  ({ path }) =>
    path.startsWith(start);
/** The route of a § on several days reports refusals day by day, in its answer. */
const isParagraph: Judge = (operation) => takes("numero")(operation) && !takes("le")(operation);
const isOfTables: Judge = ({ path }) => path.startsWith("/v1/boi/{id}/tableaux");
const isDocument = isUnder("/v1/boi/");
const namesEdition: Judge = (operation) => takes("date")(operation) || takes("de")(operation);
const namesWording: Judge = (operation) => takes("empreinte")(operation) || takes("de_empreinte")(operation);

/** The routes that a code is for, when it is not for all that declare its status. */
const ONLY_FOR: Readonly<Partial<Record<ErrorCode, Judge>>> = {
  invalid_query: ({ path }) => ["/v1/search", "/v1/actualites", "/v1/tableaux"].includes(path),
  invalid_body: ({ body }) => body !== null,
  unknown_route: () => false,
  unknown_document: isDocument,
  unknown_key: isUnder("/v1/compte/"),
  unknown_news: isUnder("/v1/actualites/"),
  article_not_cited: isUnder("/v1/articles/"),
  law_not_cited: takes("cle"),
  law_text_not_held: (operation) => isUnder("/v1/articles/")(operation) && takes("de")(operation),
  edition_not_held: (operation) => isDocument(operation) && namesEdition(operation),
  document_withdrawn: (operation) => isDocument(operation) && namesEdition(operation),
  text_not_held: (operation) => isParagraph(operation) || takes("de")(operation) || isOfTables(operation),
  unknown_wording: (operation) => isDocument(operation) && namesWording(operation),
  unknown_paragraph: isParagraph,
  unknown_table: takes("rang"),
  too_many_keys: ({ method }) => method === "POST",
  last_key: ({ method }) => method === "DELETE",
  paragraph_reserved: isParagraph,
};
