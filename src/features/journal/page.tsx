import { frenchDate } from "../../../bofip/days/french-date.ts";
import { asciiUpperCase } from "../../../bofip/identifiers/identifier.ts";
import { readCoverage } from "../../../db/queries/corpus.ts";
import {
  type FirstLoad,
  type JournalWeek,
  readFirstLoad,
  readWeekEntries,
  readWeeks,
} from "../../../db/queries/journal/stretches.ts";
import type { JournalEvent } from "../../../db/schema/journal.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { consultationPath, feedPath, journalPagePath, newsPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, renderPage } from "../../pages/answer.ts";
import { counted } from "../../pages/figures/figures.tsx";
import { CoverageLine, Page } from "../../pages/layout.tsx";
import { DocumentEntry } from "../../pages/lists/citing-entries.tsx";
import { countDocuments } from "../plan/page.tsx";
import type { JournalEntry } from "./answer.ts";
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

/** Maximum entries of a week on its page. */
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

/** The table of contents of the journal. */
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

interface FirstLoadLineProps {
  readonly firstLoad: FirstLoad;
  /** Whether anything was received since. */
  readonly isFollowed: boolean;
}

/** What was received at first, on one line: none of it is a change. */
export function FirstLoadLine({ firstLoad, isFollowed }: FirstLoadLineProps) {
  const { receivedOn, documents, actualites } = firstLoad;
  const on = receivedOn === null ? "" : ` le ${frenchDate(receivedOn)}`;
  const news =
    actualites === 0 ? "" : ` et ${actualites.toLocaleString("fr-FR")} actualité${actualites > 1 ? "s" : ""}`;
  return (
    <p>
      Premier chargement{on} : {countDocuments(documents)}
      {news}, avec leurs éditions.
      {isFollowed ? null : " Rien d'autre n'a été reçu depuis."}
    </p>
  );
}

/** Entries of the journal: the document or the actualité, what happened to it, when, and how significant it is. */
export function JournalEntries({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <ul class="entries">
      {entries.map((entry) => (
        <li>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { readonly entry: JournalEntry }) {
  const { boi_id: boiId, titre, actualite } = entry;
  const notes = [eventWords(entry), ...receptionWords(entry), ...scopeWords(entry)];
  if (boiId !== null)
    return <DocumentEntry href={entryPath(entry)} titre={titre} boiId={boiId} notes={notes} />;
  return (
    <a class="entry" href={entryPath(entry)}>
      <span class="entry-title">{titre}</span>{" "}
      <span class="entry-meta">{[actualite?.id ?? "", ...notes].join(" · ")}</span>
    </a>
  );
}

/** When the service learnt of it; empty for what was stored before these instants were recorded. */
function receptionWords({ detecte_le: instant }: JournalEntry): string[] {
  return instant === null ? [] : [`reçu le ${frenchDate(instant.slice(0, 10))}`];
}

/** The label of each event for readers. */
export const EVENT_LABELS: Readonly<Record<JournalEvent, string>> = {
  edition: "Nouvelle édition",
  rectification: "Rectification",
  retrait: "Retrait",
  transfert: "Transfert",
  retablissement: "Rétablissement",
  actualite: "Actualité",
  effacement: "Texte effacé sur obligation légale",
  source: "Fiche de la source modifiée",
};

/** Path of the page of an entry's subject. */
export function entryPath({ evenement, boi_id, actualite, date }: JournalEntry): string {
  if (boi_id === null) return newsPath(actualite?.id ?? "");
  const isOfEdition = ["edition", "rectification", "source"].includes(evenement);
  return consultationPath(boi_id, isOfEdition ? date : null);
}

/** « Nouvelle version du 22 juin 2026 », « Retrait »: the event, and its edition. */
function eventWords({ evenement, date }: JournalEntry): string {
  const label = EVENT_LABELS[evenement];
  if (evenement === "edition") return `${label} du ${frenchDate(date)}`;
  const isOfEdition = ["rectification", "effacement", "source"].includes(evenement);
  return isOfEdition ? `${label}, édition du ${frenchDate(date)}` : label;
}

/** « portée annoncée : de forme », « d'après les textes : de fond », « § 10, 20 modifiés ». */
export function scopeWords({
  portee_annoncee,
  portee_deduite,
  portee_texte,
  paragraphes,
}: JournalEntry): string[] {
  const { ajoutes, modifies, supprimes } = paragraphes;
  return [
    ...(portee_annoncee === null ? [] : [`portée annoncée : ${SCOPES[portee_annoncee]}`]),
    ...(portee_deduite === null ? [] : [deducedWords(portee_deduite)]),
    ...(portee_texte === null ? [] : [`d'après les textes : ${SCOPES[portee_texte]}`]),
    ...numbers(ajoutes, "ajoutés"),
    ...numbers(modifies, "modifiés"),
    ...numbers(supprimes, "supprimés"),
  ];
}

const SCOPES = { formelle: "de forme", fond: "de fond" } as const;

/** « portée déduite de ses mots (« taux ») : de fond »: a guess, with its evidence. */
export function deducedWords({ portee, indices }: NonNullable<JournalEntry["portee_deduite"]>): string {
  const from = indices.length === 0 ? "" : ` (« ${indices.join(" », « ")} »)`;
  return `portée déduite des mots de l'annonce${from} : ${SCOPES[portee]}`;
}

function numbers(numeros: readonly string[], what: string): string[] {
  return numeros.length === 0 ? [] : [`§ ${numeros.join(", ")} ${what}`];
}
