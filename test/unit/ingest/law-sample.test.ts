import { expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  globalName,
  incrementName,
  SAMPLE_GLOBAL,
  SAMPLE_INCREMENT,
  writeLegiArchive,
} from "../../fixtures/legi-archive.ts";
import { temporaryFolder } from "../../folders.ts";

const FOLDER = join(import.meta.dir, "../../../ingest/sample/legi");

/** `UPDATE_SAMPLE=1` writes the archives of the sample. */
test("the law of the sample is what its description makes", async () => {
  const isUpdate = process.env["UPDATE_SAMPLE"] === "1";
  if (isUpdate && !existsSync(FOLDER)) mkdirSync(FOLDER);
  const made = isUpdate ? FOLDER : temporaryFolder();
  const names = [globalName(SAMPLE_GLOBAL.stamp), incrementName(SAMPLE_INCREMENT.stamp)];
  await writeLegiArchive(join(made, names[0] ?? ""), SAMPLE_GLOBAL, true);
  await writeLegiArchive(join(made, names[1] ?? ""), SAMPLE_INCREMENT, false);
  for (const name of names) {
    // Compressed bytes may differ from one release of zlib to the next.
    const [expected, held] = await Promise.all(
      [made, FOLDER].map(async (folder) => Bun.gunzipSync(await Bun.file(join(folder, name)).bytes())),
    );
    expect(held).toEqual(expected);
  }
});
