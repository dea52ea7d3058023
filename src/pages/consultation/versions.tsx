import { frenchDate } from "../../../db/bofip/french-date.ts";
import type { Version } from "../../../db/queries/versions.ts";
import { consultationPath } from "../addresses.ts";
import { STATUT_LABELS } from "../statut.ts";

export interface VersionsProps {
  readonly boiId: string;
  /** Newest first. */
  readonly versions: readonly Version[];
  /** Start of validity of the one on the page. */
  readonly shown: string;
}

/** The known versions of a document. */
export function Versions({ boiId, versions, shown }: VersionsProps) {
  return (
    <section class="appendix versions" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ul class="plain-list">
        {versions.map(({ date_publication: start, date_mise_a_jour: end, statut }) => (
          <li>
            <a href={consultationPath(boiId, start)} aria-current={start === shown ? "page" : undefined}>
              Version du {frenchDate(start)}
            </a>{" "}
            <span class="quiet">
              {STATUT_LABELS[statut].toLowerCase()}
              {end === null ? "" : ` le ${frenchDate(end)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
