/**
 * `bun run release:digests`: writes `release/compose.digests.yaml`, which pins the images of `compose.yaml` that are not
 * built here to the digest that their tag has now.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { DigestUnknown, digestOfImage } from "./image-digest.ts";

const Compose = Type.Object({
  services: Type.Record(
    Type.String(),
    Type.Object({ image: Type.String(), build: Type.Optional(Type.Unknown()) }),
  ),
});

/**
 * Writes the override file of a project: each image keeps its tag, for readers, and gets its digest.
 * @returns its path.
 * @throws {DigestUnknown} when a registry does not answer; nothing is then written, rather than half of the images.
 */
export async function writeDigests(project: string, path: string): Promise<string> {
  const { services } = Value.Decode(
    Compose,
    Bun.YAML.parse(await Bun.file(join(project, "compose.yaml")).text()),
  );
  const fetched = Object.entries(services).filter(([, { build }]) => build === undefined);
  const images = [...new Set(fetched.map(([, { image }]) => image))];
  const digests = new Map(
    await Promise.all(images.map(async (image) => [image, await digestOfImage(image)] as const)),
  );
  const lines = fetched.map(
    ([name, { image }]) => `  ${name}: { image: "${image}@${digests.get(image)}" }\n`,
  );
  await Bun.write(
    path,
    `# docker compose -f compose.yaml -f compose.digests.yaml up -d\nservices:\n${lines.join("")}`,
  );
  return path;
}

if (import.meta.main) {
  const project = join(import.meta.dir, "../..");
  const folder = join(project, "release");
  mkdirSync(folder, { recursive: true });
  try {
    console.log(await writeDigests(project, join(folder, "compose.digests.yaml")));
  } catch (error) {
    if (!(error instanceof DigestUnknown)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
