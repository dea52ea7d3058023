import { frenchDate } from "../dates.ts";

/** How professionals cite a document, or one of its §: « BOI-IR-LIQ-20-10, § 130, version du 14 avril 2025 ». */
export function cite(
  document: { readonly boi_id: string; readonly date_publication: string },
  numero: string | null = null,
): string {
  const parts = [document.boi_id, `version du ${frenchDate(document.date_publication)}`];
  return (numero === null ? parts : parts.toSpliced(1, 0, `§ ${numero}`)).join(", ");
}
