import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { controlSocketPath } from "../../../../db/data-folder/control-client.ts";

const LONG = `/${"dossier-".repeat(20)}`;
const made: string[] = [];

beforeEach(() => made.push(dirname(controlSocketPath(LONG))));

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test("a folder with a short path holds its socket", () => {
  expect(controlSocketPath("/srv/doctrine")).toBe("/srv/doctrine/control.sock");
});

test("a path too long for a socket gives one that a server can listen on, always the same", () => {
  const path = controlSocketPath(LONG);
  const server = Bun.serve({ unix: path, fetch: () => new Response("ok") });
  server.stop(true);
  expect(path.startsWith(tmpdir())).toBe(true);
  expect(controlSocketPath(LONG)).toBe(path);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

test("two folders with long paths have two sockets", () => {
  const other = controlSocketPath(`${LONG}bis`);
  made.push(dirname(other));
  expect(other).not.toBe(controlSocketPath(LONG));
});

test("accents count for the bytes that they take", () => {
  const accented = `/${"é".repeat(60)}`;
  const path = controlSocketPath(accented);
  made.push(dirname(path));
  expect(path.startsWith(accented)).toBe(false);
});

test("a temporary folder open to others is not trusted", () => {
  chmodSync(dirname(controlSocketPath(LONG)), 0o755);
  expect(() => controlSocketPath(LONG)).toThrow("n'est pas réservé");
});
