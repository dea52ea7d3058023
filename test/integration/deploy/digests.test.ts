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

const compose = async (host: string, image = "outils/cache:1.2-alpine") => {
  await Bun.write(
    join(project, "compose.yaml"),
    `services:
  api: { build: ., image: doctrine:local }
  model: { build: ./deploy/model, image: doctrine-model:local }
  cache: { image: "${host}/${image}" }
  second: { image: "${host}/${image}" }
`,
  );
  const base = `${host}/${image}`;
  await Bun.write(join(project, "Dockerfile"), `FROM ${base} AS first\nFROM first\nFROM ${base}\nUSER 1\n`);
  await Bun.write(join(project, "deploy/model/Dockerfile"), `# A model.\nFROM ${base}\n`);
  await Bun.write(join(project, ".github/workflows/ci.yml"), workflow(base));
};

const workflow = (image: string) => `jobs:
  verify:
    container: ${image} # Debian
    services:
      cache:
        image: ${image}
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
`;

test("each image that is run, or built from, keeps its tag and gets the digest that its registry gives to anyone", async () => {
  expect(await writeDigests(project, project)).toContain(written);
  const image = `${registry.host}/outils/cache:1.2-alpine@${registry.digest}`;
  const build = {
    additional_contexts: { [`${registry.host}/outils/cache:1.2-alpine`]: `docker-image://${image}` },
  };
  expect(Bun.YAML.parse(await Bun.file(written).text())).toEqual({
    services: { api: { build }, model: { build }, cache: { image }, second: { image } },
  });
});

test("the forge's workflows are written with those of their jobs", async () => {
  await writeDigests(project, project);
  const image = `${registry.host}/outils/cache:1.2-alpine@${registry.digest}`;
  expect(await Bun.file(join(project, "workflows/ci.yml")).text()).toBe(workflow(image));
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
  const fault = String(await rejectionOf(writeDigests(project, project)));
  expect(fault).toContain(words);
  expect(fault).toContain("/outils/cache:");
  expect(existsSync(written)).toBe(false);
});
