import { frenchDate } from "../../../bofip/days/days.ts";
import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import { readCoverage } from "../../../db/queries/corpus.ts";
import { type JournalWeek, readFirstLoad, readWeekEntries, readWeeks } from "../../../db/queries/journal.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { feedPath, journalPagePath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, renderPage } from "../../pages/answer.ts";
import { counted } from "../../pages/figures/figures.tsx";
import { CoverageLine, Page } from "../../pages/layout.tsx";
import { FirstLoadLine, JournalEntries } from "../../pages/lists/received.tsx";
import { entryAnswer } from "./service.ts";

/** The journal of a week, all series or one. @throws {ApiError} `unknown_route` for what is not a week or a series */
export async function showJournal(
  context: PageContext,
  written: Readonly<Record<string, string | undefined>>,
): Promise<RenderedAnswer> {
  const { semaine = "", domaine: named = "" } = written;
  const domaine = asciiUpperCase(named);
  const isKnown = domaine === "" || context.domains.codes().includes(domaine);
  if (!isKnown || !/^(?:\d{4}-\d\d-\d\d)?$/.test(semaine))
    throw new ApiError("unknown_route", { path: "/journal" });
  const address = { semaine: semaine === "" ? null : semaine, domaine: domaine === "" ? null : domaine };
  const path = journalPagePath(address.semaine, address.domaine);
  return await answerCached(context, path, () => journalPage(context, address));
}

interface JournalAddress {
  /** The Monday of a week, `YYYY-MM-DD`; null for the latest one with entries. */
  readonly semaine: string | null;
  /** Series in capitals, or null for all. */
  readonly domaine: string | null;
}

const ENTRIES = 300;

/** Newest first; what came at first, all at once, is one line. @throws {ApiError} `unknown_route` for an empty week */
async function journalPage(
  { database, domains, publicUrl }: PageContext,
  { semaine, domaine }: JournalAddress,
): Promise<RenderedBody> {
  // Read first: what is read afterwards is at least as recent.
  const { until } = await readCoverage(database);
  const firstLoad = await readFirstLoad(database);
  const filter = { domaine, after: firstLoad?.lastSequence ?? 0 };
  const weeks = await readWeeks(database, filter);
  const shown = semaine === null ? weeks[0] : weeks.find((week) => week.semaine === semaine);
  if (shown === undefined && semaine !== null)
    throw new ApiError("unknown_route", { path: journalPagePath(semaine, domaine) });
  const entries = shown === undefined ? [] : await readWeekEntries(database, shown.semaine, filter, ENTRIES);
  const title = shown === undefined ? "Journal" : `Journal : ${weekWords(shown.semaine)}`;
  return renderPage(
    <Page
      title={title}
      description="Ce que le corpus a reçu, semaine par semaine : éditions, rectifications, retraits, actualités."
      canonical={publicUrl() + journalPagePath(semaine, domaine)}
      feed={feedPath(domaine ?? "")}
      section="actualites"
    >
      <div class="plan">
        <h1 class="plan-title">{title}</h1>
        <DomainChoice semaine={shown?.semaine ?? null} domaine={domaine} codes={domains.codes()} />
        <CoverageLine until={until} />
        {shown === undefined && firstLoad === null ? <p>Rien n'a encore été reçu.</p> : null}
        {shown === undefined && firstLoad !== null && domaine !== null ? (
          <p>Rien n'a été reçu de ce domaine depuis le premier chargement.</p>
        ) : null}
        <JournalEntries entries={entries.map(entryAnswer)} />
        {shown !== undefined && shown.entries > entries.length ? (
          <p>
            Les {entries.length} dernières des {shown.entries} entrées de la semaine ; toutes sont au{" "}
            <a href="/docs/miroir">journal de l'API</a>.
          </p>
        ) : null}
        <Weeks weeks={weeks} domaine={domaine} />
        {firstLoad === null ? null : (
          <FirstLoadLine firstLoad={firstLoad} isFollowed={weeks.length > 0 || domaine !== null} />
        )}
        <p>
          <a href={feedPath(domaine ?? "")}>Suivre par un flux Atom</a>
        </p>
      </div>
    </Page>,
  );
}

/** « semaine du 1er juin 2026 ». */
function weekWords(monday: string): string {
  return `semaine du ${frenchDate(monday)}`;
}

interface DomainChoiceProps extends JournalAddress {
  readonly codes: readonly string[];
}

function DomainChoice({ semaine, domaine, codes }: DomainChoiceProps) {
  return (
    <form class="domain-choice" action="/journal" method="get">
      {semaine === null ? null : <input type="hidden" name="semaine" value={semaine} />}
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

interface WeeksProps {
  readonly weeks: readonly JournalWeek[];
  readonly domaine: string | null;
}

function Weeks({ weeks, domaine }: WeeksProps) {
  if (weeks.length < 2) return null;
  return (
    <nav aria-labelledby="semaines">
      <h2 id="semaines">Semaine par semaine</h2>
      <ul class="entries">
        {weeks.map(({ semaine, entries }) => (
          <li>
            <a class="entry entry-row" href={journalPagePath(semaine, domaine)}>
              <span class="entry-title">{capitalised(weekWords(semaine))}</span>
              <span class="entry-note">{counted(entries, "entrée")}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
