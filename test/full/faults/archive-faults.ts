import { type TarEntry, tar } from "../../integration/ingest/sources/tar.ts";
import { status } from "../../servers/files.ts";
import { ARCHIVE_NAME, type ArchivedDocument, entriesOf } from "./daily-corpus.ts";
import { ARCHIVE_PATH, archiveOf, CHECKSUM_PATH, type Delivery, MANIFEST_PATH } from "./delivery.ts";
import { zeros } from "./export-faults.ts";
import type { SourceFault } from "./source-points.ts";

/** Fluxes that are cut, damaged or hostile, and the ways they do not come. */
export const ARCHIVE_FAULTS: readonly SourceFault[] = [
  refused("cut, with the checksum of what is left", /coupée ou abîmée/, (delivery) =>
    delivery.serveArchive(sound(delivery).subarray(0, -2_000)),
  ),
  refused("cut before it was compressed, with its checksum", /coupée/, (delivery) => {
    const bytes = tar(entriesOf(delivery.documents));
    delivery.serveArchive(Bun.gzipSync(new Uint8Array(bytes.subarray(0, bytes.length / 2))));
  }),
  refused("with another checksum than its own", /empreinte MD5 fausse/, ({ server }) => {
    server.files[CHECKSUM_PATH] = { body: `${"0".repeat(32)}  ${ARCHIVE_NAME}\n` };
  }),
  refused("without checksum", /répond 404/, ({ server }) => void delete server.files[CHECKSUM_PATH]),
  refused("that is not there", /répond 404/, ({ server }) => void delete server.files[ARCHIVE_PATH]),
  refused("that is a page of excuses", /coupée/, (delivery) =>
    delivery.serveArchive(Buffer.from("<!DOCTYPE html><title>Service indisponible</title>")),
  ),
  refused("of a manifest that is a page of excuses", /manifeste illisible/, ({ server }) => {
    server.files[MANIFEST_PATH] = { body: "<!DOCTYPE html><title>Service indisponible</title>" };
  }),
  {
    ...refused("of a server that answers 500", /Téléchargement impossible après 5 essais/, ({ server }) =>
      server.fail(ARCHIVE_PATH, ...Array.from({ length: 20 }, () => status(500))),
    ),
    isLong: true,
  },
  refused("of 10 GB of zeros, compressed", /fois sa taille/, (delivery) => delivery.serveArchive(zeros())),
  refused("of 200,000 files", /plus de 150000 fichiers/, (delivery) => delivery.serveArchive(manyFiles())),
  {
    ...refused("with a document beyond all measure", /plus de 33554432 octets/, (delivery) =>
      delivery.serveArchive(spoilt(delivery, ({ html }) => ({ body: oversized(html) }))),
    ),
    code: 0,
  },
  setAside("with paths that leave it, links and devices", /sort de l'archive.*absolu.*lien/s, (delivery) =>
    delivery.serveArchive(archiveOf([...HOSTILE_ENTRIES, ...entriesOf(delivery.documents)])),
  ),
  setAside("with a link in place of a document", /lien ou fichier spécial/, (delivery) =>
    delivery.serveArchive(spoilt(delivery, () => ({ type: "2", target: "/etc/passwd" }))),
  ),
  setAside("with a document that is not in UTF-8", /n'est pas en UTF-8/, (delivery) =>
    delivery.serveArchive(spoilt(delivery, ({ html }) => ({ body: Buffer.from(html, "latin1") }))),
  ),
  setAside("with a document that lacks its text", /data\.html absent/, (delivery) =>
    delivery.serveArchive(archiveOf(entriesOf(delivery.documents).toSpliced(1, 1))),
  ),
  setAside("with an XML entity bomb", /DOCTYPE/, (delivery) => {
    const [first, ...others] = delivery.documents;
    if (first === undefined) throw new Error("a document was expected");
    delivery.serveArchive(archiveOf(entriesOf([{ ...first, xml: bombOf(first) }, ...others])));
  }),
];

/** The run refuses the archive whole, and takes the rest. */
function refused(name: string, told: RegExp, spoil: SourceFault["spoil"]): SourceFault {
  return { of: "archive", name, told, spoil, code: 1 };
}

/** The run sets a document aside, and takes the others. */
function setAside(name: string, told: RegExp, spoil: SourceFault["spoil"]): SourceFault {
  return { of: "archive", name, told, spoil, code: 0 };
}

const HOSTILE_ENTRIES: readonly TarEntry[] = [
  { path: "BOFiP/../../../../../../tmp/evasion", body: "x" },
  { path: "/etc/evasion", body: "x" },
  { path: "BOFiP/lien", type: "1", target: "/etc/passwd" },
  { path: "BOFiP/lien-symbolique", type: "2", target: "/etc" },
  { path: "BOFiP/disque", type: "4" },
  { path: "BOFiP/tube", type: "6" },
];

function sound({ documents }: Delivery): Uint8Array {
  return archiveOf(entriesOf(documents));
}

/** The archive with another text for its first document. */
function spoilt(
  { documents }: Delivery,
  spoil: (first: ArchivedDocument) => Omit<TarEntry, "path">,
): Uint8Array {
  const [first] = documents;
  if (first === undefined) throw new Error("a document was expected");
  const path = `${first.folder}/data.html`;
  const entries = entriesOf(documents);
  return archiveOf(entries.map((entry) => (entry.path === path ? { path, ...spoil(first) } : entry)));
}

/** Text that does not compress: what is refused is the size of the document. */
function oversized(html: string): Buffer {
  const text = Buffer.from(crypto.getRandomValues(new Uint8Array(64 * 1024))).toString("base64");
  return Buffer.from(html + text.repeat(400));
}

/** Each name has something of its own, so that no measure of compression stops it first. */
function manyFiles(): Uint8Array {
  const folder = "BOFiP/documents/Contenu/Commentaire/IR/1-PGP/2024-05-27";
  const thousands = Array.from({ length: 200 }, () => {
    const entries = Array.from({ length: 1_000 }, () => ({
      path: `${folder}/${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")}.png`,
    }));
    return Bun.gzipSync(new Uint8Array(tar(entries).subarray(0, -1024)));
  });
  return Buffer.concat(thousands);
}

/** « Billion laughs »: ten entities, each ten times the one before. */
function bombOf({ xml }: ArchivedDocument): string {
  const entities = Array.from({ length: 10 }, (_, level) => {
    const content = level === 0 ? "haha" : `&e${level - 1};`.repeat(10);
    return `<!ENTITY e${level} "${content}">`;
  });
  return xml
    .replace("<document", `<!DOCTYPE document [${entities.join("")}]>\n<document`)
    .replace("</dc:title>", "&e9;</dc:title>");
}
