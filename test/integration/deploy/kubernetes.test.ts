/** deploy/kubernetes against the schemas of Kubernetes' API, by a published validator that carries them. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { installPythonPackage } from "../../python-package.ts";
import { MANIFESTS, manifestFiles, readManifest } from "../../unit/deploy/manifests.ts";

const VALIDATOR = "kubernetes-validate==1.37.0";
const LIMIT_MS = 120_000;

const installed = await installPythonPackage(VALIDATOR, ["--only-binary", ":all:"]);
const isAbsent = typeof installed === "string";
const kubectl = Bun.which("kubectl");

afterAll(removeFolders);

/** What the validator says of files: one line a document. A kind that it does not know is a warning, not a fault. */
async function validate(files: readonly string[]): Promise<{ passed: number; complaints: string[] }> {
  if (isAbsent) throw new Error(installed);
  const { python, environment } = installed;
  const child = Bun.spawn([python, "-m", "kubernetes_validate", "--strict", ...files], {
    cwd: MANIFESTS,
    env: { PATH: Bun.env["PATH"], ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [told, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const lines = `${told}${complaint}`.split("\n").filter((line) => line !== "");
  const complaints = lines.filter((line) => !line.startsWith("INFO "));
  return { passed: lines.length - complaints.length, complaints };
}

/** A copy of a manifest with one thing of it changed. */
async function altered(name: string, from: string, to: string): Promise<string> {
  const text = await Bun.file(join(MANIFESTS, name)).text();
  if (!text.includes(from)) throw new Error(`${name} has no « ${from} »`);
  const path = join(temporaryFolder(), name);
  await Bun.write(path, text.replace(from, to));
  return path;
}

describe.skipIf(isAbsent)(
  isAbsent ? `the manifests of Kubernetes (skipped: ${installed})` : "the manifests of Kubernetes",
  () => {
    test(
      "follow the schemas of its API, every document of every file, without an unknown field",
      async () => {
        const documents = await Promise.all(manifestFiles().map(readManifest));
        expect(await validate(manifestFiles())).toEqual({ passed: documents.flat().length, complaints: [] });
      },
      LIMIT_MS,
    );

    const FAULTS = [
      { fault: "a misspelt field", name: "api.yaml", from: "envFrom:", to: "envForm:" },
      { fault: "a number written as text", name: "qdrant.yaml", from: "replicas: 3", to: 'replicas: "3"' },
      { fault: "a missing field", name: "ingress.yaml", from: "pathType: Prefix", to: "" },
      {
        fault: "a version of the API that is gone",
        name: "api.yaml",
        from: "autoscaling/v2",
        to: "autoscaling/v2beta2",
      },
    ] as const;
    for (const { fault, name, from, to } of FAULTS)
      test(
        `are refused with ${fault}`,
        async () => {
          const { complaints } = await validate([await altered(name, from, to)]);
          expect(complaints).toHaveLength(1);
        },
        LIMIT_MS,
      );

    test.skipIf(kubectl === null)(
      kubectl === null
        ? "are put together by Kustomize (skipped: kubectl is absent)"
        : "are put together by Kustomize",
      async () => {
        const built = join(temporaryFolder(), "built.yaml");
        const child = Bun.spawn([kubectl ?? "", "kustomize", MANIFESTS], {
          stdout: Bun.file(built),
          stderr: "pipe",
        });
        expect([await child.stderr.text(), await child.exited]).toEqual(["", 0]);
        const kinds = (await Bun.file(built).text()).match(/^kind: /gm) ?? [];
        expect(kinds.length).toBeGreaterThan(0);
        expect(await validate([built])).toEqual({ passed: kinds.length, complaints: [] });
      },
      LIMIT_MS,
    );
  },
);
