import type { AllowedSources } from "../../../config/allowed-sources.ts";
import { isAllowed } from "../../../config/allowed-sources.ts";
import {
  canonicalSource,
  displaySource,
  listSources,
  withoutCredentials,
} from "../../../config/source-names.ts";
import { ApiError } from "../../http/errors/api-error.ts";

/**
 * Reads the source named by a request, in full: the service's own source comes with its configured user and password,
 * which no answer ever shows.
 * @param own the service's source.
 * @throws {ApiError} `invalid_parameter` when a part of it is not allowed.
 */
export function readAskedSource(written: string, own: string, allowed: AllowedSources): string {
  const names = listSources(canonicalSource(written));
  const refused = names.find((name) => !isAllowed(allowed, name)) ?? (names.length === 0 ? written : null);
  if (refused !== null) throw new ApiError("invalid_parameter", { reason: wordRefusal(refused) });
  const configured = new Map(
    listSources(canonicalSource(own)).map((name) => [withoutCredentials(name), name]),
  );
  return names.map((name) => configured.get(withoutCredentials(name)) ?? name).join(",");
}

function wordRefusal(name: string): string {
  return `Le champ « source » ne peut pas nommer « ${displaySource(name)} » : sont permis SOURCE, les sources officielles et ce qui se trouve sous un préfixe de la variable INGEST_ALLOW.`;
}
