import type { NamedPublication } from "../../../bofip/references/addresses.ts";
import { type ReadPublications, readPublications } from "../../../bofip/references/read-publications.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readHeldNames } from "../../../db/queries/citations/named.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { Site } from "../../texts/edition.ts";
import type { Resolution, ResolvedCandidate } from "./answer.ts";
import { type LawDeps, type ReadLaw, readLaw, resolveLaw } from "./law.ts";
import { type Resolved, resolvePublication, UNKNOWN } from "./publications.ts";

interface Found {
  readonly found: Resolved;
  /** What it may be, when it is not one thing. */
  readonly candidates: readonly Resolved[];
}

const MOST_CANDIDATES = 5;
/** Bound of a `q`: no reference is longer. */
const LONGEST = 512;

/** What a reference names, of the doctrine or of the law, and whether this service holds it. */
export async function resolveReference(deps: LawDeps, ref: string): Promise<Resolution> {
  const { found, candidates } = await resolve(deps, readWritten(ref));
  const placed = (resolved: Resolved) => withPage(deps, resolved);
  return { ref, ...placed(found), candidats: candidates.map(placed) };
}

/** What a reference names, with the whole address of its page. */
export function withPage({ publicUrl }: Site, { page, ...resolved }: Resolved): ResolvedCandidate {
  return { ...resolved, page: page === null ? null : publicUrl() + page };
}

/** What a text that is only a reference names, held or not; null for any other, for which the store is not asked. */
export async function resolveWhole(deps: LawDeps, text: string): Promise<Resolved | null> {
  // Whatever has a number, a day or a key.
  if (text.length > LONGEST || !/\d/.test(text)) return null;
  const read = readWritten(text);
  const isOne = read.isWhole ? read.publications.length === 1 : read.isLaw && read.law.named.length < 2;
  if (!isOne) return null;
  const { found } = await resolve(deps, read);
  return found.genre === "inconnu" && found.pgp === null ? null : found;
}

/** `resolveWhole`, for the doctrine alone. */
export async function resolveDocument(database: Database, text: string): Promise<Resolved | null> {
  if (text.length > LONGEST) return null;
  const { publications, isWhole } = readPublications(text);
  if (!isWhole || publications.length !== 1) return null;
  const [only, ...others] = await resolveDoctrine(database, publications);
  return only !== undefined && others.length === 0 ? only : null;
}

/** What a text names, before the store is asked. */
interface Written extends ReadPublications {
  readonly law: ReadLaw;
  /** Whether nothing else than law is written. */
  readonly isLaw: boolean;
}

function readWritten(ref: string): Written {
  const law = readLaw(ref);
  return { ...readPublications(ref), law, isLaw: law.isWhole && law.named.length + law.numbers.length > 0 };
}

async function resolve(deps: LawDeps, { law, isLaw, isWhole, ...read }: Written): Promise<Found> {
  const publications = isLaw && !isWhole ? [] : read.publications;
  const isKey = isLaw && publications.every(({ isBare }) => isBare);
  const doctrine = isKey ? [] : await resolveDoctrine(deps.database, publications);
  const isDoctrine = isWhole && doctrine.length > 0;
  const found = isDoctrine ? doctrine : [...doctrine, ...(await resolveLaw(deps, law))];
  const [only] = found;
  if (only !== undefined && found.length === 1 && (isDoctrine || isLaw))
    return { found: only, candidates: [] };
  return several(found);
}

async function resolveDoctrine(
  database: Database,
  publications: readonly NamedPublication[],
): Promise<Resolved[]> {
  const named = publications.slice(0, MOST_CANDIDATES);
  if (named.length === 0) return [];
  const held = await readHeldNames(database, {
    boiIds: named.flatMap(({ boiId }) => boiId ?? []),
    actualites: named.flatMap(({ actualite }) => actualite ?? []),
    pgps: named.flatMap(({ pgp }) => pgp ?? []),
    numeros: named.flatMap(({ numero }) => numero ?? []),
  });
  return named.flatMap((each) => resolvePublication(each, held));
}

function several(found: readonly Resolved[]): Found {
  const candidates = found.filter(({ genre }) => genre !== "inconnu").slice(0, MOST_CANDIDATES);
  const lecture =
    found.length === 0
      ? "Rien n'y est reconnu comme une référence."
      : found.length === 1
        ? "Une référence, et d'autres mots qui n'en sont pas."
        : "Plusieurs choses, ou des choses qui se contredisent : aucune n'est choisie.";
  return { found: { ...UNKNOWN, lecture }, candidates };
}

/** A refusal with the identifier to take, when what was `given` in its place, if anything, names a document. */
export async function withDocumentNamed(
  database: Database,
  refusal: ApiError,
  given: string | null,
): Promise<ApiError> {
  if (given === null) return refusal;
  const { boi_id = null, date = null, url = null } = (await resolveDocument(database, given)) ?? {};
  // No edition of it is held: its words, without « BOI », may be words.
  if (boi_id === null || url === null) return refusal;
  const reason = `${refusal.message} Prenez « ${boi_id} ».`;
  return new ApiError("invalid_parameter", { reason }, { boi_id, ...(date === null ? {} : { date }) });
}
