import { frenchDate } from "../../../../bofip/days/days.ts";
import { certaintySentence } from "../../../../bofip/sources/certainty.ts";
import { classificationPagePath, consultationPath } from "../../../pages/addresses.ts";
import { splitTitle, TYPE_LABELS } from "../../../pages/lists/how-cited.ts";
import { countDocuments } from "../../../pages/paging.tsx";
import type { KnownEdition } from "../../../texts/edition-answer.ts";
import type { History } from "../../history/answer.ts";
import type { FullDocument } from "../answer.ts";
import { StatutBadge } from "./statut.tsx";

interface DocumentHeadProps {
  readonly document: FullDocument;
  /** Permalink of the page of this very text. */
  readonly path: string;
  readonly apiPath: string;
  /** Those that are stored, newest first. */
  readonly versions: History["versions"];
  /** How many documents in force cite it. */
  readonly citing: number;
}

/** What a document is, how to cite it, and links to what is stored of it. */
export function DocumentHead({ document, path, apiPath, versions, citing }: DocumentHeadProps) {
  return (
    <header class="document-head">
      <Title document={document} />
      <ul class="facts">
        <li>
          <StatutBadge statut={document.statut} /> {TYPE_LABELS[document.type]}
        </li>
        <li>{intervalOf(document.edition)}</li>
        {document.texte_detenu ? (
          <li class="facts-certainty">{certaintySentence(document.edition)}</li>
        ) : null}
        {document.edition.citation === null ? null : (
          <li class="facts-citation">
            <span class="quiet">Citer : </span>
            <a class="citation" href={path}>
              {document.edition.citation}
            </a>
          </li>
        )}
        {versions.length > 1 ? (
          <li class="facts-way">
            <a href="#versions">{versions.length} éditions</a>
          </li>
        ) : null}
        <AdjacentEditions document={document} versions={versions} />
        {citing === 0 ? null : (
          <li class="facts-way">
            <a href="#citants">Cité par {countDocuments(citing)}</a>
          </li>
        )}
        <li class="facts-way">
          <a href={classificationPagePath(document.plan_classement.chemin)}>Place dans le plan</a>
        </li>
        <li>
          <a href={document.url} rel="external">
            Publication officielle
          </a>
        </li>
        <li class="facts-way">
          <a href={apiPath} type="application/json" rel="alternate nofollow">
            JSON
          </a>{" "}
          <span class="quiet">
            (<a href="/docs">clé d'API</a>)
          </span>
        </li>
      </ul>
    </header>
  );
}

function AdjacentEditions({
  document: { boi_id: boiId, date_publication: shown },
  versions,
}: Pick<DocumentHeadProps, "document" | "versions">) {
  const starts = versions.map(({ date_publication }) => date_publication);
  const previous = starts.find((start) => start < shown);
  const next = starts.findLast((start) => start > shown);
  return (
    <>
      {previous === undefined ? null : (
        <li class="facts-way">
          <a href={consultationPath(boiId, previous)} rel="prev">
            Édition précédente ({frenchDate(previous)})
          </a>
        </li>
      )}
      {next === undefined ? null : (
        <li class="facts-way">
          <a href={consultationPath(boiId, next)} rel="next">
            Édition suivante ({frenchDate(next)})
          </a>
        </li>
      )}
    </>
  );
}

/** The breadcrumb above already gives the place: the title repeats it on paper only, or when it adds something. */
function Title({ document: { titre, plan_classement } }: Pick<DocumentHeadProps, "document">) {
  const label = plan_classement.niveaux.at(-1)?.titre;
  const { leaf, chain } = splitTitle(titre, label);
  const isTold = leaf === label;
  return (
    <h1 class="document-title">
      {chain.length === 0 ? null : (
        <span class={isTold ? "title-path title-path-told" : "title-path"}>{chain.join(" › ")}</span>
      )}
      {leaf}
    </h1>
  );
}

/** The dates between which the text was in force, and how its end is known. */
function intervalOf({ date_debut, date_fin, fin_constatee }: KnownEdition): string {
  if (date_debut === null)
    return date_fin === null ? "Texte non détenu" : `Texte non détenu, d'avant le ${frenchDate(date_fin)}`;
  const interval =
    date_fin === null
      ? `En vigueur depuis le ${frenchDate(date_debut)}`
      : `En vigueur du ${frenchDate(date_debut)} au ${frenchDate(date_fin)} exclu`;
  return fin_constatee ? `${interval} (fin connue par son absence d'un export)` : interval;
}
