import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { DocumentTitle } from "../../../db/queries/hits.ts";
import { consultationPath } from "../../pages/addresses.ts";
import { DocumentEntry } from "../../pages/lists/citing-entries.tsx";

interface NothingFoundProps {
  readonly titles: readonly DocumentTitle[];
  /** The day whose editions were searched; null for today. */
  readonly day: string | null;
}

/** Suggestions when no text matches, and the documents whose titles resemble the query. */
export function NothingFound({ titles, day }: NothingFoundProps) {
  return (
    <>
      <div>
        <p>
          {day === null
            ? "Aucun document en vigueur ne répond."
            : `Aucun texte détenu en vigueur le ${frenchDate(day)} ne répond.`}{" "}
          Vous pouvez :
        </p>
        <ul>
          <li>enlever des mots : chacun de ceux d'une requête exacte est exigé ;</li>
          <li>dire la même chose autrement, ou poser la question entière, en français courant ;</li>
          <li>
            remplacer un mot par son début et une étoile (« exonér* »), ou proposer un choix (« don OU legs »)
            ;
          </li>
          <li>
            parcourir le <a href="/plan">plan de classement</a>.
          </li>
        </ul>
      </div>
      {titles.length === 0 ? null : (
        <section aria-labelledby="titres">
          <h2 id="titres">Titres proches</h2>
          <ol class="entries">
            {titles.map(({ boi_id: boiId, titre }) => (
              <li>
                <DocumentEntry href={consultationPath(boiId)} titre={titre} boiId={boiId} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
