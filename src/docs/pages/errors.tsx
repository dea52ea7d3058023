import { ATTRIBUTION } from "../../http/attribution.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { type CatalogueEntry, ERRORS, errorPath } from "../../http/errors/catalogue.ts";
import { REFUSAL_STATUSES, type RefusalStatus, retryAfterDefaults } from "../../http/errors/statuses.ts";
import { Json, Prose } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { DocFrame, framed } from "../frame.tsx";
import { docPath, entryOf } from "../site.ts";

/** Every code of the catalogue, where `doc_url` leads. */
export function errorsPage(context: DocContext) {
  const { publicUrl } = context;
  const errors = ERRORS.toSorted((left, right) => left.status - right.status);
  const common = errors.filter(({ isForOperator = false }) => !isForOperator);
  const operator = errors.filter(({ isForOperator = false }) => isForOperator);
  const byStatus = [...Map.groupBy(common, ({ status }) => status)];
  const sections = [
    ...byStatus.map(([status]) => ({ anchor: `statut-${status}`, title: headingOf(status) })),
    { anchor: "exploitant", title: OPERATOR_HEADING },
  ];
  return (
    <DocFrame context={context} {...framed("erreurs")} sections={sections}>
      <p>
        Tout refus a le même corps. Le code est stable : c'est lui que lit un programme. Le message, en
        français, dit au développeur quoi corriger et peut changer de mots.
      </p>
      <Json
        label="Corps d'un refus"
        value={{
          error: { code: "missing_api_key", message: new ApiError("missing_api_key").message },
          doc_url: `${publicUrl}${errorPath("missing_api_key")}`,
          source: ATTRIBUTION,
        }}
      />
      <p>
        4xx : la requête est à corriger, la répéter ne sert à rien, sauf 429. 5xx : le service est en faute,
        et la requête n'est pas comptée. <code>Retry-After</code> accompagne{" "}
        {retryAfterDefaults().map(({ status, seconds }, index) => (
          <>
            {index === 0 ? "" : " et "}
            {status} ({seconds} s)
          </>
        ))}
        .
      </p>
      {byStatus.map(([status, entries]) => (
        <section aria-labelledby={`statut-${status}`}>
          <h2 id={`statut-${status}`}>{headingOf(status)}</h2>
          {entries.map((error) => (
            <ErrorEntry error={error} />
          ))}
        </section>
      ))}
      <h2 id="exploitant">{OPERATOR_HEADING}</h2>
      {operator.map((error) => (
        <ErrorEntry error={error} hasStatus />
      ))}
    </DocFrame>
  );
}

const OPERATOR_HEADING = "Codes réservés à l'exploitant";

/** French quotation marks stay with what they quote. */
const NO_BREAK = "\u00A0";

/** « 401 : clé absente ou refusée ». */
function headingOf(status: RefusalStatus): string {
  return `${status} : ${REFUSAL_STATUSES[status].heading}`;
}

interface EntryProps {
  readonly error: CatalogueEntry;
  /** Whether the status stands beside the code, and not above it. */
  readonly hasStatus?: boolean;
}

function ErrorEntry({ error, hasStatus = false }: EntryProps) {
  const { code, status, text, variants = {}, details = [], cause, remedy, page } = error;
  const messages = [text, ...Object.values(variants)].filter((message) => message !== "{reason}");
  return (
    <section class="error-entry" id={code} aria-labelledby={`titre-${code}`}>
      <h3 id={`titre-${code}`}>
        <code>{code}</code>
        {hasStatus ? <span class="badge">{status}</span> : null}
      </h3>
      <p>
        <Prose text={cause} />
      </p>
      <p>
        <strong>Que faire.</strong> <Prose text={remedy} />
        {page === undefined ? null : (
          <>
            {" "}
            Voir «{NO_BREAK}
            <a href={docPath(page)}>{entryOf(page).label}</a>
            {NO_BREAK}».
          </>
        )}
      </p>
      {details.length === 0 ? null : (
        <p>
          <strong>
            Sous <code>details</code>.
          </strong>{" "}
          {details.map((name, index) => (
            <>
              {index === 0 ? "" : ", "}
              <code>{name}</code>
            </>
          ))}
          .
        </p>
      )}
      {messages.map((message) => (
        <p class="error-message quiet">
          «{NO_BREAK}
          {withBlanks(message)}
          {NO_BREAK}»
        </p>
      ))}
    </section>
  );
}

/** The catalogue's `{quota}` stands for a value of the request. */
function withBlanks(text: string): string {
  return text.replace(/\{(\w+)\}/g, "…");
}
