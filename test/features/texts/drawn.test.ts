/** Draws editions, wordings, withdrawals and days, and compares each route with a naive model. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { keptTexts, wordings } from "../../../db/schema/wordings.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { type Random, randomOf } from "../../full/faults/random.ts";
import { IS_FULL } from "../../full/faults/seed.ts";
import { openService, type TestService } from "../../servers/service.ts";

const SEEDS = Array.from({ length: IS_FULL ? 60 : 12 }, (_, index) => index + 1);
const STARTS = ["2019-03-01", "2020-01-15", "2020-02-01", "2021-06-30", "2022-01-01", "2024-05-05"];
const DAYS = [...STARTS, "2019-02-28", "2020-01-14", "2020-12-31", "2023-03-03", "2024-05-04", "2026-11-20"];
/** When second wordings were received, and days around it. */
const RECEIVED = "2026-03-10T12:00:00Z";
const KNOWN = ["2026-03-09", "2026-03-10"];

/** An edition as drawn: in force on `[start, end[`, its § 10 and 20, and an earlier wording of § 10. */
interface Drawn {
  readonly start: string;
  readonly end: string | null;
  readonly isWithdrawn: boolean;
  readonly ten: string;
  readonly twenty: string;
  readonly formerTen: string | null;
}

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await openService(null);
  key = await service.key("interne");
});
afterAll(() => service.close());

test.each(SEEDS)("each route answers what a naive model says (seed %i)", async (seed) => {
  const boiId = `BOI-IR-${seed}`;
  const story = drawStory(randomOf(seed, "texts"));
  await write(service.database, boiId, story);
  const wrong: unknown[] = [];
  const compare = async (path: string, model: unknown) => {
    const found = await answerOf(`/v1/boi/${boiId}${path}`);
    if (!Bun.deepEquals(found, model)) wrong.push({ path, found, model });
  };
  for (const day of DAYS) {
    await compare(`?date=${day}`, modelDocument(story, day));
    await compare(`/paragraphes/10?date=${day}`, modelParagraph(story, day));
    for (const known of KNOWN)
      await compare(`?date=${day}&connu_le=${known}`, modelDocument(story, day, known === KNOWN[0]));
  }
  for (const edition of story) {
    for (const text of textsOf(edition)) {
      const latest = story.findLast((other) => textsOf(other).includes(text));
      await compare(`?empreinte=${fingerprint(text)}`, {
        start: latest?.start,
        empreinte: fingerprint(text),
      });
    }
  }
  await compare("/comparaison", modelComparison(story));
  expect({ seed, story, wrong }).toEqual({ seed, story, wrong: [] });
});

const inForce = (story: readonly Drawn[], day: string) =>
  story.find(({ start, end }) => start <= day && (end === null || day < end));

const refusal = (story: readonly Drawn[], day: string) =>
  day < (story[0]?.start ?? "") ? "edition_not_held" : "document_withdrawn";

function modelDocument(story: readonly Drawn[], day: string, isFormer = false) {
  const edition = inForce(story, day);
  if (edition === undefined) return refusal(story, day);
  const [current = "", former = current] = textsOf(edition);
  return { start: edition.start, empreinte: fingerprint(isFormer ? former : current) };
}

function modelParagraph(story: readonly Drawn[], day: string) {
  const edition = inForce(story, day);
  if (edition === undefined) return refusal(story, day);
  const rank = story.indexOf(edition);
  const isSame = (one: Drawn | undefined, next: Drawn | undefined) =>
    one !== undefined && next !== undefined && !one.isWithdrawn && one.ten === next.ten;
  let [first, last] = [rank, rank];
  while (isSame(story[first - 1], story[first])) first -= 1;
  while (isSame(story[last], story[last + 1])) last += 1;
  return { ten: edition.ten, depuis: story[first]?.start, jusquAu: story[last]?.end ?? null };
}

function modelComparison(story: readonly Drawn[]) {
  const [before, after] = story.slice(-2);
  if (before === undefined || after === undefined) return "edition_not_held";
  const changed = (["ten", "twenty"] as const).filter((name) => before[name] !== after[name]);
  return { de: before.start, a: after.start, changed: changed.map((name) => (name === "ten" ? "10" : "20")) };
}

