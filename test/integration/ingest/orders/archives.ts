import { type TarEntry, writeTgz } from "../sources/tar.ts";

/** An edition as the source archives it. */
export interface Archived {
  readonly boiId: string;
  readonly date: string;
  readonly pgp: number;
  readonly titre: string;
  /** Between `<body>` and `</body>`. */
  readonly html: string;
  /** PGP numbers that its metadata refer to. */
  readonly relations?: readonly number[];
}

/** Writes an archive in the layout of the source, and returns its path. */
export function writeArchive(name: string, editions: readonly Archived[]): string {
  return writeTgz([{ path: "BOFiP/documents/Contenu/", type: "5" }, ...editions.flatMap(entriesOf)], name);
}

/** The two files of an edition. */
export function entriesOf(edition: Archived): TarEntry[] {
  const { boiId, date, pgp, html } = edition;
  const folder = `BOFiP/documents/Contenu/Commentaire/${boiId.split("-")[1]}/${pgp}-PGP/${date}`;
  return [
    { path: `${folder}/document.xml`, body: metadataOf(edition) },
    { path: `${folder}/data.html`, body: `<!DOCTYPE html>\n<html lang="fr"><body>${html}</body></html>\n` },
  ];
}

function metadataOf({ boiId, date, pgp, titre, relations = [] }: Archived): string {
  const dated = `${boiId}-${date.replaceAll("-", "")}`;
  const references = relations.map(
    (target) => `<dc:relation type="references">Contenu.Commentaire:${target}-PGP</dc:relation>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<document xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bofip="https://bofip.impots.gouv.fr">
  <dc:dublincore>
    <dc:title>${titre}</dc:title>
    <dc:date>${date}</dc:date>
    <dc:subject>${boiId.split("-")[1]}</dc:subject>
    <dc:identifier>${pgp}-PGP</dc:identifier>
    <dc:identifier>https://bofip.impots.gouv.fr/bofip/${pgp}-PGP.html/identifiant=${dated}</dc:identifier>
    ${references.join("\n    ")}
  </dc:dublincore>
  <bofip:bodgfip>
    <bofip:contenu_id>${dated}</bofip:contenu_id>
    <bofip:contenu_type>Commentaire</bofip:contenu_type>
  </bofip:bodgfip>
</document>
`;
}
