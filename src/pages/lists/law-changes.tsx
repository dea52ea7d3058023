import { frenchDate } from "../../../bofip/days/days.ts";
import { findCode } from "../../../bofip/law/codes.ts";
import type { LawChange } from "../../../db/queries/law/articles.ts";
import { articleComparisonPath, articlePath } from "../addresses.ts";

interface ArticleChangesProps {
  readonly articles: readonly {
    readonly code_cle: string;
    readonly article: string;
    readonly modifie_depuis?: LawChange | null;
  }[];
  /** Start of the edition that cites them. */
  readonly since: string;
}

/** Each article that changed since an edition began, with its comparison where both texts are held. */
export function ArticleChanges({ articles, since }: ArticleChangesProps) {
  const changed = articles.flatMap(({ code_cle, article, modifie_depuis: change = null }) => {
    const code = findCode(code_cle) ?? code_cle;
    return change === null ? [] : [{ code, article, change }];
  });
  if (changed.length === 0) return null;
  return (
    <ul class="plain-list">
      {changed.map(({ change: { date, legiarti, portee_texte }, ...named }) => (
        <li>
          <a href={articlePath(named)}>
            {named.code}, art. {named.article}
          </a>
          {legiarti === null ? ", a pris fin" : ", modifié"} le {frenchDate(date)} depuis cette édition
          {portee_texte === "formelle" ? " (dans sa forme seule)" : ""}
          {portee_texte === null ? null : (
            <>
              {" · "}
              <a href={articleComparisonPath(named, since, date)}>comparer</a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
