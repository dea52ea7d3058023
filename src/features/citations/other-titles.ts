import { sameWords } from "../../../bofip/citations/words/folded.ts";
import { labelOf } from "../../../bofip/text/label.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readTitlesEnding } from "../../../db/queries/citations/named.ts";
import type { FoundCitation } from "./edition.ts";
import type { TextFindings } from "./text-findings.ts";

/** No title is longer, in characters. */
const LONGEST_TITLE = 300;
/** How many quotations of one text are looked for among titles. */
const MOST_SOUGHT = 20;

/**
 * The document in force, another than the one cited, whose title or label is quoted for a citation, by the citation's
 * rank; of the first quotations that the cited texts do not have.
 */
export async function findOtherTitles(
  database: Database,
  found: readonly FoundCitation[],
  findings: readonly TextFindings[],
): Promise<ReadonlyMap<number, string>> {
  const absent = findings
    .flatMap(({ words }) => words)
    .filter((each) => each.found?.etat === "absent" && each.quote.length <= LONGEST_TITLE)
    .slice(0, MOST_SOUGHT);
  const alike = await readTitlesEnding(
    database,
    absent.map(({ quote }) => quote),
  );
  return new Map(
    absent.flatMap(({ rank, quote }) => {
      const cited = found[rank]?.written.boiId;
      const other = alike.find(({ boiId, titre }) => boiId !== cited && isTitle(quote, titre));
      return other === undefined ? [] : [[rank, other.boiId] as const];
    }),
  );
}

function isTitle(quote: string, titre: string): boolean {
  return [titre, labelOf(titre)].some((title) => sameWords(title, quote));
}
