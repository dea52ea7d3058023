import { readTitles } from "../../db/ingestion/classification.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault } from "../journal/fault.ts";

/** Share of the corpus that one file may withdraw: a truncated file looks just like a larger withdrawal. */
const MAX_RETIRED_SHARE = 0.1;

/** Stops a file (« Cet export ») that would withdraw too many of the documents in force. @throws {IngestionFault} */
export async function guardCorpus(
  database: Database,
  file: string,
  isRetired: (boiId: string) => boolean,
): Promise<void> {
  let inForce = 0;
  let retired = 0;
  for await (const page of readTitles(database)) {
    inForce += page.length;
    retired += page.filter(({ boiId }) => isRetired(boiId)).length;
  }
  if (retired <= inForce * MAX_RETIRED_SHARE) return;
  throw refuse(
    `${file} retirerait ${retired} des ${inForce} documents en vigueur, plus de 10 % : il est sans doute incomplet`,
  );
}

export async function countInForce(database: Database): Promise<number> {
  let inForce = 0;
  for await (const page of readTitles(database)) inForce += page.length;
  return inForce;
}

/** @param reason what is wrong with the file, in French, without its end. */
export function refuse(reason: string): IngestionFault {
  return new IngestionFault(`${reason}, rien n'a été modifié. S'il est juste, relancez avec --force.`);
}
