import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small disk of its own, in memory. */
interface SmallDisk {
  readonly folder: string;
  /** Fills it up to so many free bytes; null gives back all that this took. */
  leave(bytes: number | null): void;
  /** Unmounts the disk and deletes its content. */
  remove(): void;
}

/** Mounts one, which needs root; null, with the reason printed once, where this process may not. */
export function mountDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "doctrine-disk-"));
  const { success } = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (!success) {
    rmSync(folder, { recursive: true });
    console.warn("skipped: a disk to fill can be mounted by root only");
    return null;
  }
  const filler = join(folder, "filler");
  return {
    folder,
    leave(bytes) {
      rmSync(filler, { force: true });
      if (bytes === null) return;
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
    },
    remove() {
      Bun.spawnSync(["umount", "--lazy", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
