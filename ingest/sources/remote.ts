import { join } from "node:path";
import { openArchive } from "./archive/open.ts";
import { fetchFile, readText } from "./fetch.ts";
import { type Found, NOTHING } from "./found.ts";
import { kindOfContent, kindOfName } from "./kind.ts";
import { openManifest } from "./manifest-archives.ts";
import { withoutCredentials } from "./name.ts";
import type { Session } from "./session.ts";

/**
 * Downloads what an address gives: an export, an archive, or a manifest and what it leads to. Nothing is found
 * when the server has still the file that the store was last filled from.
 * @throws {IngestionFault} when it is out of reach or is none of these.
 */
export async function openUrl(source: string, session: Session): Promise<Found> {
  const { known, folder, now } = session;
  const url = withoutCredentials(source);
  const path = join(folder, `download-${Bun.hash(url).toString(16)}`);
  const validator = known.validators.find((one) => one.url === url) ?? null;
  const file = await fetchFile(source, path, session, { validator });
  if (file === "unchanged") return NOTHING;
  const kind = kindOfName(new URL(url).pathname) ?? (await kindOfContent(path));
  // A manifest is short, and what it leads to may have been refused: it is read again at every run.
  if (kind === "manifest") return await openManifest(await readText(path), url, null, session);
  const issuedAt = file.modifiedAt ?? now;
  const validators = file.validator === null ? [] : [file.validator];
  const { fileName: name } = file;
  if (kind === "export") return { ...NOTHING, exports: [{ path, name, issuedAt }], validators };
  return { ...(await openArchive({ path, name, checksum: null, issuedAt }, known)), validators };
}
