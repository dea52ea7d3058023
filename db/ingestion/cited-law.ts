import { jsonRows, type Statements } from "../postgres/statements.ts";
import type { CitesLaw, DerivedEdition } from "./derived-edition.ts";
import { editionId, editionIds, keyOf } from "./wordings/edition-key.ts";

/** Columns of the tables of cited articles, and their types, whoever cites. */
const ARTICLE =
  "code, article, position, texte, etendue, precision, paragraphes, mentions, rang, role, occurrences";
const ARTICLE_TYPES = `code text, article text, position int, texte text, etendue jsonb, precision text,
  paragraphes jsonb, mentions int, rang text, role text, occurrences jsonb`;

/** Likewise, of those of decisions, norms and answers. */
const LAW = "position, genre, cle, article, champs, rang, occurrences";
const LAW_TYPES =
  "position int, genre text, cle text, article text, champs jsonb, rang text, occurrences jsonb";

const EDITION_TYPES = `"boiId" text, "debutDeValidite" date, pgp int`;

/** The statements that replace the articles, decisions, norms and answers that editions cite. */
export function writeCitedLaw(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const keys = jsonRows(editions.map(({ row }) => keyOf(row)));
  const articles = editions.flatMap(({ row, articles: cited }) =>
    cited.map((entry, position) => ({ ...keyOf(row), ...entry, position })),
  );
  const law = editions.flatMap(({ row, citedLaw }) =>
    citedLaw.map((entry, position) => ({ ...keyOf(row), ...entry, position })),
  );
  return [
    sql`delete from edition_articles where edition_id = any(${editionIds(sql, keys)})`,
    sql`delete from edition_cited_law where edition_id = any(${editionIds(sql, keys)})`,
    sql`
      insert into edition_articles (edition_id, ${sql.unsafe(ARTICLE)})
      select ${editionId(sql)}, ${sql.unsafe(ARTICLE)}
      from json_to_recordset(${jsonRows(articles)}::text::json) as r(${sql.unsafe(`${EDITION_TYPES}, ${ARTICLE_TYPES}`)})`,
    sql`
      insert into edition_cited_law (edition_id, ${sql.unsafe(LAW)})
      select ${editionId(sql)}, ${sql.unsafe(LAW)}
      from json_to_recordset(${jsonRows(law)}::text::json) as r(${sql.unsafe(`${EDITION_TYPES}, ${LAW_TYPES}`)})`,
  ];
}

/** Likewise, those that actualités cite. */
export function writeLawOfNews(
  sql: Statements,
  actualites: readonly (CitesLaw & { readonly id: string })[],
): readonly Promise<unknown>[] {
  const ids = jsonRows(actualites.map(({ id }) => id));
  const articles = actualites.flatMap(({ id, articles: cited }) =>
    cited.map((entry, position) => ({ id, ...entry, position })),
  );
  const law = actualites.flatMap(({ id, citedLaw }) =>
    citedLaw.map((entry, position) => ({ id, ...entry, position })),
  );
  const named = sql`array(select json_array_elements_text(${ids}::text::json))`;
  return [
    sql`delete from actualite_articles where actualite_id = any(${named})`,
    sql`delete from actualite_cited_law where actualite_id = any(${named})`,
    sql`
      insert into actualite_articles (actualite_id, ${sql.unsafe(ARTICLE)})
      select id, ${sql.unsafe(ARTICLE)}
      from json_to_recordset(${jsonRows(articles)}::text::json) as r(id text, ${sql.unsafe(ARTICLE_TYPES)})`,
    sql`
      insert into actualite_cited_law (actualite_id, ${sql.unsafe(LAW)})
      select id, ${sql.unsafe(LAW)}
      from json_to_recordset(${jsonRows(law)}::text::json) as r(id text, ${sql.unsafe(LAW_TYPES)})`,
  ];
}
