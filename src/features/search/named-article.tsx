import { readMentions } from "../../../bofip/law/mentions/read-mentions.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readCommentingDocuments } from "../../../db/queries/articles/commenting.ts";
import { articlePath } from "../../pages/addresses.ts";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import { countDocuments } from "../plan/page.tsx";

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
  const { isNamed, total } = await readCommentingDocuments(database, asked, {
    role: null,
    limit: 1,
    offset: 0,
  });
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
