import { certaintyOf, toldDay, UNCERTAIN } from "../../../bofip/sources/certainty.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type HeldWording, readWordings } from "../../../db/queries/texts/wordings.ts";
import { readDocumentState, readVersions, type Version } from "../../../db/queries/versions.ts";
import { demandPossible, unknownDocument } from "../../texts/find-text.ts";
import { endingOf } from "../documents/service.ts";
import type { History } from "./answer.ts";

/** A document's versions, newest first; `today` in Paris, `YYYY-MM-DD`. @throws {ApiError} `unknown_document` */
export async function readHistory(database: Database, boiId: string, today: string): Promise<History> {
  demandPossible(boiId);
  const [versions, state] = await Promise.all([
    readVersions(database, boiId),
    readDocumentState(database, boiId),
  ]);
  if (versions.length === 0 || state === null) throw await unknownDocument(database, boiId);
  const wordings = await readWordings(
    database,
    versions.map(({ edition }) => edition),
  );
  return {
    boi_id: boiId,
    premiere_edition_detenue: versions.findLast(({ has_text }) => has_text)?.date_publication ?? null,
    versions: versions.map((version) => versionAnswer(version, wordings.get(version.edition) ?? [], today)),
    ...endingOf(state),
  };
}

function versionAnswer(
  version: Version,
  wordings: readonly HeldWording[],
  today: string,
): History["versions"][number] {
  const { edition: _, has_text, attestee_jusqu_au, sayings: observations, ...told } = version;
  const erasedAt = wordings.find(({ courante }) => courante)?.erasure?.at ?? null;
  const days = { date_debut: version.date_publication, date_fin: version.date_mise_a_jour };
  const jour = toldDay(days, { asked: null, today });
  return {
    ...told,
    texte_detenu: has_text && wordings.some(({ erasure }) => erasure === null),
    empreinte: has_text ? told.empreinte : null,
    ...certaintyOf({ ...days, attestee_jusqu_au, observations }, jour),
    ...(has_text ? {} : UNCERTAIN),
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
