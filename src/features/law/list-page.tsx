import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { lawListPath, lawPath } from "../../pages/addresses.ts";
import { renderPage } from "../../pages/answer.ts";
import { Page } from "../../pages/layout.tsx";
import { PageLinks } from "../../pages/paging.tsx";
import { countDocuments } from "../plan/entries.tsx";
import { LAW_PAGES, type LawPages } from "./kinds.ts";
import type { CitedLawDeps } from "./service.ts";

const ENTRIES_A_PAGE = 100;

/**
 * A page of what documents in force and actualités cite of a kind, the most cited first.
 * @param classe a court, a kind of norm or a chamber; null for all.
 * @param page from 1.
 * @throws {ApiError} `unknown_route` beyond the last page.
 */
export async function lawListPage(
  deps: CitedLawDeps,
  kind: LawPages,
  classe: string | null,
  page: number,
): Promise<RenderedBody> {
  const { genre, title, classes } = kind;
  const path = lawListPath(genre, classe, page);
  const place = { limit: ENTRIES_A_PAGE, offset: (page - 1) * ENTRIES_A_PAGE };
  const { total, entries } = await kind.list(deps, { classe, domaine: null, ...place, path });
  if (page > 1 && entries.length === 0) throw new ApiError("unknown_route", { path });
  const name = classe === null ? title : `${title} : ${classes[classe] ?? classe}`;
  return renderPage(
    <Page
      title={name}
      description={`${name} par la doctrine fiscale en vigueur, avec les documents qui les citent.`}
      canonical={deps.publicUrl() + path}
      section="decisions"
    >
      <div class="plan">
        <h1 class="plan-title">{name}</h1>
        <Others genre={genre} />
        <Classes kind={kind} classe={classe} />
        <section aria-labelledby="liste">
          <h2 id="liste">
            {total} entrée{total > 1 ? "s" : ""}, la plus citée d'abord
          </h2>
          <ul class="plain-list">
            {entries.map(({ cle, name: entry, documents, actualites }) => (
              <li>
                {cle === null ? entry : <a href={lawPath(genre, cle)}>{entry}</a>}{" "}
                <span class="quiet">{countCiting(documents, actualites)}</span>
              </li>
            ))}
          </ul>
          <PageLinks
            page={page}
            last={Math.max(1, Math.ceil(total / ENTRIES_A_PAGE))}
            pathOf={(other) => lawListPath(genre, classe, other)}
            before="Précédentes"
            after="Suivantes"
          />
        </section>
      </div>
    </Page>,
  );
}

/** « 3 documents »; for what actualités alone cite, « 1 actualité ». */
function countCiting(documents: number, actualites: number): string {
  return documents > 0 ? countDocuments(documents) : `${actualites} actualité${actualites > 1 ? "s" : ""}`;
}

/** Links to the lists of the other kinds. */
function Others({ genre }: Pick<LawPages, "genre">) {
  return (
    <p>
      {Object.values(LAW_PAGES)
        .filter((kind) => kind.genre !== genre)
        .map((kind) => (
          <>
            <a href={lawListPath(kind.genre)}>{kind.title}</a>{" "}
          </>
        ))}
    </p>
  );
}

function Classes({
  kind: { genre, classes },
  classe,
}: {
  readonly kind: LawPages;
  readonly classe: string | null;
}) {
  return (
    <nav aria-label="Restreindre la liste">
      <p>
        {classe === null ? null : (
          <>
            <a href={lawListPath(genre)}>Toutes</a>
            {" · "}
          </>
        )}
        {Object.entries(classes).map(([code, label], rank) => (
          <>
            {rank === 0 ? "" : " · "}
            {code === classe ? <strong>{label}</strong> : <a href={lawListPath(genre, code)}>{label}</a>}
          </>
        ))}
      </p>
    </nav>
  );
}
