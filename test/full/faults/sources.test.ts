import { afterAll, beforeAll, expect, test } from "bun:test";
import { attempt } from "./attempt.ts";
import { Campaign, NOTHING_WRONG, type Outcome } from "./campaign.ts";
import { type Delivery, openDelivery } from "./delivery.ts";
import { dailyReference, type Reference } from "./references.ts";
import { startRun, wordsOf } from "./run.ts";
import { named } from "./seed.ts";
import { describeOnServers, TIMEOUT_MS } from "./servers.ts";
import { chooseSourcePoints, type SourceFault } from "./source-points.ts";

/** The journal records the order of arrival: after a fault, the other sources of that day came first. */
const TELLS_ORDER = /^relational [+-] journal /;
/** Of which delivery a wording came first, and its days: of one that was cut, when what was left of it was received. */
const CAME_FIRST = / (?:source_order=\S+ \S+|(?:date_source|shown_from|shown_until)=\S+)/g;
/** Where a spoiled file came from, of which records were received all the same; the sound one, when all of them were. */
const TELLS_SOURCE = /^relational [+-] source_servers /;
/** One at a time: they share the server that gives the sources. */
const AT_ONCE = 1;

describeOnServers("a source at fault", () => {
  const points = named(chooseSourcePoints(), nameOf);
  const campaign = new Campaign("Sources at fault", points, meet, AT_ONCE);
  beforeAll(() => campaign.begin());
  afterAll(async () => {
    await campaign.report((fault) => fault.of);
    (await opened)?.delivery.close();
  }, TIMEOUT_MS);

  test.each(points.map((fault) => [nameOf(fault), fault] as const))(
    "is told, spoils nothing, and the next run makes all good: %s",
    async (_, fault) => {
      expect(await campaign.of(fault)).toEqual(NOTHING_WRONG);
    },
    TIMEOUT_MS,
  );
});

interface Day {
  readonly delivery: Delivery;
  readonly undisturbed: Reference;
}

let opened: Promise<Day> | null = null;

async function open(): Promise<Day> {
  const delivery = await openDelivery();
  return { delivery, undisturbed: await dailyReference(delivery.source) };
}

async function meet(fault: SourceFault): Promise<Outcome> {
  opened ??= open();
  const { delivery, undisturbed } = await opened;
  const outcome = await attempt(undisturbed, async ({ source, environment, complain }) => {
    const { isForced } = undisturbed;
    fault.spoil(delivery);
    const ended = await startRun(source, environment, { isForced, fileBlocks: fault.fileBlocks }).ended;
    delivery.restore();
    if (ended.code !== fault.code) complain(`another end was expected: ${wordsOf(ended)}`);
    const told = ended.output + ended.errors;
    if (!fault.told.test(told)) complain(`nobody can tell what is wrong: ${told}`);
    if (/^\s+at .*:\d+:\d+/m.test(told)) complain(`a stack trace is shown: ${told}`);
  });
  return { ...outcome, differences: apartFromOrder(outcome.differences) };
}

/** Differences that another order of what was received does not explain. */
function apartFromOrder(differences: readonly string[]): string[] {
  const unordered = (line: string) => line.replace(CAME_FIRST, "");
  const all = new Set(differences.map(unordered));
  const turned = (line: string) =>
    unordered(line).replace(
      /^(relational) ([+-])/,
      (_, store, sign) => `${store} ${sign === "+" ? "-" : "+"}`,
    );
  return differences.filter(
    (line) => !TELLS_ORDER.test(line) && !TELLS_SOURCE.test(line) && !all.has(turned(line)),
  );
}

function nameOf({ of, name }: SourceFault): string {
  return `${of}, ${name}`;
}
