import type { Database } from "../../db/postgres/database.ts";
import { certaintyOn } from "../../db/queries/texts/editions-at.ts";
import { type HeldWording, readWordings } from "../../db/queries/texts/wordings.ts";
import { readDocumentState, readVersions, type Version } from "../../db/queries/versions.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { History } from "../schemas/answers/history.ts";
import { endingOf } from "./ending.ts";
import { demandPossible } from "./possible-document.ts";

/**
 * The versions of a document, newest first.
 * @throws {ApiError} `unknown_document`
 */
export async function readHistory(database: Database, boiId: string): Promise<History> {
  demandPossible(boiId);
  const [versions, state] = await Promise.all([
    readVersions(database, boiId),
    readDocumentState(database, boiId),
  ]);
  if (versions.length === 0 || state === null) throw new ApiError("unknown_document", { id: boiId });
  const wordings = await readWordings(
    database,
    versions.map(({ edition }) => edition),
  );
  return {
    boi_id: boiId,
    premiere_edition_detenue: versions.findLast(({ has_text }) => has_text)?.date_publication ?? null,
    versions: versions.map((version) => versionAnswer(version, wordings.get(version.edition) ?? [])),
    ...endingOf(state),
  };
}

function versionAnswer(version: Version, wordings: readonly HeldWording[]): History["versions"][number] {
  const { edition: _, has_text, attestee_jusqu_au, ...told } = version;
  const erasedAt = wordings.find(({ courante }) => courante)?.erasure?.at ?? null;
  return {
    ...told,
    texte_detenu: has_text && wordings.some(({ erasure }) => erasure === null),
    empreinte: has_text ? told.empreinte : null,
    certitude: has_text ? certaintyOn({ attestee_jusqu_au }, version.date_publication) : "presumee",
    effacee_le: erasedAt,
    redactions: (has_text ? wordings : []).map(
      ({ empreinte, empreinte_source, recue_le, courante, erasure }) => ({
        empreinte,
        empreinte_source,
        recue_le,
        courante,
        effacee_le: erasure?.at ?? null,
      }),
    ),
  };
}
