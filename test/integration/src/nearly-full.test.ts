import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openService, type TestService } from "../../servers/service.ts";

/**
 * The setting that PGlite receives while its disk is nearly full (`db/pglite/host.ts`): its session is the only one.
 */
const READ_ONLY = "set default_transaction_read_only = on";

describe("a service whose store may no longer write", () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await openService();
    key = await service.key("pro");
    await service.database.execute(READ_ONLY);
  });
  afterAll(() => service.close());

  test("refuses a request that it cannot count, and says why", async () => {
    const answer = await service.get("/v1/boi/BOI-IR-LIQ-20-10", key);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await answer.json()).toMatchObject({
      error: { code: "unavailable", message: expect.stringContaining("n'a plus la place d'enregistrer") },
    });
  });

  test("still shows its pages", async () => {
    expect((await service.get("/consultation/BOI-IR-LIQ-20-10")).status).toBe(200);
  });

  test("says so in its state", async () => {
    const answer = await service.get("/v1/status");
    expect(await answer.json()).toMatchObject({
      status: "degraded",
      checks: { d1: { ok: false, detail: expect.stringContaining("espace disque") }, r2: { ok: true } },
    });
  });

  test("counts again once it may write", async () => {
    await service.database.execute("set default_transaction_read_only = off");
    expect((await service.get("/v1/boi/BOI-IR-LIQ-20-10", key)).status).toBe(200);
  });
});
