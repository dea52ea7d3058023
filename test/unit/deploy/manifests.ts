import { join } from "node:path";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

export const MANIFESTS = join(import.meta.dir, "../../../deploy/kubernetes");
/** Kustomize's own file, which is no object of the API. */
export const KUSTOMIZATION = "kustomization.yaml";

const Named = Type.Object({ kind: Type.String(), metadata: Type.Object({ name: Type.String() }) });

/** Names of the manifests' files, Kustomize's own apart. */
export function manifestFiles(): string[] {
  const files = new Bun.Glob("*.yaml").scanSync({ cwd: MANIFESTS });
  return [...files].filter((name) => name !== KUSTOMIZATION).sort();
}

/** The documents of a file of the manifests. */
export async function readManifest(name: string): Promise<unknown[]> {
  const parsed: unknown = Bun.YAML.parse(await Bun.file(join(MANIFESTS, name)).text());
  return Array.isArray(parsed) ? parsed : [parsed];
}

/** An object of the manifests, as the schema reads it. @throws when it is absent or of another form */
export async function readObject<Schema extends TSchema>(
  kind: string,
  name: string,
  schema: Schema,
): Promise<Static<Schema>> {
  const documents = await Promise.all(manifestFiles().map(readManifest));
  const found = documents
    .flat()
    .find(
      (document) => Value.Check(Named, document) && document.kind === kind && document.metadata.name === name,
    );
  return Value.Decode(schema, found);
}
