import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { docPath } from "../../../../src/docs/site.ts";
import { type ApiProcess, startApi } from "../../../servers/api.ts";
import { findFreePort } from "../../../servers/free-port.ts";
import { ADMIN_TOKEN, copyOfSample } from "../../../servers/service.ts";

setDefaultTimeout(60_000);

let api: ApiProcess;
beforeAll(async () => {
  const PORT = String(await findFreePort());
  api = await startApi({ DATA_DIR: await copyOfSample(), ADMIN_TOKEN, PORT });
});
afterAll(() => api.stop());

/** How many parts of the documentation had to be rendered by now. */
async function renderings(): Promise<number> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const metrics = await (await fetch(`${api.url}/metrics`, { headers })).text();
  const [, count] = /^doctrine_cache_lookups_total\{cache="docs",result="miss"\} (\d+)$/m.exec(metrics) ?? [];
  return Number(count);
}

test("what is long to render is rendered before the service listens: its first readers hold nobody up", async () => {
  const prepared = await renderings();
  expect(prepared).toBeGreaterThan(0);
  for (const path of ["/openapi.json", docPath("agents")]) {
    const answer = await fetch(`${api.url}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
  }
  expect(await renderings()).toBe(prepared);
});
