import { frenchDate } from "../../../bofip/days/days.ts";
import type { FirstLoad } from "../../../db/queries/journal.ts";
import type { JournalEvent } from "../../../db/schema/journal.ts";
import type { JournalEntry } from "../../features/journal/answer.ts";
import type { News } from "../../features/news/answer.ts";
import { consultationPath, newsPath } from "../addresses.ts";
import { countDocuments } from "../paging.tsx";
import { DocumentEntry } from "./citing-entries.tsx";

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

interface Listed {
  readonly news: readonly Pick<News, "id" | "titre" | "date">[];
}

/** The actualités that cite something of the law, on its page. */
export function CitingNews({ news }: Listed) {
  if (news.length === 0) return null;
  return (
    <section aria-labelledby="actualites">
      <h2 id="actualites">Dans {news.length === 1 ? "une actualité" : `${news.length} actualités`}</h2>
      <NewsEntries news={news} />
    </section>
  );
}

/** Actualités, as lists show them. */
export function NewsEntries({ news }: Listed) {
  return (
    <ul class="entries">
      {news.map(({ id, titre, date }) => (
        <li>
          <a class="entry" href={newsPath(id)}>
            <span class="entry-title">{titre}</span> <span class="entry-meta">{frenchDate(date)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
