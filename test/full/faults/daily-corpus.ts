import type { TarEntry } from "../../integration/ingest/sources/tar.ts";
import { boiId, contentOf, DOCUMENTS, type Edition, permalink, serieOf } from "./corpus.ts";
import { randomOf } from "./random.ts";

export const ARCHIVE_NAME = "bofip_flux_live_20240522_20240528.tgz";

const DATE = "2024-05-27";
const REISSUED = 20;
const RETIRED = 3;
const MOVED = 2;
const NEW = 5;

/** A document of an archive: its two files, in this order. */
export interface ArchivedDocument {
  readonly folder: string;
  readonly xml: string;
  readonly html: string;
}

/**
 * What a flux brings after the exports: documents reissued, some that the revised export lacks among them, new
 * ones, withdrawn and moved ones.
 */
export function generateFlux(seed: number): ArchivedDocument[] {
  const numbers = randomOf(seed, "flux").shuffle(Array.from({ length: DOCUMENTS }, (_, number) => number));
  const take = (count: number) => numbers.splice(0, count);
  const added = Array.from({ length: NEW }, (_, index) => 2 * DOCUMENTS + index);
  return [
    ...[...take(REISSUED), ...added].map((number) => archived(editionOf(number, seed))),
    ...take(RETIRED).map((number) =>
      tombstone(editionOf(number, seed), "Le présent document est retiré à compter du 27 mai 2024."),
    ),
    ...take(MOVED).map((number) => {
      const target = boiId(numbers[0] ?? 0);
      return tombstone(
        editionOf(number, seed),
        `Les commentaires de ce document sont transférés au ${target}.`,
      );
    }),
  ];
}

/** The files of documents, as in an archive. */
export function entriesOf(documents: readonly ArchivedDocument[]): TarEntry[] {
  return documents.flatMap(({ folder, xml, html }) => [
    { path: `${folder}/document.xml`, body: xml },
    { path: `${folder}/data.html`, body: html },
  ]);
}

/** Its text comes from another seed than that of the exports. */
function editionOf(number: number, seed: number): Edition {
  return { number, serie: serieOf(number), date: DATE, words: [], seed: seed + 1, version: 1 };
}

function archived(edition: Edition): ArchivedDocument {
  const { titre, html } = contentOf(edition);
  return document(edition, titre, html);
}

function tombstone(edition: Edition, notice: string): ArchivedDocument {
  return document(edition, contentOf(edition).titre, `<p class="paragraphe-western">${notice}</p>`);
}

function document({ number, serie, date }: Edition, titre: string, body: string): ArchivedDocument {
  const id = boiId(number);
  const pgp = `${number + 1}-PGP`;
  return {
    folder: `BOFiP/documents/Contenu/Commentaire/${serie}/${pgp}/${date}`,
    xml: `<?xml version="1.0" encoding="UTF-8"?>
<document type="Contenu" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bofip="https://bofip.impots.gouv.fr">
  <dc:title>${titre}</dc:title>
  <dc:date>${date}</dc:date>
  <dc:subject>${serie}</dc:subject>
  <dc:subject>CHAMP</dc:subject>
  <dc:identifier>${pgp}</dc:identifier>
  <dc:identifier>${permalink(number, id, date)}</dc:identifier>
  <bofip:contenu_id>${id}-${date.replaceAll("-", "")}</bofip:contenu_id>
  <bofip:contenu_type>Commentaire</bofip:contenu_type>
</document>
`,
    html: `<!DOCTYPE html>\n<html lang="fr"><head><title>${id}</title></head><body>${body}</body></html>`,
  };
}
