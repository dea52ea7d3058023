/** Address of a document's page or, with a day `YYYY-MM-DD`, of the page of the edition in force from that day. */
export function consultationPath(boiId: string, date: string | null = null): string {
  const document = `/consultation/${encodeURIComponent(boiId)}`;
  return date === null ? document : `${document}/${date}`;
}

/** Address of the page of a node of the classification (`IR/LIQ`), the root being empty. */
export function classificationPagePath(chemin: string): string {
  return chemin === "" ? "/plan" : `/plan/${chemin}`;
}

/** Anchor of a numbered paragraph: `p130` for § 130, `p1-bis` for § 1 bis. */
export function paragraphAnchor(numero: string): string {
  return `p${numero.toLowerCase().replace(/[^\da-z]+/g, "-")}`;
}
