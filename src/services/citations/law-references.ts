import type { LawMention } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { countDocumentsCiting, type LawKey } from "../../../db/queries/cited-law/citing.ts";
import type { LawReference } from "../../schemas/answers/citations.ts";
import { decisionOf, normeOf, reponseOf } from "../cited-law/answers.ts";

type WithoutPlace<Reference> = Reference extends unknown
  ? Omit<Reference, "debut" | "fin" | "texte"> & { readonly place: LawMention }
  : never;

/** The decisions, norms and ministerial answers of a text, with how many documents in force cite each. */
export async function referencesOfLaw(
  database: Database,
  law: readonly LawMention[],
): Promise<WithoutPlace<LawReference>[]> {
  const keys = new Map(law.flatMap((mention) => keyed(mention).map((key) => [nameOf(key), key])));
  const counted = await countDocumentsCiting(database, [...keys.values()]);
  const counts = new Map(counted.map(({ documents, ...key }) => [nameOf(key), documents]));
  return law.map((place) => {
    const [key] = keyed(place);
    const documents = key === undefined ? null : (counts.get(nameOf(key)) ?? 0);
    const citing = { documents, adresse: key !== undefined && documents !== 0 ? lawApiPath(key) : null };
    const { cle, article } = place;
    if (place.genre === "decision")
      return { place, genre: place.genre, ...decisionOf(cle, place.champs), ...citing };
    if (place.genre === "norme")
      return { place, genre: place.genre, ...normeOf(cle, place.champs), article, ...citing };
    return { place, genre: place.genre, ...reponseOf(cle, place.champs), ...citing };
  });
}

function keyed({ genre, cle }: LawMention): LawKey[] {
  return cle === null ? [] : [{ genre, cle }];
}

function nameOf({ genre, cle }: LawKey): string {
  return `${genre} ${cle}`;
}

const LISTS: Readonly<Record<CitedKind, string>> = {
  decision: "decisions",
  norme: "normes",
  reponse: "reponses",
};

function lawApiPath({ genre, cle }: LawKey): string {
  return `/v1/${LISTS[genre]}/${encodeURIComponent(cle)}`;
}
