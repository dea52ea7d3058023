/** The OpenAPI document and the service, judged against each other by a tool that knows neither. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";
import { installPythonPackage } from "../../python-package.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { IS_FULL } from "../faults/seed.ts";

/** The version that the expectations of `schemathesis.toml` were written with. */
const PACKAGE = "schemathesis==4.32.5";
const ADMIN_TOKEN = "un-jeton-d-administration-de-test";
/** More than it asks. */
const REQUESTS_A_MINUTE = 1_000_000;
/** Examples and bounds find most faults; random values and the links of answers are left to the full tier. */
const PHASES = IS_FULL ? "examples,coverage,fuzzing,stateful" : "examples";
/** For each operation, of what it draws. */
const MAX_EXAMPLES = 40;
const SEED = 1;
const LIMIT_MS = 180_000;

const installed = await installPythonPackage(PACKAGE);
const isAbsent = typeof installed === "string";
const title = `schemathesis: ${PHASES}`;

describe.skipIf(isAbsent)(isAbsent ? `${title} (skipped: ${installed})` : title, () => {
  let api: ApiProcess;

  beforeAll(async () => {
    api = await startApi({ DATA_DIR: await createDataDir(), SOURCE: "sample", ADMIN_TOKEN });
  }, LIMIT_MS);
  afterAll(() => api?.stop(), LIMIT_MS);

  test(
    "finds no answer that the document does not tell, and no request that one accepts and the other refuses",
    async () => {
      const { code, printed } = await run(api.url, await createKey(api.url));
      expect(code === 0 ? "" : printed).toBe("");
      expect(printed).toMatch(/(\d\d) selected \/ \1 total/);
    },
    LIMIT_MS,
  );
});

async function run(url: string, key: string): Promise<{ code: number; printed: string }> {
  if (typeof installed === "string") throw new Error(installed);
  const options = [
    ["--header", `X-API-Key: ${key}`],
    ["--phases", PHASES],
    ["--max-examples", String(MAX_EXAMPLES)],
    ["--seed", String(SEED)],
    ["--continue-on-failure", "--no-color"],
  ].flat();
  const config = ["--config-file", join(import.meta.dir, "schemathesis.toml")];
  const { python, folder, environment } = installed;
  const tool = Bun.spawn(
    [python, join(folder, "bin", "schemathesis"), ...config, "run", `${url}/openapi.json`, ...options],
    {
      // Where it keeps what it learns.
      cwd: temporaryFolder(),
      env: { PATH: Bun.env["PATH"], ...environment },
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const printed = await new Response(tool.stdout).text();
  return { code: await tool.exited, printed };
}

async function createKey(url: string): Promise<string> {
  const answer = await fetch(`${url}/admin/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "schemathesis", plan: "interne", minute_limit: REQUESTS_A_MINUTE }),
  });
  return ((await answer.json()) as { key: string }).key;
}
