/** Where the last checkpoint is kept, and what becomes of one that was kept elsewhere before. */
import { beforeEach, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { signCheckpoint } from "../../../../bofip/proof/checkpoint.ts";
import { signerKey } from "../../../../bofip/proof/keys.ts";
import { openCheckpointPlace } from "../../../../ingest/proof/checkpoint-file.ts";
import { openProver, warnOfCheckpoint } from "../../../../ingest/proof/prover.ts";
import { ORIGIN, proofConfig } from "../../../fixtures/proof.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";

const { privateKey } = generateKeyPairSync("ed25519");

function checkpoint(size: number, origin = ORIGIN): string {
  return signCheckpoint({ origin, size, root: new Uint8Array(32) }, [signerKey(origin, privateKey)]);
}

describe("the last checkpoint", () => {
  let apart: string;
  let inside: string;
  const places = () => ({ checkpointFile: apart, checkpointFallback: inside });
  const close = () => {
    // Nobody, not even root, writes into a folder that is not there.
    apart = join(temporaryFolder(), "absent", "donnees.tete-de-preuve.txt");
  };
  beforeEach(() => {
    const parent = temporaryFolder();
    mkdirSync(join(parent, "donnees"));
    apart = join(parent, "donnees.tete-de-preuve.txt");
    inside = join(parent, "donnees", "tete-de-preuve.txt");
  });
  const put = (path: string, note: string | null) => {
    if (note === null) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, note);
  };

  test.each<[string, string | null, string | null, string | null]>([
    ["is outside DATA_DIR, from the first", null, null, null],
    ["stays where it is", checkpoint(5), null, checkpoint(5)],
    ["leaves DATA_DIR, where a former release put it", null, checkpoint(5), checkpoint(5)],
    [
      "is the one that goes further, here that of a folder restored",
      checkpoint(9),
      checkpoint(5),
      checkpoint(9),
    ],
    [
      "is the one that goes further, here that of a return to a former release",
      checkpoint(5),
      checkpoint(9),
      checkpoint(9),
    ],
    [
      "is of the later log, whatever its size",
      checkpoint(2, `${ORIGIN}/2`),
      checkpoint(9),
      checkpoint(2, `${ORIGIN}/2`),
    ],
  ])("%s", async (_, before, former, after) => {
    put(apart, before);
    put(inside, former);
    expect(await openCheckpointPlace(places())).toBe(apart);
    expect(existsSync(apart) ? readFileSync(apart, "utf8") : null).toBe(after);
    expect(existsSync(inside)).toBe(false);
  });

  test("is in DATA_DIR where its parent cannot be written, and the start says so", async () => {
    close();
    put(inside, checkpoint(5));
    expect(await openCheckpointPlace(places())).toBe(inside);
    expect(readFileSync(inside, "utf8")).toBe(checkpoint(5));
    const warnings: unknown[] = [];
    const log = { warn: (...said: unknown[]) => void warnings.push(...said) };
    await warnOfCheckpoint(proofConfig(places()), log);
    expect(warnings).toEqual([{ file: inside }, expect.stringContaining("PROOF_CHECKPOINT")]);
    expect((await openProver(proofConfig(places())))?.checkpointFile).toBe(inside);
  });

  test("gives no warning where it is apart, was named, or where nothing is signed", async () => {
    const warnings: unknown[] = [];
    const log = { warn: (...said: unknown[]) => void warnings.push(said) };
    await warnOfCheckpoint(proofConfig(places()), log);
    await warnOfCheckpoint(proofConfig({ checkpointFile: inside }), log);
    close();
    await warnOfCheckpoint(proofConfig({ ...places(), keys: [] }), log);
    expect(warnings).toEqual([]);
  });

  test("of two services is nobody's: both files stay, and the operator decides", async () => {
    put(apart, checkpoint(5));
    put(inside, checkpoint(5, "autre.test/preuves"));
    expect(String(await rejectionOf(openCheckpointPlace(places())))).toContain("deux journaux");
    expect([existsSync(apart), existsSync(inside)]).toEqual([true, true]);
  });

  test("that is none is not passed over", async () => {
    put(inside, "autre chose\n");
    expect(String(await rejectionOf(openCheckpointPlace(places())))).toContain("n'est pas une tête");
    expect(existsSync(inside)).toBe(true);
  });
});
