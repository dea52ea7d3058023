import { cutAfter, status } from "../../servers/files.ts";
import { type Delivery, EXPORT_PATH } from "./delivery.ts";
import type { SourceFault } from "./source-points.ts";

const LINE_FEED = 0x0a;
/** 64 KiB of the megabyte of the export. */
const FULL_DISK_BLOCKS = 128;

/** Exports that are cut, damaged or hostile, and the ways they do not come. */
export const EXPORT_FAULTS: readonly SourceFault[] = [
  {
    of: "export",
    name: "cut in the middle of a line",
    spoil: (delivery) => delivery.serveExport(delivery.export.subarray(0, middleOfLine(delivery.export))),
    told: /aucun document n'a été retiré/,
    code: 0,
  },
  {
    of: "export",
    name: "cut between two lines",
    spoil: (delivery) => delivery.serveExport(delivery.export.subarray(0, endOfLine(delivery.export))),
    told: /plus de 10 %/,
    code: 1,
  },
  {
    of: "export",
    name: "cut in its compression",
    spoil: (delivery) => delivery.serveExport(compressed(delivery).subarray(0, -200)),
    told: /gzip coupée ou abîmée/,
    code: 1,
  },
  {
    of: "export",
    name: "with a byte changed in its compression",
    spoil(delivery) {
      const bytes = compressed(delivery);
      const at = Math.floor(bytes.length / 2);
      delivery.serveExport(bytes.with(at, (bytes[at] ?? 0) ^ 0x55));
    },
    told: /gzip coupée ou abîmée/,
    code: 1,
  },
  {
    of: "export",
    name: "in Latin-1",
    spoil: (delivery) => delivery.serveExport(Buffer.from(delivery.export.toString(), "latin1")),
    told: /UTF-8/,
    code: 1,
  },
  {
    of: "export",
    name: "of which some lines are in Latin-1",
    spoil(delivery) {
      const lines = delivery.export.toString().split(/(?<=\n)/);
      const mixed = lines.map((line, index) => Buffer.from(line, index % 3 === 0 ? "latin1" : "utf8"));
      delivery.serveExport(Buffer.concat(mixed));
    },
    told: /UTF-8/,
    code: 0,
  },
  {
    of: "export",
    name: "that is a page of excuses",
    spoil: (delivery) => delivery.serveExport("<!DOCTYPE html>\n<title>Service indisponible</title>\n"),
    told: /Aucun enregistrement valide/,
    code: 1,
  },
  {
    of: "export",
    name: "that is empty",
    spoil: (delivery) => delivery.serveExport(""),
    told: /Aucun enregistrement valide/,
    code: 1,
  },
  {
    of: "export",
    name: "of 10 GB of zeros, compressed",
    spoil: (delivery) => delivery.serveExport(zeros()),
    told: /fois sa taille/,
    code: 1,
  },
  {
    of: "export",
    name: "that is not there",
    spoil: ({ server }) => void delete server.files[EXPORT_PATH],
    told: /répond 404/,
    code: 1,
  },
  {
    of: "export",
    name: "cut on its way, again and again",
    spoil: ({ server }) => {
      const cuts = Array.from({ length: 20 }, () => cutAfter(10_000));
      server.fail(EXPORT_PATH, ...cuts);
    },
    told: /Téléchargement impossible après 5 essais/,
    code: 1,
    isLong: true,
  },
  {
    of: "export",
    name: "of a server that answers 500",
    spoil: ({ server }) => server.fail(EXPORT_PATH, ...Array.from({ length: 20 }, () => status(500))),
    told: /Téléchargement impossible après 5 essais/,
    code: 1,
    isLong: true,
  },
  {
    of: "disk",
    name: "full while the export is downloaded",
    spoil: () => {},
    told: /Disque plein/,
    code: 1,
    fileBlocks: FULL_DISK_BLOCKS,
  },
];

/** The place after a line, some way through: far more than a tenth of the documents lie beyond. */
function endOfLine(bytes: Buffer): number {
  return bytes.indexOf(LINE_FEED, Math.floor(bytes.length * 0.6)) + 1;
}

function middleOfLine(bytes: Buffer): number {
  const start = endOfLine(bytes);
  return Math.floor((start + bytes.indexOf(LINE_FEED, start)) / 2);
}

function compressed(delivery: Delivery): Uint8Array {
  return Bun.gzipSync(new Uint8Array(delivery.export));
}

/** A gzip of 10 MB: members of a file follow each other (RFC 1952, §2.2). */
export function zeros(): Uint8Array {
  const member = Bun.gzipSync(new Uint8Array(64 * 1024 * 1024));
  return Buffer.concat(Array.from({ length: 160 }, () => member));
}
