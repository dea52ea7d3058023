import { frenchMonth } from "../../../bofip/days/french-date.ts";
import { readCoverage } from "../../../db/queries/coverage.ts";
import { type JournalMonth, readMonthEntries, readMonths } from "../../../db/queries/journal/months.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedBody } from "../../http/response/body.ts";
import { entryAnswer } from "../../services/journal/read-journal.ts";
import { feedPath, journalPagePath } from "../addresses.ts";
import { renderPage } from "../answer.ts";
import type { PageContext } from "../context.ts";
import { CoverageLine } from "../coverage-line.tsx";
import { Page } from "../layout.tsx";
import { JournalEntries } from "./entries.tsx";

interface JournalAddress {
  /** `YYYY-MM`; null for the latest one with entries. */
  readonly mois: string | null;
  /** Series in capitals, or null for all. */
  readonly domaine: string | null;
}

/** Maximum entries of a month on its page: a first import brings thousands. */
const ENTRIES = 300;

/**
 * What the corpus received in a month, newest first.
 * @throws {ApiError} `unknown_route` for a month without entries.
 */
export async function journalPage(
  { database, domains, publicUrl }: PageContext,
  { mois, domaine }: JournalAddress,
): Promise<RenderedBody> {
  // Read first: what is read afterwards is at least as recent.
  const { until } = await readCoverage(database);
  const months = await readMonths(database, domaine);
  const shown = mois === null ? months[0] : months.find((month) => month.mois === mois);
  if (shown === undefined && mois !== null)
    throw new ApiError("unknown_route", { path: journalPagePath(mois, domaine) });
  const entries = shown === undefined ? [] : await readMonthEntries(database, shown.mois, domaine, ENTRIES);
  return renderPage(
    <Page
      title={shown === undefined ? "Journal" : `Journal : ${frenchMonth(shown.mois)}`}
      description="Ce que le corpus a reçu, mois par mois : éditions, rectifications, retraits, actualités."
      canonical={publicUrl() + journalPagePath(mois, domaine)}
      feed={feedPath(domaine ?? "")}
      section="actualites"
    >
      <div class="plan">
        <h1 class="plan-title">Journal{shown === undefined ? "" : ` : ${frenchMonth(shown.mois)}`}</h1>
        <DomainChoice mois={shown?.mois ?? null} domaine={domaine} codes={domains.codes()} />
        <CoverageLine until={until} />
        {shown === undefined ? <p>Rien n'a encore été reçu.</p> : null}
        <JournalEntries entries={entries.map(entryAnswer)} />
        {shown !== undefined && shown.entries > entries.length ? (
          <p>
            Les {entries.length} dernières des {shown.entries} entrées du mois ; toutes sont au{" "}
            <a href="/docs/miroir">journal de l'API</a>.
          </p>
        ) : null}
        <Months months={months} domaine={domaine} />
        <p>
          <a href={feedPath(domaine ?? "")}>Suivre par un flux Atom</a>
        </p>
      </div>
    </Page>,
  );
}

interface DomainChoiceProps extends JournalAddress {
  readonly codes: readonly string[];
}

function DomainChoice({ mois, domaine, codes }: DomainChoiceProps) {
  return (
    <form action="/journal" method="get">
      {mois === null ? null : <input type="hidden" name="mois" value={mois} />}
      <label for="domaine">Domaine</label>{" "}
      <select id="domaine" name="domaine">
        <option value="">Tous</option>
        {codes.map((code) => (
          <option value={code} selected={code === domaine}>
            {code}
          </option>
        ))}
      </select>{" "}
      <button type="submit">Filtrer</button>
    </form>
  );
}

interface MonthsProps {
  readonly months: readonly JournalMonth[];
  readonly domaine: string | null;
}

function Months({ months, domaine }: MonthsProps) {
  if (months.length < 2) return null;
  return (
    <nav aria-labelledby="mois">
      <h2 id="mois">Mois</h2>
      <ul class="entries">
        {months.map(({ mois, entries }) => (
          <li>
            <a class="entry entry-row" href={journalPagePath(mois, domaine)}>
              <span class="entry-title">{frenchMonth(mois)}</span>
              <span class="entry-note">{entries}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
