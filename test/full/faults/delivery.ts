import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type TarEntry, tar } from "../../integration/ingest/sources/tar.ts";
import { type FileServer, serveFiles } from "../../servers/files.ts";
import { ARCHIVE_NAME, type ArchivedDocument, entriesOf, generateFlux } from "./daily-corpus.ts";
import { sourceOf } from "./references.ts";
import { FAULT_SEED } from "./seed.ts";

export const EXPORT_PATH = "/export.jsonl";
export const MANIFEST_PATH = "/manifest.json";
export const ARCHIVE_PATH = `/${ARCHIVE_NAME}`;
export const CHECKSUM_PATH = `/empreinte/${ARCHIVE_NAME}`;

const EXPORT_MODIFIED = "Fri, 01 Mar 2024 00:00:00 GMT";
const ARCHIVE_MODIFIED = "Wed, 29 May 2024 00:00:00 GMT";

/** The official server as it is on one day: an export, and a manifest that leads to a flux. */
export interface Delivery {
  /** Both, as the default source of production has them. */
  readonly source: string;
  readonly server: FileServer;
  /** The export, as it should be. */
  readonly export: Buffer;
  /** What the flux should contain. */
  readonly documents: readonly ArchivedDocument[];
  serveExport(body: Uint8Array | string): void;
  /** Serves an archive of that name, with its true checksum. */
  serveArchive(bytes: Uint8Array): void;
  /** Everything is served as it should be. */
  restore(): void;
  close(): void;
}

export async function openDelivery(): Promise<Delivery> {
  const server = await serveFiles();
  const whole = readFileSync(sourceOf("revised"));
  const documents = generateFlux(FAULT_SEED);
  const archive = archiveOf(entriesOf(documents));
  const serveExport = (body: Uint8Array | string) => {
    server.files[EXPORT_PATH] = { body, lastModified: EXPORT_MODIFIED };
  };
  const serveArchive = (bytes: Uint8Array) => {
    const md5 = createHash("md5").update(bytes).digest("hex");
    server.files[ARCHIVE_PATH] = { body: bytes, lastModified: ARCHIVE_MODIFIED };
    server.files[CHECKSUM_PATH] = { body: `${md5}  ${ARCHIVE_NAME}\n` };
  };
  const restore = () => {
    for (const path of [EXPORT_PATH, MANIFEST_PATH, ARCHIVE_PATH, CHECKSUM_PATH]) server.fail(path);
    serveExport(whole);
    serveArchive(archive);
    server.files[MANIFEST_PATH] = {
      body: JSON.stringify([
        {
          nom_du_fichier: ARCHIVE_NAME,
          telechargement: server.url(ARCHIVE_PATH),
          empreinte: server.url(CHECKSUM_PATH),
          type: "flux",
        },
      ]),
    };
  };
  restore();
  const source = `${server.url(EXPORT_PATH)},${server.url(MANIFEST_PATH)}`;
  return {
    source,
    server,
    export: whole,
    documents,
    serveExport,
    serveArchive,
    restore,
    close: server.close,
  };
}

/** Bytes of a `.tgz`. */
export function archiveOf(entries: readonly TarEntry[]): Uint8Array {
  return Bun.gzipSync(new Uint8Array(tar(entries)));
}
