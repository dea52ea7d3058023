import { ATTRIBUTION } from "../../http/attribution.ts";
import { type DocumentedError, documentedErrors, errorPath, RETRY_AFTER_SECONDS } from "../../http/errors.ts";
import { Json, Prose } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { ERROR_HELP } from "../error-help.ts";
import { DocFrame } from "../frame.tsx";
import { docPath, entryOf } from "../site.ts";

/** Every code of the catalogue, where `doc_url` leads. */
export function errorsPage({ publicUrl }: DocContext) {
  const errors = documentedErrors().toSorted((left, right) => left.status - right.status);
  const common = errors.filter(({ code }) => !ERROR_HELP[code].isForOperator);
  const operator = errors.filter(({ code }) => ERROR_HELP[code].isForOperator);
  const byStatus = [...Map.groupBy(common, ({ status }) => status)];
  return (
    <DocFrame slug="erreurs" publicUrl={publicUrl}>
      <p>
        Tout refus a le même corps. Le code est stable : c'est lui que lit un programme. Le message, en
        français, dit au développeur quoi corriger et peut changer de mots.
      </p>
      <Json
        label="Corps d'un refus"
        value={{
          error: { code: "missing_api_key", message: textOf("missing_api_key") },
          doc_url: `${publicUrl}${errorPath("missing_api_key")}`,
          source: ATTRIBUTION,
        }}
      />
      <p>
        4xx : la requête est à corriger, la répéter ne sert à rien, sauf 429. 5xx : le service est en faute,
        et la requête n'est pas comptée. <code>Retry-After</code> accompagne{" "}
        {Object.entries(RETRY_AFTER_SECONDS).map(([status, seconds], index) => (
          <>
            {index === 0 ? "" : " et "}
            {status} ({seconds} s)
          </>
        ))}
        .
      </p>
      <nav class="routes" aria-label="Codes">
        {byStatus.map(([status, entries]) => (
          <div>
            <p class="routes-tag">{headingOf(status)}</p>
            <ul class="plain-list">
              {entries.map(({ code }) => (
                <li>
                  <a href={`#${code}`}>
                    <code>{code}</code>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {byStatus.map(([status, entries]) => (
        <section aria-labelledby={`statut-${status}`}>
          <h2 id={`statut-${status}`}>{headingOf(status)}</h2>
          {entries.map((error) => (
            <ErrorEntry error={error} />
          ))}
        </section>
      ))}
      <h2 id="exploitant">Codes réservés à l'exploitant</h2>
      {operator.map((error) => (
        <ErrorEntry error={error} hasStatus />
      ))}
    </DocFrame>
  );
}

/** French quotation marks stay with what they quote. */
const NO_BREAK = "\u00A0";

const HEADINGS: Readonly<Record<number, string>> = {
  400: "requête à corriger",
  401: "clé absente ou refusée",
  402: "quota épuisé",
  403: "hors de la formule",
  404: "introuvable",
  405: "méthode non permise",
  413: "corps trop grand",
  414: "adresse trop longue",
  429: "trop de requêtes",
  500: "faute du service",
  503: "momentanément indisponible",
};

/** « 401 : clé absente ou refusée ». */
function headingOf(status: number): string {
  const meaning = HEADINGS[status];
  return meaning === undefined ? String(status) : `${status} : ${meaning}`;
}

interface EntryProps {
  readonly error: DocumentedError;
  /** Whether the status stands beside the code, and not above it. */
  readonly hasStatus?: boolean;
}

function ErrorEntry({ error: { code, status, texts }, hasStatus = false }: EntryProps) {
  const { cause, remedy, page } = ERROR_HELP[code];
  const messages = texts.filter((text) => text !== "{reason}");
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

function textOf(code: string): string {
  return documentedErrors().find((error) => error.code === code)?.texts[0] ?? "";
}
