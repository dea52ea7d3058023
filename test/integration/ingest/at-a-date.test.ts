/** Draws editions, wordings, withdrawals and returns, and compares the answers for a day with a naive model. */
import { expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import { editionAt, type HeldEdition, readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { findWordingKnownOn } from "../../../db/queries/texts/wordings.ts";
import { AWAY, NO_VECTORS } from "../../fixtures/absent-stores.ts";
import { type Random, randomOf } from "../../full/faults/random.ts";
import { IS_FULL } from "../../full/faults/seed.ts";
import { forOneStore } from "../../servers/stores.ts";
import { contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { useOwnStore } from "./own-store.ts";

const SEEDS = Array.from({ length: IS_FULL ? 12 : 2 }, (_, index) => 20_261_122 + index);
const DOCUMENTS = ["BOI-IR-A", "BOI-IR-B", "BOI-IR-C", "BOI-IR-D", "BOI-IR-E", "BOI-IR-F"];
const MONTHS = ["2021-01-31", "2021-02-28", "2021-03-31", "2021-04-30", "2021-05-31", "2021-06-30"];
const STARTS = ["2020-06-15", "2021-02-14", "2021-02-28", "2021-04-01", "2021-05-15"];
const DAYS = [...MONTHS, ...STARTS, "2020-06-14", "2021-02-27", "2021-03-01", "2021-06-01", "2021-12-31"];

/** A document in an export; absent from one that lacks it. */
interface Said {
  readonly date: string;
  readonly pgp: number;
  readonly texte: string;
}

/** The document in one export per month; the service received each on the next day. */
type Story = readonly (readonly Said[])[];

forOneStore((_, open) => {
  const store = useOwnStore(open);

  test.each(SEEDS)("a day answers what a naive model says (seed %i)", async (seed) => {
    const stories = new Map(DOCUMENTS.map((boiId) => [boiId, drawStory(randomOf(seed, boiId))]));
    for (const [index, asOf] of MONTHS.entries()) {
      const lines = [...stories].flatMap(([boiId, story]) =>
        (story[index] ?? []).map((said) => contenu(boiId, { ...said, html: `<p>${said.texte}</p>` })),
      );
      const { ingest } = ingester(store.database, `${asOf}T12:00:00Z`);
      const run = await ingest(writeExport([...TEN, ...lines, dating(asOf)]), {
        fullText: AWAY,
        vectors: NO_VECTORS,
      });
      expect(run.status).toBe("succeeded");
    }
    const wrong: unknown[] = [];
    for (const [boiId, story] of stories) {
      const held = await readHeldEditions(store.database, boiId);
      for (const day of DAYS) {
        const [found, expected] = [nameOf(editionAt(held, day)), modelEdition(story, day)];
        if (found !== expected) wrong.push({ boiId, day, found, expected });
      }
      for (const edition of held) {
        for (const day of MONTHS) {
          const found = (await findWordingKnownOn(store.database, edition.id, day))?.empreinte ?? null;
          const expected = modelWording(story, nameOf(edition) ?? "", day);
          if (found !== expected) wrong.push({ boiId, edition: nameOf(edition), day, found, expected });
        }
      }
    }
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  });
});

/** The latest edition that began by then, unless an export since lacks the document, which did not come back as it was. */
function modelEdition(story: Story, day: string): string | null {
  const begun = story.flat().filter(({ date }) => date <= day);
  const latest = begun.map(keyOf).sort().at(-1);
  if (latest === undefined) return null;
  const isWithdrawn = MONTHS.some((asOf, index) => {
    if (story[index]?.length !== 0 || asOf > day || asOf < latest.slice(0, 10)) return false;
    const back = story.slice(index + 1).find((said) => said.length > 0);
    return back === undefined || back.every(({ date }) => date > asOf);
  });
  return isWithdrawn ? null : latest;
}

/** The last words received by then. */
function modelWording(story: Story, edition: string, day: string): string | null {
  const received = story.filter((_, index) => (MONTHS[index] ?? "") <= day).flat();
  const last = received.findLast((said) => keyOf(said) === edition);
  return last === undefined ? null : fingerprint(last.texte);
}

function nameOf(edition: HeldEdition | undefined): string | null {
  return edition === undefined ? null : keyOf({ date: edition.date_debut, pgp: edition.pgp });
}

function keyOf({ date, pgp }: Pick<Said, "date" | "pgp">): string {
  return `${date} ${pgp}`;
}

function drawStory(random: Random): Story {
  return MONTHS.map((asOf) => {
    const dates = STARTS.filter((date) => date <= asOf);
    if (random.below(4) === 0) return [];
    const [date, texte] = [random.pick(dates.slice(-2)), `Rédaction ${random.below(3)}.`];
    const first = { date, pgp: 1, texte };
    return random.below(4) === 0 ? [first, { ...first, pgp: 2, texte: `${texte} Bis.` }] : [first];
  });
}
