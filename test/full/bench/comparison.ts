import { cpuUsage } from "node:process";
import { type ComparedText, compareTexts } from "../../../bofip/comparison/compare.ts";
import {
  type ArchivedText,
  hasArchives,
  readArchivedTexts,
  readLongestExported,
} from "../../fixtures/archived-editions.ts";
import { textOf } from "../../fixtures/compared-texts.ts";

const ROUNDS = 15;

interface Case {
  readonly name: string;
  readonly before: ComparedText;
  readonly after: ComparedText;
}

/** What comparing two texts costs one core: the largest real editions, and texts made to be hard. */
export async function run(): Promise<void> {
  const real = hasArchives ? await realCases() : [];
  if (real.length === 0) console.log("Les archives du corpus réel sont absentes : cas construits seuls.");
  console.log(
    "cas | caractères | première fois (ms) | médiane (ms de processeur) | listés, inchangés, segments",
  );
  for (const measured of [...real, ...hardCases()]) report(measured);
}

/** The largest pairs of editions of one document, and the longest texts of the export, edited or foreign. */
async function realCases(): Promise<Case[]> {
  const editions = await readArchivedTexts();
  const pairs = editions.flatMap((before, rank) => {
    const after = editions[rank + 1];
    return after?.boiId === before.boiId ? [{ before, after }] : [];
  });
  const sizeOf = ({ before, after }: (typeof pairs)[number]) =>
    before.text.texte.length + after.text.texte.length;
  const largest = pairs.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 3);
  return [
    ...largest.map(({ before, after }) => ({
      name: `${before.boiId} ${before.date} → ${after.date}`,
      before: before.text,
      after: after.text,
    })),
    ...longestCases(await readLongestExported(2)),
  ];
}

function longestCases([one, other]: readonly ArchivedText[]): Case[] {
  if (one === undefined || other === undefined) return [];
  const whole = (texte: string) => textOf([["10", texte]]);
  const { texte, paragraphs } = one.text;
  const revised = textOf(paragraphs.map(({ numero, texte: own }) => [numero, revise(own)]));
  return [
    { name: `${one.boiId} → un mot sur trente changé`, before: one.text, after: revised },
    {
      name: `${one.boiId}, d'un seul § → un mot sur trente changé`,
      before: whole(texte),
      after: whole(revise(texte)),
    },
    { name: `${one.boiId} → ${other.boiId}`, before: one.text, after: other.text },
    { name: "les mêmes, chacun d'un seul §", before: whole(texte), after: whole(other.text.texte) },
  ];
}

function revise(texte: string): string {
  let words = 0;
  return texte.replace(/\p{L}+/gu, (word) => {
    words += 1;
    return words % 30 === 0 ? `${word}s` : word;
  });
}

function hardCases(): Case[] {
  const scattered = (count: number, step: number) =>
    Array.from({ length: count }, (_, rank) => `mot${(rank * rank * step) % 997}`).join(" ");
  const paragraphs = (count: number, step: number) =>
    Array.from({ length: count }, (_, rank) => [`${rank + 1}0`, scattered(1_500, step + rank)] as const);
  return [
    {
      name: "un § de 20 000 mots sans ordre commun",
      before: textOf([["10", scattered(20_000, 3)]]),
      after: textOf([["10", scattered(20_000, 7)]]),
    },
    {
      name: "60 § de 1 500 mots sans ordre commun",
      before: textOf(paragraphs(60, 3)),
      after: textOf(paragraphs(60, 90)),
    },
  ];
}

function report({ name, before, after }: Case): void {
  const durations: number[] = [];
  const begun = performance.now();
  const { paragraphes, inchanges } = compareTexts(before, after);
  const first = performance.now() - begun;
  for (let round = 0; round < (first > 500 ? 1 : ROUNDS); round++) {
    const used = cpuUsage();
    compareTexts(before, after);
    const { user, system } = cpuUsage(used);
    durations.push((user + system) / 1_000);
  }
  const median = durations.toSorted((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0;
  const segments = paragraphes.reduce((sum, change) => sum + change.segments.length, 0);
  const size = `${before.texte.length} + ${after.texte.length}`;
  const found = [paragraphes.length, inchanges, segments].join(", ");
  console.log([name, size, first.toFixed(1), median.toFixed(1), found].join(" | "));
}
