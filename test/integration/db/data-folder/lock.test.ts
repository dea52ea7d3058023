import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderInUse, FolderNotPrivate, findOwner, lockFolder } from "../../../../db/data-folder/lock.ts";

let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "doctrine-lock-"));
  dataDir = join(parent, "data");
});

afterEach(() => rmSync(parent, { recursive: true }));

describe("while another process owns the folder", () => {
  let owner: Awaited<ReturnType<typeof startOwner>>;

  beforeEach(async () => {
    owner = await startOwner();
  });

  afterEach(() => kill(owner));

  test("a second owner is refused and told who the first one is", async () => {
    const refusal = catchRefusal(() => lockFolder(dataDir));
    expect(refusal.owner).toEqual({ pid: owner.pid, socket: null });
    expect(refusal.message).toContain(`processus ${owner.pid}`);
    expect(refusal.message).toContain(dataDir);
    expect(findOwner(dataDir)).toEqual({ pid: owner.pid, socket: null });
  });

  test("looking for the owner does not disturb it", async () => {
    for (let look = 0; look < 5; look += 1) findOwner(dataDir);
    expect(catchRefusal(() => lockFolder(dataDir)).owner.pid).toBe(owner.pid);
  });

  test("its death by SIGKILL frees the folder at once", async () => {
    await kill(owner);
    expect(findOwner(dataDir)).toBeNull();
    const lock = lockFolder(dataDir);
    expect(findOwner(dataDir)).toEqual({ pid: process.pid, socket: null });
    lock.release();
  });
});

describe("in one process", () => {
  test("the folder is made for its user alone", () => {
    const lock = lockFolder(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    lock.release();
  });

  test.each([0o755, 0o750, 0o770, 0o711])("a folder open to others (%o) is closed to them", (mode) => {
    lockFolder(dataDir).release();
    chmodSync(dataDir, mode);
    lockFolder(dataDir).release();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test("an empty folder, made for the service, is closed to others", () => {
    mkdirSync(dataDir, { mode: 0o755 });
    lockFolder(dataDir).release();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test("a folder of other things, open to others, is refused and left as it is", () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "autre.txt"), "");
    chmodSync(dataDir, 0o755);
    expect(() => lockFolder(dataDir)).toThrow(FolderNotPrivate);
    expect(() => lockFolder(dataDir)).toThrow(`chmod 700 ${dataDir}`);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
    expect(existsSync(join(dataDir, "lock.sqlite"))).toBe(false);
  });

  test("the folder can't be owned twice, and can be again once released", () => {
    lockFolder(dataDir).release();
    const lock = lockFolder(dataDir);
    expect(catchRefusal(() => lockFolder(dataDir)).owner.pid).toBe(process.pid);
    lock.release();
    expect(findOwner(dataDir)).toBeNull();
  });

  test("the lock outlives the garbage collection of what `lockFolder` returned", () => {
    lockFolder(dataDir);
    Bun.gc(true);
    expect(findOwner(dataDir)?.pid).toBe(process.pid);
  });

  test("a folder that was never used has no owner, and looking does not make it", () => {
    expect(findOwner(dataDir)).toBeNull();
    expect(existsSync(dataDir)).toBe(false);
  });

  test("an announced socket is found, and is its owner's alone", () => {
    const lock = lockFolder(dataDir);
    const socket = join(dataDir, "control.sock");
    const server = Bun.serve({ unix: socket, fetch: () => new Response("ok") });
    lock.announceSocket(socket);
    expect(findOwner(dataDir)).toEqual({ pid: process.pid, socket });
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    server.stop(true);
    lock.release();
  });

  test.each(["", "null", '{"pid": "7"}'])(
    "an owner that can't be read is one that has not told: %j",
    (text) => {
      const lock = lockFolder(dataDir);
      writeFileSync(join(dataDir, "owner.json"), text);
      expect(findOwner(dataDir)).toEqual({ pid: null, socket: null });
      lock.release();
    },
  );

  test("the socket that a killed owner left is cleared away", () => {
    lockFolder(dataDir).release();
    const left = join(dataDir, "control.sock");
    writeFileSync(left, "");
    const lock = lockFolder(dataDir);
    expect(existsSync(left)).toBe(false);
    lock.release();
  });
});

async function startOwner() {
  const script = join(import.meta.dir, "../../../servers/folder-owner.ts");
  const owner = Bun.spawn([process.execPath, script, dataDir], { stdin: "pipe", stdout: "pipe" });
  await owner.stdout.getReader().read();
  return owner;
}

async function kill(owner: Awaited<ReturnType<typeof startOwner>>): Promise<void> {
  owner.kill("SIGKILL");
  await owner.exited;
}

function catchRefusal(action: () => void): FolderInUse {
  try {
    action();
  } catch (error) {
    if (error instanceof FolderInUse) return error;
    throw error;
  }
  throw new Error("FolderInUse was expected");
}