/** The current text, then the previous one. */
function textsOf({ ten, twenty, formerTen }: Drawn): string[] {
  const current = `${ten}\n\n${twenty}`;
  return formerTen === null ? [current] : [current, `${formerTen}\n\n${twenty}`];
}

function drawStory(random: Random): Drawn[] {
  const starts = STARTS.filter(() => random.below(3) > 0);
  const kept = starts.length === 0 ? STARTS.slice(0, 1) : starts;
  return kept.map((start, index) => {
    const next = kept[index + 1] ?? null;
    const isWithdrawn = random.below(4) === 0;
    const gap = next === null ? "2025-01-01" : dayBefore(next);
    return {
      start,
      end: isWithdrawn ? gap : next,
      isWithdrawn,
      ten: `Le taux est de ${random.below(2)}.`,
      twenty: `Le plafond est de ${random.below(3)}.`,
      formerTen: random.below(2) === 0 ? null : `Le taux était de ${index + 7}.`,
    };
  });
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

async function write(database: Database, boiId: string, story: readonly Drawn[]): Promise<void> {
  const fixtures = story.map((edition, index) => {
    const isLast = index === story.length - 1;
    const ended = edition.isWithdrawn ? ("retire" as const) : ("remplace" as const);
    return {
      date: edition.start,
      texte: textsOf(edition)[0] ?? "",
      paragraphes: spansOf(edition.ten, edition.twenty),
      statut: isLast && !edition.isWithdrawn ? ("en_vigueur" as const) : ended,
      ...(edition.end === null ? {} : { dateFin: edition.end }),
    };
  });
  const isWithdrawn = story.at(-1)?.isWithdrawn === true;
  await addDocuments(database, {
    boiId,
    statut: isWithdrawn ? "retire" : "en_vigueur",
    ...{ shown: fixtures.at(-1) ?? {}, others: fixtures.slice(0, -1) },
  });
  for (const { id, date_debut } of await readHeldEditions(database, boiId)) {
    const edition = story.find(({ start }) => start === date_debut);
    if (edition !== undefined && edition.formerTen !== null)
      await addFormerWording(database, id, edition, edition.formerTen);
  }
}

async function addFormerWording(database: Database, editionId: number, drawn: Drawn, ten: string) {
  const [, former = ""] = textsOf(drawn);
  const row = { editionId, sourceKind: "export" as const, titre: "", derivationVersion: 1 };
  await database.$client`update wordings set recue_le = ${RECEIVED} where edition_id = ${editionId}`;
  const [wording] = await database
    .insert(wordings)
    .values({ ...row, sourceOrder: "2000-01-01", empreinte: fingerprint(former), current: false })
    .returning();
  await database.insert(keptTexts).values({
    ...{ editionId, wordingId: wording?.id ?? 0, empreinte: fingerprint(former), derivationVersion: 1 },
    ...{ contenuHtml: `<p>${former}</p>`, contenuTexte: former, paragraphes: spansOf(ten, drawn.twenty) },
    ...{ reserves: [], images: [], citedDocuments: [], citedArticles: [] },
  });
}

function spansOf(ten: string, twenty: string) {
  const start = ten.length + 2;
  return [
    { numero: "10", section: [], start: 0, end: ten.length },
    { numero: "20", section: [], start, end: start + twenty.length },
  ];
}

interface Answer {
  readonly error?: { readonly code: string };
  readonly edition?: { readonly date_debut: string; readonly empreinte: string };
  readonly numero?: string;
  readonly texte?: string;
  readonly inchange_depuis?: string;
  readonly inchange_jusqu_au?: string | null;
  readonly de?: { readonly date_debut: string };
  readonly a?: { readonly date_debut: string };
  readonly paragraphes?: readonly { readonly numero: string | null }[];
}

/** The part of an answer that the model predicts. */
async function answerOf(path: string): Promise<unknown> {
  const answer = (await (await service.get(path, key)).json()) as Answer;
  const { error, edition, de, a } = answer;
  if (error !== undefined) return error.code;
  if (de !== undefined)
    return { de: de.date_debut, a: a?.date_debut, changed: answer.paragraphes?.map(({ numero }) => numero) };
  if (answer.numero === undefined) return { start: edition?.date_debut, empreinte: edition?.empreinte };
  const { texte: ten, inchange_depuis: depuis, inchange_jusqu_au: jusquAu } = answer;
  return { ten, depuis, jusquAu };
}
