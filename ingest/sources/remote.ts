import { join } from "node:path";
import { lastDayBefore } from "../../bofip/sources/coverage.ts";
import { openArchive } from "./archive/open.ts";
import { isOfficial, readProcessedAt } from "./catalogue.ts";
import { fetchFile, readText } from "./fetch.ts";
import { type FoundFiles, NOTHING_FOUND } from "./found-files.ts";
import { kindOfContent, kindOfName } from "./kind.ts";
import { openManifest } from "./manifest-archives.ts";
import { withoutCredentials } from "./name.ts";
import type { Session } from "./session.ts";

/**
 * Downloads an address: an export, an archive, or a manifest and its files. Finds nothing when the server still has the
 * file that the store was last filled from, except for an export that was made again since: an unchanged one still
 * shows a later day.
 * @throws {IngestionFault} when it is unreachable or none of these.
 */
export async function openUrl(source: string, session: Session): Promise<FoundFiles> {
  const { known, folder, now } = session;
  const url = withoutCredentials(source);
  const path = join(folder, `download-${Bun.hash(url).toString(16)}`);
  // Before the export itself, which is then at least as recent.
  const processedAt = await readProcessedAt(url, session);
  const validator = known.validators.find((one) => one.url === url) ?? null;
  const isToConfirm = processedAt !== null && lastDayBefore(processedAt) > (known.exportsUntil ?? "");
  const file = await fetchFile(source, path, session, { validator: isToConfirm ? null : validator });
  if (file === "unchanged") return NOTHING_FOUND;
  const kind = kindOfName(new URL(url).pathname) ?? (await kindOfContent(path));
  // A manifest is short, and its files may have been refused: it is read again at every run.
  if (kind === "manifest") return await openManifest(await readText(path), url, null, session);
  const issuedAt = file.modifiedAt ?? now;
  const validators = file.validator === null ? [] : [file.validator];
  const { fileName: name } = file;
  const servers = [{ path, ...file.server }];
  if (kind === "export") {
    const dated = processedAt ?? (isOfficial(url, session) ? file.modifiedAt : null);
    return { ...NOTHING_FOUND, exports: [{ path, name, issuedAt, processedAt: dated }], validators, servers };
  }
  return { ...(await openArchive({ path, name, checksum: null, issuedAt }, known)), validators, servers };
}
