import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";
import { CLOSED_TRAPS, IMAGE_TRAP, OPEN_TRAPS } from "./traps.ts";

type Fields = Record<string, string | null>;

const SAMPLE = join(import.meta.dir, "../../../ingest/sample");

/** The title of the hostile documents: the classification takes its labels from it. */
const HOSTILE_TITLE = `IR - ${IMAGE_TRAP} - "><script>alert(1)</script><svg onload=alert(1)>`;

/** The documents of the corpus made of traps, in the order of their contents below. */
export const HOSTILE_DOCUMENTS = ["BOI-IR-PIEGE", "BOI-IR-PIEGE-10", "BOI-IR-PIEGE-20"] as const;

/**
 * A folder of exports, as a source: the sample with hostile records in it, under a name that is a trap too. Only the
 * older one contains records that can't be read: an absence from an export like that proves nothing, and the sample's
 * withdrawn documents would not be.
 */
export async function writeCorpus(): Promise<string> {
  const name = `exports ${IMAGE_TRAP} ${"d-une-adresse-qui-n-en-finit-pas-".repeat(5)}`;
  const folder = join(temporaryFolder(), name);
  await mkdir(folder);
  await addExport(folder, "export-2026-03-02.jsonl", [...hostileRecords("2026-02-02"), ...UNREADABLE]);
  await addExport(folder, "export-2026-09-14.jsonl", hostileRecords("2026-09-01"));
  return folder;
}

async function addExport(folder: string, file: string, records: readonly Fields[]): Promise<void> {
  const sample = await Bun.file(join(SAMPLE, file)).text();
  const lines = records.map((record) => JSON.stringify(record));
  await Bun.write(join(folder, file), `${sample.trim()}\n${lines.join("\n")}\n`);
}

function hostileRecords(day: string): Fields[] {
  const contents = [numbered(CLOSED_TRAPS), numbered(OPEN_TRAPS), null];
  const documents = contents.map((html, index) =>
    contenu(HOSTILE_DOCUMENTS[index] ?? "", 9900 + index, day, html),
  );
  return [...documents, actualite(day)];
}

/** Each trap in a numbered paragraph of its own, after a reference that leads to the next document. */
function numbered(traps: readonly string[]): string {
  return traps
    .map(
      (trap, index) =>
        `<p class="numero-de-paragraphe-western" id="${index + 1}0_01">${index + 1}0</p>` +
        `<p class="paragraphe-western">Voir le BOI-IR-PIEGE-20 ${trap}</p>`,
    )
    .join("\n");
}

function contenu(boiId: string, pgp: number, day: string, html: string | null): Fields {
  return {
    type: "Contenu",
    titre: HOSTILE_TITLE,
    debut_de_validite: day,
    serie: "IR",
    division: IMAGE_TRAP,
    identifiant_juridique: boiId,
    permalien: `https://bofip.impots.gouv.fr/bofip/${pgp}-PGP.html/identifiant=${boiId}-${day.replaceAll("-", "")}?"><script>alert(1)</script>`,
    contenu: `Édition du ${day} : ${CLOSED_TRAPS.join(" ")}`,
    contenu_html: html,
  };
}

function actualite(day: string): Fields {
  return {
    ...contenu("ACTU-2026-09999", 9989, day, `<p>${IMAGE_TRAP} BOI-IR-PIEGE</p>`),
    type: "Actualité",
  };
}

/** Records that the page of the run must list. */
const UNREADABLE: readonly Fields[] = [
  { ...contenu("BOI-IR", 9990, "2026-02-02", null), identifiant_juridique: IMAGE_TRAP },
  { ...contenu("BOI-IR", 9991, "2026-02-02", null), permalien: IMAGE_TRAP },
];
