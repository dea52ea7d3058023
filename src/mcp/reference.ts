import { asciiUpperCase, BOI_ID } from "../../bofip/identifiers/identifier.ts";
import { Resolution } from "../features/resolution/answer.ts";
import { type Api, ToolFault } from "./api.ts";

/** The document that a reference names, as the API takes it. */
interface NamedDocument {
  /** Dated, when the reference names an edition. */
  readonly boiId: string;
  /** The § that it names, when it names one. */
  readonly numero: string | null;
}

/**
 * The document that a tool is given, by its identifier, which the API is not asked to resolve, or by any other name.
 * @throws {ToolFault} for what names no document, or several, with what to take instead.
 */
export async function readNamedDocument(api: Api, written: string): Promise<NamedDocument> {
  const capitals = asciiUpperCase(written);
  if (BOI_ID.test(capitals)) return { boiId: capitals, numero: null };
  const resolved = await api.get("/v1/resolution", Resolution, { ref: written });
  const { boi_id, date, numero } = resolved;
  if (boi_id === null) throw new ToolFault(insteadOf(resolved));
  return { boiId: date === null ? boi_id : `${boi_id}-${date.replaceAll("-", "")}`, numero };
}

/** What a reference to something else than one document was read as, and what to do with it. */
function insteadOf({ lecture, genre, cle, candidats }: Resolution): string {
  const named = [...new Set(candidats.flatMap(({ boi_id }) => boi_id ?? []))];
  if (named.length > 0) return `${lecture} Prenez l'un de ces identifiants : ${named.join(", ")}.`;
  if (genre === "actualite") return `${lecture} Une actualité se lit avec get_news (« id » : « ${cle} »).`;
  if (cle !== null) return `${lecture} law donne les documents qui en parlent.`;
  return `${lecture} « boi_id » attend un identifiant comme BOI-IR-LIQ-20-10 : cherchez-le avec search.`;
}
