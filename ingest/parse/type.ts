/** Kind of a document, as the API names it (docs/decisions.md, « Document »). */
type DocumentType =
  | "commentaire"
  | "rescrit"
  | "bareme"
  | "formulaire"
  | "lettre_type"
  | "annexe"
  | "cartographie";

const BY_CONTENT_TYPE: ReadonlyMap<string, DocumentType> = new Map([
  ["bareme", "bareme"],
  ["formulaire", "formulaire"],
  ["lettre type", "lettre_type"],
  ["autres annexes", "annexe"],
  ["cartographie", "cartographie"],
]);

const BY_SERIES: ReadonlyMap<string, DocumentType> = new Map([
  ["RES", "rescrit"],
  ["BAREME", "bareme"],
  ["FORM", "formulaire"],
  ["LETTRE", "lettre_type"],
  ["ANNX", "annexe"],
  ["CARTE", "cartographie"],
]);

/** Kind from the archive's content type (`Autres annexes`…), else the series, which also decides for `Commentaire`. */
export function documentType(serie: string, contentType: string | null): DocumentType {
  const folded = contentType?.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim() ?? "";
  // « Lettre Type / Modèle »: the first name is the folder's.
  const [name = ""] = folded.split(" / ");
  return BY_CONTENT_TYPE.get(name) ?? BY_SERIES.get(serie) ?? "commentaire";
}
