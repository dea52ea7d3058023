import { frenchDate } from "../../../bofip/days/days.ts";
import { readMentions } from "../../../bofip/law/mentions/read-mentions.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readTextsCiting } from "../../../db/queries/cited-law/citing.ts";
import type { DocumentTitle } from "../../../db/queries/hits.ts";
import { articlePath, consultationPath } from "../../pages/addresses.ts";
import { DocumentEntry } from "../../pages/lists/citing-entries.tsx";
import { countDocuments } from "../../pages/paging.tsx";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";

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

interface CitedArticle extends LawArticle {
  /** How many documents in force cite it. */
  readonly documents: number;
}

/** The article of law that a query names with its code, when documents in force name it; null otherwise. */
export async function readNamedArticle(
  { database }: { readonly database: Database },
  q: string,
): Promise<CitedArticle | null> {
  const [mention] = readMentions(q);
  const asked = mention === undefined ? null : readLawArticle(mention.code, mention.article);
  if (asked === null) return null;
  const { code: cle, article } = asked;
  const law = { genre: "article", cle, article } as const;
  const { isNamed, total } = await readTextsCiting(database, law, { limit: 1, offset: 0 });
  return isNamed ? { ...asked, documents: total } : null;
}

/** The way to the page of the article that a query names, before the texts. */
export function NamedArticle({ article }: { readonly article: CitedArticle }) {
  return (
    <p class="notice">
      <a href={articlePath(article)}>
        <strong>
          {article.code}, art. {article.article}
        </strong>
      </a>{" "}
      : {countDocuments(article.documents)} en vigueur {article.documents > 1 ? "le citent" : "le cite"}.
    </p>
  );
}
