import type { LawMention } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type KnownLaw, type LawKey, readKnownLaw } from "../../../db/queries/cited-law/citing.ts";
import type { LawReference } from "../../schemas/answers/citations.ts";
import { decisionOf, normeOf, reponseOf } from "../cited-law/answers.ts";
import { knownFields } from "../cited-law/known.ts";

type WithoutPlace<Reference> = Reference extends unknown
  ? Omit<Reference, "debut" | "fin" | "texte"> & { readonly place: LawMention }
  : never;

/**
 * The decisions, norms and ministerial answers of a text, with how many documents in force cite each. A decision or a
 * norm whose date is not the one that the corpus gives it is told: which of the two is meant, and so its address and
 * what cites it, is not known.
 */
export async function referencesOfLaw(
  database: Database,
  law: readonly LawMention[],
): Promise<WithoutPlace<LawReference>[]> {
  const keys = new Map(law.flatMap((mention) => keyed(mention).map((key) => [nameOf(key), key])));
  const read = await readKnownLaw(database, [...keys.values()]);
  const known = new Map(read.map((each) => [nameOf(each), each]));
  return law.map((place) => {
    const [key] = keyed(place);
    const cited = key && known.get(nameOf(key));
    const count = key === undefined ? null : (cited?.documents ?? 0);
    const adresse = cited === undefined ? null : lawApiPath(cited);
    const { cle, article } = place;
    if (place.genre === "reponse")
      return { place, genre: place.genre, ...reponseOf(cle, place.champs), documents: count, adresse };
    const date_discordante = isOtherDate(place.champs.date, cited);
    const documents = date_discordante ? null : count;
    const citing = { date_discordante, documents, adresse, ...(date_discordante ? { url: null } : {}) };
    if (place.genre === "decision")
      return { place, genre: place.genre, ...decisionOf(cle, place.champs), ...citing };
    return { place, genre: place.genre, ...normeOf(cle, place.champs), article, ...citing };
  });
}

function isOtherDate(date: string | null, cited: KnownLaw | undefined): boolean {
  const known = cited === undefined ? null : (knownFields(cited.variants)?.date ?? null);
  return date !== null && known !== null && date !== known;
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
