/** `bun run release:digests`: the images of compose.yaml, pinned to what their tags are now. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeDigests } from "../../../deploy/release/digests.ts";
import { temporaryFolder } from "../../folders.ts";
import { rejectionOf } from "../../rejection.ts";
import { findFreePort } from "../../servers/free-port.ts";
import { type Registry, startRegistry } from "../../servers/registry.ts";

let registry: Registry;
let project: string;
let written: string;
beforeAll(() => {
  registry = startRegistry("outils/cache:1.2-alpine");
});
beforeEach(async () => {
  Object.assign(registry.faults, { withoutDigest: false, refusesAll: false });
  project = temporaryFolder();
  written = join(project, "compose.digests.yaml");
  await compose(registry.host);
});
afterAll(() => registry.stop());

const compose = (host: string, image = "outils/cache:1.2-alpine") =>
  Bun.write(
    join(project, "compose.yaml"),
    `services:
  api: { build: ., image: doctrine:local }
  cache: { image: "${host}/${image}" }
  second: { image: "${host}/${image}" }
`,
  );

test("each image that is not built here keeps its tag and gets the digest that its registry gives to anyone", async () => {
  await writeDigests(project, written);
  const image = `${registry.host}/outils/cache:1.2-alpine@${registry.digest}`;
  expect(Bun.YAML.parse(await Bun.file(written).text())).toEqual({
    services: { cache: { image }, second: { image } },
  });
});

test.each([
  ["is not there", async () => compose(`127.0.0.1:${await findFreePort()}`), "ne répond pas"],
  ["has no such tag", async () => compose(registry.host, "outils/cache:9"), "(statut 404)"],
  [
    "gives no digest",
    async () => {
      registry.faults.withoutDigest = true;
    },
    "(statut 200)",
  ],
  [
    "lets nobody in",
    async () => {
      registry.faults.refusesAll = true;
    },
    "(statut 403)",
  ],
] as const)("where a registry %s, nothing is written and the image is named", async (_, spoil, words) => {
  await spoil();
  const fault = String(await rejectionOf(writeDigests(project, written)));
  expect(fault).toContain(words);
  expect(fault).toContain("/outils/cache:");
  expect(existsSync(written)).toBe(false);
});
