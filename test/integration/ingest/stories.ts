import { fingerprint } from "../../../bofip/text/characters.ts";
import type { Random } from "../../full/faults/random.ts";

/** Histories of documents in a few exports, and what a naive model says of them. */

export const DOCUMENTS = ["BOI-IR-A", "BOI-IR-B", "BOI-IR-C", "BOI-IR-D", "BOI-IR-E", "BOI-IR-F"];
export const MONTHS = ["2021-01-31", "2021-02-28", "2021-03-31", "2021-04-30", "2021-05-31", "2021-06-30"];
const STARTS = ["2020-06-15", "2021-02-14", "2021-02-28", "2021-04-01", "2021-05-15"];
export const DAYS = [
  ...MONTHS,
  ...STARTS,
  "2020-06-14",
  "2021-02-27",
  "2021-03-01",
  "2021-06-01",
  "2021-12-31",
];

/** A document in an export; absent from one that lacks it. */
export interface Said {
  readonly date: string;
  readonly pgp: number;
  readonly texte: string;
}

/** The document in one export per month; the service received each on the next day. */
export type Story = readonly (readonly Said[])[];

/** The latest edition that began by then, unless an export since lacks the document, which did not come back as it was. */
export function modelEdition(story: Story, day: string): string | null {
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

/** Fingerprint of the last words received by then. */
export function modelWording(story: Story, edition: string, day: string): string | null {
  const texte = modelText(story, edition, day);
  return texte === null ? null : fingerprint(texte);
}

/** The last words received by then. */
export function modelText(story: Story, edition: string, day: string): string | null {
  const received = story.filter((_, index) => (MONTHS[index] ?? "") <= day).flat();
  const last = received.findLast((said) => keyOf(said) === edition);
  return last?.texte ?? null;
}

export function keyOf({ date, pgp }: Pick<Said, "date" | "pgp">): string {
  return `${date} ${pgp}`;
}

/** What an edition says when nothing else is drawn. */
const threeTexts = (random: Random) => `Rédaction ${random.below(3)}.`;

export function drawStory(random: Random, drawText = threeTexts): Story {
  return MONTHS.map((asOf) => {
    const dates = STARTS.filter((date) => date <= asOf);
    if (random.below(4) === 0) return [];
    const [date, texte] = [random.pick(dates.slice(-2)), drawText(random)];
    const first = { date, pgp: 1, texte };
    return random.below(4) === 0 ? [first, { ...first, pgp: 2, texte: `${texte} Bis.` }] : [first];
  });
}
