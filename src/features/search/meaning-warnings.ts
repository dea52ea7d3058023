import type { EditionsInForce } from "../../../db/engine/dated-texts.ts";
import type { DerivedStore } from "../../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readPastLacking } from "../../../search/embeddings/past-fillings.ts";
import type { NotHeld } from "../documents/not-held.ts";
import type { SearchWarning } from "./answer.ts";
import type { StoreLag } from "./store-lag.ts";

export interface SemanticWarningDeps {
  readonly database: Database;
  readonly notHeld: NotHeld;
  readonly storeLag: StoreLag;
}

/** A search by meaning, once answered. */
export interface SemanticSearch {
  readonly editions: EditionsInForce;
  /** Of the vectors compared. */
  readonly version: string;
  /** Those that the answer comes from. */
  readonly stores: readonly DerivedStore[];
  /** That the request was admitted at; null outside any request. */
  readonly revision: number | null;
}

/** What the answer of a search by meaning says beside its results. */
interface Said {
  /** Absent for an answer about now. */
  readonly editions_non_detenues?: number;
  /** Absent when there are none. */
  readonly avertissements?: SearchWarning[];
}

/** What a search by meaning could not look at: in late stores, in editions not held, in past texts without vectors. */
export async function warnOfMeaning(
  { database, notHeld, storeLag }: SemanticWarningDeps,
  { editions, version, stores, revision }: SemanticSearch,
): Promise<Said> {
  const lag = await storeLag.warnings(stores, revision);
  const { warnings, ...lack } = await notHeld.tell(editions, revision);
  const lacking = editions.kind === "on" ? await readPastLacking(database, version) : 0;
  const avertissements = [...lag, ...warnings, ...(lacking === 0 ? [] : [tellLacking(lacking)])];
  return { ...lack, ...(avertissements.length === 0 ? {} : { avertissements }) };
}

/** @param lacking past texts with a passage that has no vector; null when they are not known yet. */
function tellLacking(lacking: number | null): SearchWarning {
  const texts = lacking === 1 ? "d'un texte passé" : `de ${lacking ?? "tous les"} textes passés`;
  const message = `Les vecteurs ${texts} restent à faire : leur sens n'est comparé que par les passages que d'autres textes ont aussi, leurs mots le sont.`;
  return {
    code: "index_en_retard",
    message,
    mot: null,
    essayer: null,
    ...(lacking === null ? {} : { documents: lacking }),
  };
}
