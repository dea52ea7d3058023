import { sameWords } from "../../../../bofip/citations/words/folded.ts";
import { labelOf } from "../../../../bofip/text/label.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { readTitles } from "../../../../db/queries/hits.ts";
import type { FoundCitation } from "../found-citation.ts";
import type { TextFindings } from "../text-findings.ts";
import type { FreeTools } from "./free-quotations.ts";

/** No title is longer, in characters. */
const LONGEST_TITLE = 300;
/** How many quotations of one text are looked for among titles. */
const MOST_SOUGHT = 10;
/** Documents in force of the most alike titles, of which one may have that very title. */
const MOST_ALIKE = 10;

/**
 * The document in force, another than the one cited, whose title or label is quoted for a citation, by the citation's
 * rank; of the first quotations that the cited texts do not have.
 */
export async function findOtherTitles(
  { database, fulltext, deadline }: FreeTools,
  found: readonly FoundCitation[],
  findings: readonly TextFindings[],
): Promise<ReadonlyMap<number, string>> {
  const absent = findings.flatMap(({ words }) =>
    words.filter((each) => each.found?.etat === "absent" && each.quote.length <= LONGEST_TITLE),
  );
  const titled = new Map<number, string>();
  for (const { rank, quote } of absent.slice(0, MOST_SOUGHT)) {
    if (titled.has(rank) || performance.now() > deadline) continue;
    const alike = await readTitles(database, await suggested(fulltext, quote));
    const other = [...alike.values()].find(
      ({ boi_id, titre }) =>
        boi_id !== found[rank]?.written.boiId &&
        [titre, labelOf(titre)].some((title) => sameWords(title, quote)),
    );
    if (other !== undefined) titled.set(rank, other.boi_id);
  }
  return titled;
}

/** None while the engine is away: the words are then only told to be absent. */
async function suggested(fulltext: FreeTools["fulltext"], quote: string): Promise<string[]> {
  try {
    return await fulltext.suggest(quote, MOST_ALIKE);
  } catch (error) {
    if (error instanceof EngineUnavailable) return [];
    throw error;
  }
}
