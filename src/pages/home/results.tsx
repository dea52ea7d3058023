import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import type { SearchWarning } from "../../schemas/answers/search.ts";
import { type FoundTexts, searchTexts, type TextSearchDeps } from "../../services/hybrid/search-texts.ts";
import { suggestTitles } from "../../services/suggestions.ts";
import { classificationPagePath, consultationPath, paragraphAnchor, searchPath } from "../addresses.ts";
import { answerPage, answerProvisionalPage, renderPage } from "../answer.ts";
import { trusted } from "../jsx/runtime.ts";
import { Page } from "../layout.tsx";
import { DocumentEntry } from "../lists/document-entry.tsx";
import { ParagraphLinks, paragraphName } from "../lists/paragraph-links.tsx";
import { countDocuments } from "../plan/entries.tsx";
import { type SearchBranch, SearchForm } from "../search-form.tsx";
import { TYPE_LABELS } from "../statut.ts";
import { NothingFound } from "./nothing-found.tsx";

const MAX_RESULTS = 10;
const MAX_TITLES = 10;

/**
 * The documents whose texts match `q`, each with its best passage; when there is none, similar titles.
 * @param branch that the search is restricted to; null for the whole plan.
 */
export async function resultsPage(
  deps: TextSearchDeps,
  q: string,
  branch: SearchBranch | null,
): Promise<RenderedAnswer> {
  const filter = branch === null ? {} : { chemin: branch.chemin };
  const found = await searchTexts(deps, { q, filter, limit: MAX_RESULTS });
  const isNothing = found.results.length === 0;
  const { suggestions } = isNothing
    ? await suggestTitles(deps, { q, limit: MAX_TITLES })
    : { suggestions: [] };
  const page = renderPage(
    <Page title={`« ${q} »`} section="recherche" hasSearch={false}>
      <div class="results">
        <SearchForm q={q} branch={branch} />
        {branch === null ? null : <BranchNote q={q} branch={branch} />}
        <div>
          <h1>{headingOf(found)}</h1>
          <Manner found={found} />
        </div>
        <Warnings warnings={found.warnings} branch={branch} />
        {isNothing ? <NothingFound titles={suggestions} /> : <Hits hits={found.results} />}
      </div>
    </Page>,
  );
  return found.isProvisional ? answerProvisionalPage(page) : answerPage(page);
}

/** The branch that the search is restricted to, and a link to the whole plan. */
function BranchNote({ q, branch }: { readonly q: string; readonly branch: SearchBranch }) {
  return (
    <p class="branch-note">
      Recherche limitée à{" "}
      <a href={classificationPagePath(branch.chemin)}>
        {branch.titre} ({branch.chemin})
      </a>
      . <a href={searchPath(q)}>Chercher dans toute la doctrine</a>
    </p>
  );
}

function headingOf({ results, total }: FoundTexts): string {
  if (results.length === 0) return "Rien trouvé dans les textes";
  if (total === null) return `${countDocuments(results.length)} proches de la question`;
  if (total === 0) return "Aucun document ne contient tous ces mots";
  return `${countDocuments(total)} ${total === 1 ? "contient" : "contiennent"} tous ces mots`;
}

/** How the results were found. */
function Manner({ found: { by, results, total } }: { readonly found: FoundTexts }) {
  const shown = results.length;
  if (shown === 0) return null;
  const isWhole = total === shown;
  if (by === "words and meaning") {
    const which = total === null || isWhole ? "Classés" : `Voici les ${shown} plus proches, classés`;
    return <p class="quiet">{which} par leurs mots et par leur sens.</p>;
  }
  const which = isWhole ? "" : `Voici les ${shown} premiers. `;
  const lack = by === "exact" ? "" : "Les mots seuls ont compté : la recherche par le sens est indisponible.";
  return which + lack === "" ? null : <p class="quiet">{which + lack}</p>;
}

interface WarningsProps {
  readonly warnings: readonly SearchWarning[];
  readonly branch: SearchBranch | null;
}

/** Questions are supported here: that warning is for users of the API only. */
function Warnings({ warnings, branch }: WarningsProps) {
  const useful = warnings.filter(({ code }) => code !== "question");
  if (useful.length === 0) return null;
  return (
    <ul class="plain-list">
      {useful.map(({ message, essayer }) => (
        <li>
          {message}{" "}
          {essayer === null ? null : (
            <>
              Essayez <a href={searchPath(essayer, branch?.chemin)}>{essayer}</a>.
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Hits({ hits }: { readonly hits: FoundTexts["results"] }) {
  return (
    <ol class="entries">
      {hits.map(
        ({ boi_id: boiId, titre, type, date_publication: date, paragraphe, extrait, passages = [] }) => (
          <li>
            <DocumentEntry
              href={`${consultationPath(boiId)}${paragraphe === null ? "" : `#${paragraphAnchor(paragraphe)}`}`}
              titre={titre}
              boiId={boiId}
              notes={[
                ...(paragraphe === null ? [] : [<strong>{paragraphName(paragraphe)}</strong>]),
                ...(type === "commentaire" ? [] : [TYPE_LABELS[type].toLowerCase()]),
                `édition du ${frenchDate(date)}`,
              ]}
            />
            <p class="entry-excerpt">{trusted(extrait)}</p>
            <ParagraphLinks boiId={boiId} numeros={passages.slice(1).flatMap(({ numero }) => numero ?? [])} />
          </li>
        ),
      )}
    </ol>
  );
}
