import { frenchDate } from "../../../bofip/days/days.ts";
import { IN_FORCE } from "../../../db/engine/dated-texts.ts";
import type { DocumentType } from "../../../db/schema/documents.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import {
  classificationPagePath,
  consultationPath,
  foundEditionPath,
  paragraphAnchor,
  type SearchScope,
  searchPath,
} from "../../pages/addresses.ts";
import { answerPage, answerProvisionalPage, renderPage } from "../../pages/answer.ts";
import { trusted } from "../../pages/jsx/runtime.ts";
import { Page, type SearchBranch, SearchForm } from "../../pages/layout.tsx";
import { DocumentEntry, ParagraphLinks, paragraphName } from "../../pages/lists/citing-entries.tsx";
import { TYPE_LABELS } from "../../pages/lists/how-cited.ts";
import { countDocuments, PageLinks } from "../../pages/paging.tsx";
import { suggestTitles } from "../suggest/service.ts";
import type { HitEdition, SearchWarning } from "./answer.ts";
import { FacetLinks } from "./facet-links.tsx";
import { NamedArticle, NothingFound, readNamedArticle } from "./nothing-found.tsx";
import { type FoundTexts, searchTexts, type TextSearchDeps } from "./search-texts.ts";

const RESULTS_A_PAGE = 20;
/** The engines list no further: `offset` of the API. */
const MAX_PAGE = 500;
const MAX_TITLES = 10;

/** The documents whose texts match `q`, each with its best passage; else similar titles. */
export async function resultsPage(
  deps: TextSearchDeps,
  q: string,
  restricted: Restriction,
): Promise<RenderedAnswer> {
  const { branch, day, domaine, type, order, page } = restricted;
  const filter = {
    ...(branch !== null && { chemin: branch.chemin }),
    ...(domaine !== null && { domaine }),
    ...(type !== null && { type }),
  };
  if (page !== null && page > MAX_PAGE) throw new ApiError("unknown_route", { path: "/" });
  const editions = day === null ? IN_FORCE : ({ kind: "on", day } as const);
  const found = await searchTexts(deps, { q, filter, editions, order, limit: RESULTS_A_PAGE, page });
  const isNothing = found.results.length === 0;
  const { suggestions } = isNothing
    ? await suggestTitles(deps, { q, limit: MAX_TITLES })
    : { suggestions: [] };
  const article = await readNamedArticle(deps, q);
  const scope = { chemin: branch?.chemin ?? null, day, domaine, type, order };
  const html = renderPage(
    <Page title={`« ${q} »`} section="recherche" hasSearch={false}>
      <div class="results">
        <SearchForm q={q} branch={branch} day={day} />
        {branch === null ? null : <BranchNote q={q} branch={branch} day={day} />}
        {day === null ? null : <DayNote q={q} branch={branch} day={day} />}
        <div>
          <h1>{headingOf(found)}</h1>
          <Manner found={found} />
        </div>
        {article === null ? null : <NamedArticle article={article} />}
        <Warnings warnings={found.warnings} scope={scope} />
        <FacetLinks q={q} facets={found.facets} scope={scope}>
          <OrderLinks q={q} total={found.total} scope={scope} />
        </FacetLinks>
        {isNothing ? (
          <NothingFound titles={suggestions} day={day} />
        ) : (
          <>
            <Hits hits={found.results} day={day} />
            <Pages q={q} found={found} scope={scope} page={page} />
          </>
        )}
      </div>
    </Page>,
  );
  return found.isProvisional ? answerProvisionalPage(html) : answerPage(html);
}

interface Restriction {
  /** Null for the whole plan. */
  readonly branch: SearchBranch | null;
  /** The day whose editions are searched, `YYYY-MM-DD`; null for today. */
  readonly day: string | null;
  /** A series, or null for all. */
  readonly domaine: string | null;
  readonly type: DocumentType | null;
  /** Latest editions first, of the documents that contain all the words; null for the most relevant first. */
  readonly order: "date" | null;
  /** From 1, of all the documents that contain all the words; null for the closest ones. */
  readonly page: number | null;
}

interface BranchNoteProps extends Pick<Restriction, "day"> {
  readonly q: string;
  readonly branch: SearchBranch;
}

function BranchNote({ q, branch, day }: BranchNoteProps) {
  return (
    <p class="branch-note">
      Recherche limitée à{" "}
      <a href={classificationPagePath(branch.chemin)}>
        {branch.titre} ({branch.chemin})
      </a>
      . <a href={searchPath(q, { chemin: null, day })}>Chercher dans toute la doctrine</a>
    </p>
  );
}

function DayNote({
  q,
  branch,
  day,
}: Pick<Restriction, "branch"> & { readonly q: string; readonly day: string }) {
  return (
    <p class="branch-note">
      Recherche dans les textes en vigueur le {frenchDate(day)}, tels qu'ils étaient ce jour-là.{" "}
      <a href={searchPath(q, { chemin: branch?.chemin ?? null, day: null })}>
        Chercher dans ceux d'aujourd'hui
      </a>
    </p>
  );
}

