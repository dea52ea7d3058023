/**
 * `bun run release:digests`: writes to `release/` what pins images to the digest that their tag has now:
 * `compose.digests.yaml`, for those that `compose.yaml` runs and those that ours are built from, and the workflows of
 * the forge. Their actions are pinned in the project itself.
 */
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { DigestUnknown, digestOfImage } from "./image-digest.ts";

const Compose = Type.Object({
  services: Type.Record(
    Type.String(),
    Type.Object({ image: Type.String(), build: Type.Optional(Type.String()) }),
  ),
});

/** An image that a stage of a Dockerfile begins with, and the name of that stage, if it has one. */
const FROM = /^FROM (\S+)(?: AS (\S+))?$/gim;
/** The image that a job of a workflow runs in, unless it has its digest already. */
const CONTAINER = /^(\s*(?:container|image): )([^\s@]+)(?=\s*(?:#.*)?$)/gm;

/**
 * Writes those files; each image keeps its tag, for readers, and gets its digest.
 * @returns their paths.
 * @throws {DigestUnknown} when a registry does not answer; no file is then left, rather than those of another day.
 */
export async function writeDigests(project: string, folder: string): Promise<string[]> {
  const files = [
    join(folder, "compose.digests.yaml"),
    ...workflowsOf(project).map((path) => pinnedIn(folder, path)),
  ];
  for (const file of files) rmSync(file, { force: true });
  const pinned = await Promise.all([composeOverride(project), ...workflowsOf(project).map(pinnedWorkflow)]);
  mkdirSync(folder, { recursive: true });
  await Promise.all(files.map((file, index) => Bun.write(file, pinned[index] ?? "")));
  return files;
}

/** An override file, whose `additional_contexts` stand in for the images that a Dockerfile names. */
async function composeOverride(project: string): Promise<string> {
  const compose = Bun.YAML.parse(await Bun.file(join(project, "compose.yaml")).text());
  const lines = Object.entries(Value.Decode(Compose, compose).services).map(
    async ([name, { image, build }]) => {
      if (build === undefined) return `  ${name}: { image: "${await pinnedImage(image)}" }\n`;
      const bases = basesOf(await Bun.file(join(project, build, "Dockerfile")).text());
      const contexts = bases.map(async (base) => `"${base}": "docker-image://${await pinnedImage(base)}"`);
      return `  ${name}: { build: { additional_contexts: { ${(await Promise.all(contexts)).join(", ")} } } }\n`;
    },
  );
  const services = (await Promise.all(lines)).join("");
  return `# docker compose -f compose.yaml -f compose.digests.yaml up -d --build\nservices:\n${services}`;
}

/** The images that a Dockerfile begins its stages with, but for its own stages. */
function basesOf(dockerfile: string): string[] {
  const stages = [...dockerfile.matchAll(FROM)];
  const names = new Set(stages.map(([, , name]) => name));
  return [...new Set(stages.flatMap(([, image = ""]) => (names.has(image) ? [] : image)))];
}

function workflowsOf(project: string): string[] {
  const paths = new Bun.Glob(".github/workflows/*.yml").scanSync({ cwd: project, dot: true });
  return [...paths].sort().map((path) => join(project, path));
}

function pinnedIn(folder: string, workflow: string): string {
  return join(folder, "workflows", basename(workflow));
}

async function pinnedWorkflow(path: string): Promise<string> {
  const text = await Bun.file(path).text();
  const images = [...text.matchAll(CONTAINER)].map(([, , image = ""]) => image);
  const pinned = new Map(
    await Promise.all(images.map(async (image) => [image, await pinnedImage(image)] as const)),
  );
  return text.replace(CONTAINER, (_, before: string, image: string) => before + pinned.get(image));
}

async function pinnedImage(image: string): Promise<string> {
  return `${image}@${await digestOfImage(image)}`;
}

if (import.meta.main) {
  const project = join(import.meta.dir, "../..");
  try {
    for (const file of await writeDigests(project, join(project, "release"))) console.log(file);
  } catch (error) {
    if (!(error instanceof DigestUnknown)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
