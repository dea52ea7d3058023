import { frenchDate } from "../../../../bofip/days/days.ts";
import { comparisonPath, consultationPath } from "../../../pages/addresses.ts";
import { CoverageLine } from "../../../pages/layout.tsx";
import { STATUT_LABELS } from "../../../pages/lists/how-cited.ts";
import type { History } from "../../history/answer.ts";

interface VersionsProps {
  readonly history: History;
  /** Start of validity of the version on the page. */
  readonly shown: string;
  /** Last day covered by the sources. */
  readonly until: string | null;
  /** `YYYY-MM-DD`, in Paris. */
  readonly today: string;
}

/** The stored versions of a document, each compared with the previous one. */
export function Versions({ history, shown, until, today }: VersionsProps) {
  const { boi_id: boiId, versions, premiere_edition_detenue: first } = history;
  return (
    <section class="appendix versions" aria-labelledby="versions">
      <h2 id="versions">Éditions</h2>
      <ul class="plain-list">
        {versions.map(({ date_publication: start, date_mise_a_jour: end, statut, empreinte }, index) => (
          <li>
            <a href={consultationPath(boiId, start)} aria-current={start === shown ? "page" : undefined}>
              {empreinte === null ? "Avis" : "Édition"} du {frenchDate(start)}
            </a>{" "}
            <span class="quiet">
              {STATUT_LABELS[statut].toLowerCase()}
              {end === null ? "" : ` le ${frenchDate(end)}`}
            </span>{" "}
            <Compared boiId={boiId} start={start} earlier={earlierThan(start, versions.slice(index + 1))} />
          </li>
        ))}
      </ul>
      {first === null ? null : (
        <p class="quiet">
          La première édition que ce service détient est du {frenchDate(first)} : il a pu y en avoir d'autres
          avant elle.
        </p>
      )}
      <DayForm boiId={boiId} today={today} />
      <CompareForm boiId={boiId} shown={shown} versions={versions} />
      <CoverageLine until={until} />
    </section>
  );
}

function DayForm({ boiId, today }: { readonly boiId: string; readonly today: string }) {
  return (
    <form action={consultationPath(boiId)} method="get" class="edition-form">
      <label for="jour">Lire le texte en vigueur le</label>{" "}
      <input type="date" id="jour" name="date" max={today} required={true} />{" "}
      <button type="submit">Lire</button>
    </form>
  );
}

function CompareForm({
  boiId,
  shown,
  versions,
}: Pick<VersionsProps, "shown"> & { readonly boiId: string; readonly versions: History["versions"] }) {
  const held = versions.filter(({ texte_detenu }) => texte_detenu);
  const starts = new Set(held.map(({ date_publication }) => date_publication));
  if (!starts.delete(shown) || starts.size === 0) return null;
  return (
    <form action={`${consultationPath(boiId)}/comparaison`} method="get" class="edition-form">
      <input type="hidden" name="edition" value={shown} />
      <label for="avec">Comparer avec l'édition du</label>{" "}
      <select id="avec" name="avec">
        {[...starts].map((start) => (
          <option value={start}>{frenchDate(start)}</option>
        ))}
      </select>{" "}
      <button type="submit">Comparer</button>
    </form>
  );
}

/** Start of the last version that was in force before a day. */
function earlierThan(start: string, versions: History["versions"]): string | null {
  const earlier = versions.find(
    ({ date_publication: other, date_mise_a_jour: end }) => other < start && other !== end,
  );
  return earlier?.date_publication ?? null;
}

function Compared({
  boiId,
  start,
  earlier,
}: {
  readonly boiId: string;
  readonly start: string;
  readonly earlier: string | null;
}) {
  if (earlier === null) return null;
  return (
    <a href={comparisonPath(boiId, earlier, start)}>
      Comparer<span class="visually-hidden"> l'édition du {frenchDate(start)}</span> avec la précédente
    </a>
  );
}
