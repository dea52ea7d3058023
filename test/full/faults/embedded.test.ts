import { afterAll, beforeAll, expect, test } from "bun:test";
import { Campaign, NOTHING_WRONG } from "./campaign.ts";
import { killEmbedded } from "./embedded-attempt.ts";
import { chooseEmbeddedPoints, nameOf } from "./embedded-points.ts";
import { named } from "./seed.ts";
import { describeOnServers, TIMEOUT_MS } from "./servers.ts";

describeOnServers("a run on the embedded engines, killed by SIGKILL", () => {
  const campaign = new Campaign(
    "Runs on the embedded engines, killed",
    named(chooseEmbeddedPoints(), nameOf),
    killEmbedded,
  );
  beforeAll(() => campaign.begin());
  afterAll(() => campaign.report(({ import: name }) => `${name} import`), TIMEOUT_MS);

  test.each(campaign.points.map((point) => [nameOf(point), point] as const))(
    "comes to what the servers hold: %s",
    async (_, point) => {
      expect(await campaign.of(point)).toEqual(NOTHING_WRONG);
    },
    TIMEOUT_MS,
  );
});