function headingOf({ results, total }: FoundTexts): string {
  if (results.length === 0) return "Rien trouvé dans les textes";
  if (total === null) return `${countDocuments(results.length)} proches de la question`;
  if (total === 0) return "Aucun document ne contient tous ces mots";
  return `${countDocuments(total)} ${total === 1 ? "contient" : "contiennent"} tous ces mots`;
}

const WITHOUT_MEANING = "Les mots seuls ont compté : la recherche par le sens est indisponible.";

function Manner({ found: { by, results, total } }: { readonly found: FoundTexts }) {
  const shown = results.length;
  if (shown === 0) return null;
  const isWhole = total === shown;
  if (by === "words and meaning" || by === "words") {
    const all = `Voici les ${shown} plus proches${total !== null && total < shown ? ", même s'il y manque un mot" : ""}, classés`;
    const which = total === null || isWhole ? "Classés" : all;
    const how = by === "words" ? `leurs mots. ${WITHOUT_MEANING}` : "leurs mots et par leur sens.";
    return (
      <p class="quiet">
        {which} par {how}
      </p>
    );
  }
  const which = isWhole ? "" : `Voici les ${shown} premiers. `;
  const lack = by === "exact" ? "" : WITHOUT_MEANING;
  return which + lack === "" ? null : <p class="quiet">{which + lack}</p>;
}

interface PagesProps {
  readonly q: string;
  readonly found: FoundTexts;
  readonly scope: SearchScope;
  readonly page: number | null;
}

/** From the closest documents to the pages of all those that contain all the words, and between these. */
function Pages({ q, found: { by, total, results }, scope, page }: PagesProps) {
  if (total === null || total <= results.length) return null;
  if (by === "words and meaning" || by === "words")
    return (
      <p>
        <a href={searchPath(q, scope, 1)}>Voir {countDocuments(total)} qui contiennent tous ces mots</a>
      </p>
    );
  return (
    <PageLinks
      page={page ?? 1}
      last={Math.min(MAX_PAGE, Math.ceil(total / RESULTS_A_PAGE))}
      pathOf={(other) => searchPath(q, scope, other)}
      before="Résultats précédents"
      after="Résultats suivants"
    />
  );
}

interface WarningsProps {
  readonly warnings: readonly SearchWarning[];
  readonly scope: SearchScope;
}

/** Questions are supported here: that warning is for users of the API only. */
function Warnings({ warnings, scope }: WarningsProps) {
  const useful = warnings.filter(({ code }) => code !== "question");
  if (useful.length === 0) return null;
  return (
    <ul class="plain-list">
      {useful.map(({ code, message, essayer }) => (
        <li>
          {message}{" "}
          {essayer === null ? null : (
            <>
              {code === "citation_reconnue" ? "Chercher" : "Vouliez-vous dire"}{" "}
              <a href={searchPath(essayer, scope)}>{essayer}</a>
              {code === "citation_reconnue" ? "." : " ?"}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface HitsProps {
  readonly hits: FoundTexts["results"];
  readonly day: string | null;
}

function Hits({ hits, day }: HitsProps) {
  return (
    <ol class="entries">
      {hits.map(({ boi_id: boiId, titre, type, edition, paragraphe, extrait, passages = [] }) => {
        const page =
          day === null ? consultationPath(boiId) : foundEditionPath(boiId, edition.date_debut, day);
        return (
          <li>
            <DocumentEntry
              href={`${page}${paragraphe === null ? "" : `#${paragraphAnchor(paragraphe)}`}`}
              titre={titre}
              boiId={boiId}
              notes={[
                ...(paragraphe === null ? [] : [<strong>{paragraphName(paragraphe)}</strong>]),
                ...(type === "commentaire" ? [] : [TYPE_LABELS[type].toLowerCase()]),
                intervalOf(edition),
              ]}
            />
            <p class="entry-excerpt">{trusted(extrait)}</p>
            <ParagraphLinks page={page} numeros={passages.slice(1).flatMap(({ numero }) => numero ?? [])} />
          </li>
        );
      })}
    </ol>
  );
}

/** A past edition's end, and whether its being in force on the day is presumed. */
function intervalOf({ date_debut, date_fin, certitude }: HitEdition): string {
  const edition = `édition du ${frenchDate(date_debut)}`;
  if (date_fin === null) return edition;
  const presumed = certitude === "presumee" ? ", présumée ce jour-là" : "";
  return `${edition}, jusqu'au ${frenchDate(date_fin)}${presumed}`;
}

interface OrderLinksProps {
  readonly q: string;
  /** How many documents contain all the words; null for a question, which has no other order. */
  readonly total: number | null;
  readonly scope: SearchScope;
}

/** The two orders of the documents that contain all the words: one is shown, the other a link. */
function OrderLinks({ q, total, scope }: OrderLinksProps) {
  if (total === null || total < 2) return null;
  const isByDate = scope.order === "date";
  return (
    <p>
      <span class="quiet">Ordre : </span>
      {isByDate ? (
        <>
          <a href={searchPath(q, { ...scope, order: null }, 1)}>pertinence</a>{" "}
          <strong>édition la plus récente d'abord</strong>
        </>
      ) : (
        <>
          <strong>pertinence</strong>{" "}
          <a href={searchPath(q, { ...scope, order: "date" }, 1)}>édition la plus récente d'abord</a>
        </>
      )}
    </p>
  );
}
