import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { News } from "../../schemas/answers/news.ts";
import { newsPath } from "../addresses.ts";

/** Actualités, as lists show them. */
export function NewsEntries({ news }: { readonly news: readonly Pick<News, "id" | "titre" | "date">[] }) {
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
