import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Installer, ModelUnavailable, obtainModel } from "../../../../ingest/obtain-model.ts";
import { RELEASE } from "../../../../search/embeddings/sentence-encoder/files/release.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";

async function reasonOf(file: string | null, tools: readonly Installer[] = []): Promise<string> {
  const folder = join(temporaryFolder(), "modele");
  const fault = await rejectionOf(obtainModel(folder, file, tools));
  expect(fault).toBeInstanceOf(ModelUnavailable);
  expect(existsSync(folder)).toBe(false);
  return String(fault);
}

describe("a model that can't be had is told in one line, with what to do, and nothing is kept", () => {
  test("without an installer", async () => {
    const reason = await reasonOf(null);
    expect(reason).toContain("ni uv ni pip");
    expect(reason).toContain("bun run model");
    expect(reason).not.toContain("\n");
  });

  test("when every installer fails, each asked once", async () => {
    let asked = 0;
    const failing: Installer = async () => {
      asked += 1;
      return false;
    };
    expect(await reasonOf(null, [failing, failing])).toContain("n'a pas pu être téléchargé");
    expect(asked).toBe(2);
  });

  test("when what was installed is not what was published", async () => {
    const other: Installer = async (_, target) => {
      for (const { path } of RELEASE.files) {
        mkdirSync(dirname(join(target, path)), { recursive: true });
        writeFileSync(join(target, path), "autre chose");
      }
      return true;
    };
    expect(await reasonOf(null, [other])).toContain("n'est pas celui qui a été publié");
  });

  test("when the package brought by hand is another, or is not there", async () => {
    const file = join(temporaryFolder(), "paquet.whl");
    expect(await reasonOf(file)).toContain("illisible");
    writeFileSync(file, "autre chose");
    expect(await reasonOf(file)).toContain("SHA-256");
  });
});

test("installers are given the exact version by its hash, and leave nothing behind", async () => {
  let seen = "";
  const tool: Installer = async (requirements) => {
    seen = requirements;
    expect(readFileSync(requirements, "utf8")).toBe(
      `${RELEASE.package}==${RELEASE.version} --hash=sha256:${RELEASE.sha256}\n`,
    );
    return false;
  };
  await reasonOf(null, [tool]);
  expect(seen).not.toBe("");
  expect(existsSync(dirname(seen))).toBe(false);
});
