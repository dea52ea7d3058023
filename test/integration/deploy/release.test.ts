/** `bun run release`, in a copy of the project that is a repository of its own. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { git } from "../../../deploy/release/git.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { temporaryFolder } from "../../folders.ts";
import { type Registry, startRegistry } from "../../servers/registry.ts";

const ROOT = join(import.meta.dir, "../../..");
const { version } = packageJson;
const TAG = `v${version}`;
/** The bill of materials is read from `npm ls`. */
const absence = Bun.which("npm") === null ? " (skipped: there is no npm)" : "";

setDefaultTimeout(60_000);

/** What the command reads. */
const FILES = [
  ...["bunfig.toml", ...new Bun.Glob("patches/*").scanSync(ROOT)],
  ...[
    "package.json",
    "bun.lock",
    ".gitignore",
    "CHANGELOG.md",
    "server.json",
    "clients/typescript/package.json",
    "clients/python/pyproject.toml",
  ],
  ...new Bun.Glob("deploy/release/*.ts").scanSync(ROOT),
];

let project: string;
let registry: Registry;

beforeAll(() => {
  project = join(temporaryFolder(), "project");
  for (const file of FILES) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(project, file));
  }
  registry = startRegistry("outils/cache:1.2");
  writeFileSync(
    join(project, "compose.yaml"),
    `services: { cache: { image: "${registry.host}/outils/cache:1.2" } }\n`,
  );
  git(project, "init", "--quiet");
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
  // A link is no folder for the line of .gitignore.
  appendFileSync(join(project, ".git/info/exclude"), "node_modules\n");
  git(project, "config", "user.name", "Essai");
  git(project, "config", "user.email", "essai@example.fr");
  commit();
});

afterAll(() => registry.stop());

function commit(): void {
  git(project, "add", "--all");
  git(project, "commit", "--quiet", "--message", "Essai");
}

async function release() {
  const child = Bun.spawn([process.execPath, "run", "--silent", "release"], {
    cwd: project,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, printed, complaint };
}

describe(`a release${absence}`, () => {
  test.each([
    [
      "a change is not committed",
      "README.md",
      "Des changements ne sont pas validés :\n?? README.md",
      () => "",
    ],
    [
      "the changelog lacks the version",
      "CHANGELOG.md",
      `CHANGELOG.md n'a pas de section « ## [${version}] - AAAA-MM-JJ »`,
      (text: string) => text.replace(`[${version}]`, "[Non publié]"),
    ],
    [
      "a file says another version",
      "server.json",
      "server.json ne disent pas la version",
      (text: string) => text.replace(version, "0.0.1"),
    ],
  ])("is refused, without tag nor files, where %s", async (_, name, words, edit) => {
    const file = join(project, name);
    const before = existsSync(file) ? readFileSync(file, "utf8") : null;
    writeFileSync(file, edit(before ?? ""));
    const { exitCode, complaint } = await release();
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining(words)]);
    expect([git(project, "tag"), existsSync(join(project, "release"))]).toEqual(["", false]);
    if (before === null) rmSync(file);
    else writeFileSync(file, before);
  });

  describe.skipIf(absence !== "")("of a clean project", () => {
    let printed: string;
    beforeAll(async () => {
      const done = await release();
      expect([done.exitCode, done.complaint]).toEqual([0, ""]);
      printed = done.printed;
    });

    test("has an annotated tag that says the notes, and tells how to publish it", () => {
      expect(git(project, "cat-file", "-t", TAG)).toBe("tag");
      const notes = readFileSync(join(project, "release/notes.md"), "utf8");
      expect(git(project, "tag", "--list", "--format=%(contents)", TAG)).toBe(notes.trimEnd());
      expect(notes).toStartWith(`# Version ${version}, du `);
      expect(printed).toContain(`git push origin ${TAG}`);
    });

    test("has a bill of materials of what production installs, valid for CycloneDX", async () => {
      const text = readFileSync(join(project, "release/sbom.cdx.json"), "utf8");
      expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
      const { components, metadata } = JSON.parse(text);
      const purls: string[] = components.map((component: unknown) => Object(component).purl);
      const held = (names: object) =>
        Object.keys(names).filter((name) => purls.some((purl) => isOf(purl, name)));
      expect(metadata.component.version).toBe(version);
      expect(held(packageJson.dependencies)).toEqual(Object.keys(packageJson.dependencies));
      expect(held({ playwright: "", "@biomejs/biome": "" })).toEqual([]);
    });

    test("has the digests of the images that it is installed with", () => {
      const written = readFileSync(join(project, "release/compose.digests.yaml"), "utf8");
      expect(written).toContain(`cache: { image: "${registry.host}/outils/cache:1.2@${registry.digest}" }`);
      expect(printed).toContain("compose.digests.yaml");
    });

    test("is made all the same where a registry is away, and says what is left to write", async () => {
      git(project, "tag", "--delete", TAG);
      await registry.stop();
      const { exitCode, printed, complaint } = await release();
      expect([exitCode, complaint]).toEqual([0, expect.stringContaining("bun run release:digests")]);
      expect(printed).not.toContain("compose.digests.yaml");
      expect(existsSync(join(project, "release/compose.digests.yaml"))).toBe(false);
    });

    test("leaves the project clean, and is not made twice", async () => {
      expect(git(project, "status", "--porcelain")).toBe("");
      expect(await release()).toMatchObject({
        exitCode: 1,
        complaint: expect.stringContaining(`L'étiquette ${TAG} existe déjà`),
      });
    });
  });
});

/** « pkg:npm/%40sinclair/typebox@0.34.52 » */
function isOf(purl: string, name: string): boolean {
  return purl.startsWith(`pkg:npm/${name.replace("@", "%40")}@`);
}
