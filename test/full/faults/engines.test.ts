import { afterAll, beforeAll, expect, test } from "bun:test";
import { attempt, compare } from "./attempt.ts";
import { Campaign, NOTHING_WRONG, type Outcome } from "./campaign.ts";
import {
  chooseEnginePoints,
  type EnginePoint,
  nameOfEnginePoint,
  type PointFault,
  rankOf,
} from "./engine-points.ts";
import { isOfStage } from "./kill-points.ts";
import { reference } from "./references.ts";
import { type Environment, startRun, wordsOf } from "./run.ts";
import { named } from "./seed.ts";
import { describeOnServers, TIMEOUT_MS } from "./servers.ts";

/** How long an engine is waited for, in seconds: the next when a busy machine takes longer than that by itself. */
const PATIENCE = [2, 10, 60] as const;
/** An engine that does not answer is given up soon. */
const LIMITS: Partial<Record<PointFault, string>> = { hang: "ENGINE_TIMEOUT", lose: "MEILI_TASK_TIMEOUT" };
/** A run ends within some four times its patience once the database hangs; the rest is for a busy machine. */
const endLimitMs = (patienceSeconds: number) => (60 + 10 * patienceSeconds) * 1_000;
/** Texts are read again once the run has ended, for whatever the next one finds. */
const OF_SCRUB = /^relational [+-] scrubs /;
const TOO_SOON = "the run ended before the engine could fail";
/** A message for the operator: the name of what is away, in French, or that the run was interrupted. */
const CLEAR =
  /Meilisearch|MEILI_URL|Qdrant|PostgreSQL|DATABASE_URL|index vectoriel|plein texte|interrompue|No space left/;

describeOnServers("an engine that fails during a run", () => {
  const campaign = new Campaign("Engines that fail", named(chooseEnginePoints(), nameOfEnginePoint), failAt);
  beforeAll(() => campaign.begin());
  afterAll(() => campaign.report(({ engine, fault }) => `${engine}, ${fault}`), TIMEOUT_MS);

  test.each(campaign.points.map((point) => [nameOfEnginePoint(point), point] as const))(
    "ends it in time with a clear error, and the next run makes all good: %s",
    async (_, point) => {
      expect(await campaign.of(point)).toEqual(NOTHING_WRONG);
    },
    TIMEOUT_MS,
  );
});

async function failAt(point: EnginePoint): Promise<Outcome> {
  const limit = LIMITS[point.fault];
  if (limit === undefined) return await failOnce(point, {}, null);
  let outcome: Outcome | null = null;
  for (const seconds of PATIENCE) {
    // The other engines do without: the run goes on.
    const isTheEnd = point.engine === "postgres";
    outcome = await failOnce(point, { [limit]: String(seconds) }, isTheEnd ? endLimitMs(seconds) : null);
    if (!outcome.faults.includes(TOO_SOON)) break;
  }
  if (outcome === null) throw new Error("no patience at all");
  return outcome;
}

/** @param endMs how long the run may go on once it has met the fault; null for as long as any run. */
async function failOnce(point: EnginePoint, limits: Environment, endMs: number | null): Promise<Outcome> {
  const undisturbed = await reference(point.import);
  const { steps, state } = undisturbed;
  const rank = rankOf(steps, point.stage, point.share);
  return await attempt(undisturbed, async ({ engines, doors, source, environment, meet, complain }) => {
    const door = doors.of[point.engine];
    let seen = 0;
    let isMet = false;
    let onMet = () => {};
    meet(
      (step) => isOfStage(step, point.stage) && seen++ === rank,
      () => ({
        async before() {
          isMet = true;
          if (point.fault === "crash") await engines.qdrant.kill();
          await door.suffer(point.fault === "crash" ? "refuse" : point.fault);
          onMet();
        },
      }),
    );
    const run = startRun(source, { ...environment, ...limits });
    let timer: Timer | undefined;
    onMet = () => {
      if (endMs === null) return;
      timer = setTimeout(() => {
        complain(`it goes on ${endMs / 1_000} s after the fault`);
        void run.kill();
      }, endMs);
    };
    const ended = await run.ended;
    clearTimeout(timer);
    if (engines.qdrant.isAway) await engines.qdrant.revive();
    await door.suffer(null);
    if (!isMet) complain(TOO_SOON);
    if (ended.isStuck || ended.code === null) complain(wordsOf(ended));
    // A run that recovered from the fault has not failed; its report must then be true.
    if (ended.code === 0)
      for (const line of compare(state, await engines.state()).filter((line) => !OF_SCRUB.test(line)))
        complain(`a run that says all is well: ${line}`);
    else await checkWords(ended.output + ended.errors, complain);
  });
}

async function checkWords(told: string, complain: (fault: string) => void): Promise<void> {
  if (!CLEAR.test(told)) complain(`nobody can tell what failed: ${told}`);
  if (/^\s+at .*:\d+:\d+/m.test(told)) complain(`a stack trace is shown: ${told}`);
}
