/** What deploy/backup.sh keeps, removes and prints, with a fake pg_dump; the Docker suite runs it with the real one. */
import { beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { temporaryFolder } from "../../folders.ts";

const SCRIPT = join(import.meta.dir, "../../../deploy/backup.sh");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CUT = ".doctrine-20260101T020000Z.dump.part";

let folder: string;
let register: string;
let programs: string;
beforeEach(() => {
  const root = temporaryFolder();
  folder = join(root, "backups");
  programs = join(root, "bin");
  register = join(root, "effacements.jsonl");
  mkdirSync(folder);
  mkdirSync(programs);
  makeWell();
});

function makeWell(): void {
  // « --format=custom --no-owner --file FILE »
  program("pg_dump", 'echo whole > "$4"');
  program("pg_restore", "exit 0");
}

function program(name: string, body: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

function run(act: string, more: Readonly<Record<string, string>> = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", SCRIPT, act], { env: environmentWith(more) });
  return { exitCode, said: `${stdout}${stderr}` };
}

function environmentWith(more: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...BARE_ENVIRONMENT,
    PATH: `${programs}:${Bun.env["PATH"]}`,
    PGDATABASE: "doctrine",
    BACKUP_FOLDER: folder,
    REGISTER: register,
    ...more,
  };
}

/** A dump of some time ago. */
function dumpOf(ageMs: number): string {
  const name = `doctrine-${ageMs}.dump`;
  const at = new Date(Date.now() - ageMs);
  writeFileSync(join(folder, name), "old");
  utimesSync(join(folder, name), at, at);
  return name;
}

const dumps = () => readdirSync(folder).filter((name) => name.endsWith(".dump"));
const unfinished = () => readdirSync(folder).filter((name) => name.startsWith("."));

test("a new dump lets go of those older than the days kept, and of no other", () => {
  const [, kept] = [dumpOf(15 * DAY_MS), dumpOf(13 * DAY_MS)];
  expect(run("now").exitCode).toBe(0);
  const [made = "", ...others] = dumps().filter((name) => name !== kept);
  expect([made, others]).toEqual([expect.stringMatching(/^doctrine-\d{8}T\d{6}Z\.dump$/), []]);
  expect(readFileSync(join(folder, made), "utf8")).toBe("whole\n");
  expect(dumps()).toHaveLength(2);
});

test.each([
  ["cannot be made", "pg_dump"],
  ["cannot be read back", "pg_restore"],
])("a dump that %s has no name, and the old ones stay", (_, name) => {
  const old = dumpOf(40 * DAY_MS);
  program(name, "echo 'no such luck' >&2; exit 3");
  const { exitCode, said } = run("now");
  expect([exitCode, said]).toEqual([3, expect.stringContaining("no such luck")]);
  expect(dumps()).toEqual([old]);
});

test("what a dump that was cut leaves goes an hour later, and one under way is let alone", () => {
  program("pg_dump", 'echo half > "$4"; exit 3');
  expect(run("now").exitCode).toBe(3);
  const [left = ""] = unfinished();
  expect(left).toMatch(/^\.doctrine-\d{8}T\d{6}Z\.dump\.part$/);
  makeWell();
  // Another second has another name.
  renameSync(join(folder, left), join(folder, CUT));
  expect(run("now").exitCode).toBe(0);
  expect(unfinished()).toEqual([CUT]);
  const longAgo = new Date(Date.now() - 2 * HOUR_MS);
  utimesSync(join(folder, CUT), longAgo, longAgo);
  expect(run("now").exitCode).toBe(0);
  expect(unfinished()).toEqual([]);
});

test("the check passes while the last dump is 26 hours old at most", () => {
  expect(run("check").exitCode).toBe(1);
  dumpOf(27 * HOUR_MS);
  expect(run("check")).toMatchObject({ exitCode: 1, said: expect.stringContaining("26 hours") });
  dumpOf(25 * HOUR_MS);
  expect(run("check").exitCode).toBe(0);
});

test("an erasure stays in the register beside the dumps, even when the worker's own is lost", () => {
  const kept = () => readFileSync(join(folder, "effacements.jsonl"), "utf8");
  run("now");
  expect(kept()).toBe("");
  writeFileSync(register, '{"empreinte":"a"}\n');
  run("now");
  writeFileSync(register, '{"empreinte":"b"}\n{"empreinte":"a"}\n');
  run("now");
  expect(kept()).toBe('{"empreinte":"a"}\n{"empreinte":"b"}\n');
  writeFileSync(register, "");
  run("now");
  expect(kept()).toBe('{"empreinte":"a"}\n{"empreinte":"b"}\n');
});

test("an erasure of the day is beside the dumps within a minute, long before the next one", async () => {
  dumpOf(HOUR_MS);
  program("sleep", '[ "$1" -le 60 ] || exec /bin/sleep "$1"; exec /bin/sleep 0.05');
  const hour = (new Date().getUTCHours() + 12) % 24;
  const nightly = Bun.spawn(["sh", SCRIPT, "nightly"], {
    env: environmentWith({ BACKUP_HOUR: `${hour}` }),
    stdio: ["ignore", "ignore", "ignore"],
  });
  try {
    writeFileSync(register, '{"empreinte":"a"}\n');
    const path = join(folder, "effacements.jsonl");
    const kept = () => (existsSync(path) ? readFileSync(path, "utf8") : "");
    const deadline = Date.now() + 10_000;
    while (kept() === "" && Date.now() < deadline) await Bun.sleep(20);
    expect(kept()).toBe('{"empreinte":"a"}\n');
    expect(dumps()).toHaveLength(1);
  } finally {
    nightly.kill();
  }
});

test.each([
  ["nightly", { BACKUP_HOUR: "25" }, "BACKUP_HOUR"],
  ["nightly", { BACKUP_HOUR: "08" }, "BACKUP_HOUR"],
  ["now", { BACKUP_DAYS: "0" }, "BACKUP_DAYS"],
  ["restore", {}, "no such dump"],
  ["tomorrow", {}, "usage"],
])("%s with %o is refused, with the reason", (act, more, words) => {
  expect(run(act, more)).toMatchObject({ exitCode: 1, said: expect.stringContaining(words) });
  expect(existsSync(join(folder, "effacements.jsonl"))).toBe(false);
});

test("of several hosts, a restore stays with the one that is written: another may not have the new database yet", () => {
  const asked = join(folder, "asked");
  program("psql", "echo m2");
  program("pg_restore", `echo "$PGHOST" >> ${asked}`);
  for (const name of ["dropdb", "createdb"]) program(name, "exit 0");
  dumpOf(HOUR_MS);
  expect(run("restore", { PGHOST: "m1,m2,m3" }).exitCode).toBe(0);
  expect(readFileSync(asked, "utf8")).toBe("m2\n");
});
