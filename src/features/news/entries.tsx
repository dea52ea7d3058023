import { frenchDate } from "../../../bofip/days/french-date.ts";
import { newsPath } from "../../pages/addresses.ts";
import type { News } from "./answer.ts";

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
