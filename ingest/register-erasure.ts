import { access, constants, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Type } from "@sinclair/typebox";
import { FINGERPRINT, printable } from "../bofip/text/characters.ts";
import { InvalidJson, jsonParser } from "../db/engine/parse-json.ts";
import type { ErasureRequest } from "../db/erasure/erase.ts";
import type { ErasureView } from "../db/erasure/erasures.ts";
import { IngestionFault } from "./journal/fault.ts";

/** Fingerprints, reason and day: no part of the text. */
const Line = Type.Object({
  empreinte: Type.String({ pattern: FINGERPRINT.source }),
  empreintes: Type.Array(Type.String({ pattern: FINGERPRINT.source })),
  motif: Type.String({ minLength: 1 }),
  effacee_le: Type.String(),
});

const parseLine = jsonParser(Line);

/** Checks that a register can be written, before the erasure that it is to record. @throws {IngestionFault} */
export async function checkRegister(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new IngestionFault(
      `Le registre des effacements ne peut pas être écrit dans ${folder} : rien n'est effacé. ERASURE_REGISTER en nomme un autre.`,
      { cause },
    );
  }
}

/**
 * Appends the missing erasures to a register, one a line, which is kept beside the dumps: a dump older than an erasure
 * contains the text again, and not the erasure. Those that a restored store lacks stay in it.
 */
export async function addToRegister(path: string, erasures: readonly ErasureView[]): Promise<void> {
  const lines = await readLines(path).catch((error) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const known = new Set(
    lines.map(({ empreinte, empreintes }) => [empreinte, ...empreintes.toSorted()].join()),
  );
  const added = erasures
    .map(({ empreinte, empreintes, motif, effacee_le }) => ({ empreinte, empreintes, motif, effacee_le }))
    .filter(({ empreinte, empreintes }) => !known.has([empreinte, ...empreintes.toSorted()].join()));
  if (added.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const whole = [...lines, ...added].map((line) => `${JSON.stringify(line)}\n`).join("");
  await writeFile(`${path}.new`, whole, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** The erasures of a register, to be requested again. @throws {IngestionFault} when unreadable: none then applies */
export async function readRegister(path: string): Promise<ErasureRequest[]> {
  const lines = await readLines(path).catch((error) => {
    if (isAbsent(error)) throw new IngestionFault(`Registre introuvable : ${path}`);
    throw error;
  });
  return lines.map(({ empreinte, empreintes, motif, effacee_le }) => ({
    empreinte,
    empreintes,
    // Former releases let in what is not printable: a text that must go is not kept for it.
    reason: printable(motif),
    erasedAt: effacee_le,
  }));
}

async function readLines(path: string) {
  const text = await readFile(path, "utf8");
  const written = text.split("\n").filter((line) => line.trim() !== "");
  return written.map((line, index) => {
    const read = parseLine(line);
    if (read instanceof InvalidJson)
      throw new IngestionFault(
        `${path}, ligne ${index + 1} : ce n'est pas une ligne du registre des effacements.`,
      );
    return read;
  });
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
