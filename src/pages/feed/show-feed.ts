import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import { hasClassificationNode } from "../../../db/queries/classification.ts";
import { readFeedNames } from "../../../db/queries/corpus.ts";
import { readCoverage } from "../../../db/queries/coverage.ts";
import { EVERY_ENTRY, readLatestEntries } from "../../../db/queries/journal/stretches.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { type RenderedAnswer, renderedText } from "../../http/response/body.ts";
import {
  decodeClassificationPath,
  readClassificationPath,
} from "../../schemas/parameters/classification-path.ts";
import { entryAnswer } from "../../services/journal/read-journal.ts";
import { classificationPagePath, feedPath } from "../addresses.ts";
import { answerCached, type PageContext } from "../context.ts";
import { atomFeed, type FeedTags, instantOf } from "./atom.ts";

const ENTRIES = 100;

/**
 * The latest entries of the journal as Atom: all of them, or those of a node of the classification and below.
 * @param written the node as written in the address, with the extension; null for the whole journal.
 * @throws {ApiError} `unknown_route` for what is not a feed, and for a node that the classification does not have.
 */
export async function showFeed(context: PageContext, written: string | null): Promise<RenderedAnswer> {
  const chemin = written === null ? "" : readFeedPath(written);
  const isKnown =
    written === null ||
    (chemin !== null && chemin !== "" && (await hasClassificationNode(context.database, chemin)));
  if (chemin === null || !isKnown) throw new ApiError("unknown_route", { path: `/flux/${written}` });
  const path = feedPath(chemin);
  const read = async (limit: number) =>
    (await readLatestEntries(context.database, { ...EVERY_ENTRY, chemin }, limit)).map(entryAnswer);
  const [latest] = await read(1);
  const headers = {
    "content-type": "application/atom+xml; charset=utf-8",
    "last-modified": new Date(instantOf(latest)).toUTCString(),
  };
  const render = async () => {
    const { until } = await readCoverage(context.database);
    return renderedText(
      atomFeed({
        tags: await readTags(context),
        publicUrl: context.publicUrl(),
        path,
        page: chemin === "" ? "/journal" : classificationPagePath(chemin),
        title: chemin === "" ? "Journal de la doctrine fiscale" : `Doctrine fiscale : ${chemin}`,
        subtitle: coverageSentence(until),
        entries: await read(ENTRIES),
      }),
    );
  };
  return await answerCached(context, path, render, headers);
}

async function readTags({ database, publicUrl }: PageContext): Promise<FeedTags> {
  const { publisher, feedUntil: until, feedHost } = await readFeedNames(database);
  const former = feedHost ?? new URL(publicUrl()).hostname;
  // A host may have a port, which an authority has not.
  return { corpus: publisher?.split(":", 1)[0] ?? former, former, until };
}

function readFeedPath(written: string): string | null {
  const [, chemin] = /^(.+)\.atom$/.exec(decodeClassificationPath(written)) ?? [];
  return chemin === undefined ? null : readClassificationPath(chemin);
}
