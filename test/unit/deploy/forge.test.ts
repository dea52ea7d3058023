/** What the forge is asked to do: run CI, and propose newer dependencies. */
import { expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { YAML } from "bun";
import packageJson from "../../../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../../..");
const read = (path: string) => Bun.file(join(ROOT, path)).text();

const Step = t.Object({
  uses: t.Optional(t.String()),
  run: t.Optional(t.String()),
  with: t.Optional(t.Record(t.String(), t.Unknown())),
});
const Workflow = t.Object({ jobs: t.Object({ verify: t.Object({ steps: t.Array(Step) }) }) });
const Updates = t.Object({
  version: t.Literal(2),
  updates: t.Array(t.Object({ "package-ecosystem": t.String(), directory: t.Literal("/") })),
});

/** What each ecosystem reads. */
const MANIFESTS: Readonly<Record<string, string>> = {
  bun: "bun.lock",
  docker: "Dockerfile",
  "docker-compose": "compose.yaml",
  "github-actions": ".github/workflows/ci.yml",
};

test("the forge's workflow runs the project's own command on the whole history, and nothing else; its actions are pinned", async () => {
  const { jobs } = Value.Parse(Workflow, YAML.parse(await read(".github/workflows/ci.yml")));
  expect(jobs.verify.steps).toEqual([
    { uses: expect.stringMatching(/^actions\/checkout@[0-9a-f]{40}$/), with: { "fetch-depth": 0 } },
    { run: ".ci/run" },
  ]);
  expect(statSync(join(ROOT, ".ci/run")).mode & 0o111).not.toBe(0);
});

test("updates are proposed for everything that names versions", async () => {
  const { updates } = Value.Parse(Updates, YAML.parse(await read(".github/dependabot.yml")));
  const ecosystems = updates.map((update) => update["package-ecosystem"]);
  expect(ecosystems.toSorted()).toEqual(Object.keys(MANIFESTS).toSorted());
  expect(Object.values(MANIFESTS).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("SECURITY.md says which versions are put right: the one that runs is", async () => {
  const minor = packageJson.version.split(".").slice(0, 2).join(".");
  expect(await read("SECURITY.md")).toContain(`| ${minor} | oui |`);
});
