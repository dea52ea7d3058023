import { afterAll, beforeAll, expect, test } from "bun:test";
import { attempt } from "./attempt.ts";
import { Campaign, NOTHING_WRONG, type Outcome } from "./campaign.ts";
import { chooseKillPoints, isOfStage, type KillPoint, nameOf } from "./kill-points.ts";
import { reference } from "./references.ts";
import { type RunProcess, startRun, startWorkerRun } from "./run.ts";
import { named } from "./seed.ts";
import { describeOnServers, TIMEOUT_MS } from "./servers.ts";

describeOnServers("a run killed by SIGKILL", () => {
  const campaign = new Campaign("Runs killed by SIGKILL", named(chooseKillPoints(), nameOf), killAt);
  beforeAll(() => campaign.begin());
  afterAll(() => campaign.report(({ import: name, stage }) => `${name} import, ${stage}`), TIMEOUT_MS);

  test.each(campaign.points.map((point) => [nameOf(point), point] as const))(
    "loses nothing, doubles nothing, leaves nothing half-written: %s",
    async (_, point) => {
      expect(await campaign.of(point)).toEqual(NOTHING_WRONG);
    },
    TIMEOUT_MS,
  );
});

async function killAt(point: KillPoint): Promise<Outcome> {
  const undisturbed = await reference(point.import);
  const { steps } = undisturbed;
  const ofStage = steps.filter((step) => isOfStage(step, point.stage));
  const rank = Math.floor(point.share * ofStage.length);
  return await attempt(undisturbed, async ({ engines, source, environment, meet, complain }) => {
    let run: RunProcess | null = null;
    let seen = 0;
    const kill = async () => await run?.kill();
    meet(
      (step) => isOfStage(step, point.stage) && seen++ === rank,
      () => (point.isDone ? { after: kill } : { before: kill }),
    );
    if (point.process === "worker" && point.import !== "first") await engines.rememberSource(source);
    run = point.process === "worker" ? startWorkerRun(source, environment) : startRun(source, environment);
    const { code } = await run.ended;
    if (code !== null) complain(`the run ended (code ${code}) before it could be killed`);
  });
}
