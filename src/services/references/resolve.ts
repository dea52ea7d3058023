import type { NamedPublication } from "../../../bofip/references/publication.ts";
import { readPublications } from "../../../bofip/references/read-publications.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readHeldNames } from "../../../db/queries/citations/named.ts";
import type { Resolution, ResolvedCandidate } from "../../schemas/answers/texts/resolution.ts";
import { type LawDeps, readLaw, resolveLaw } from "./law.ts";
import { type Resolved, resolvePublication, UNKNOWN } from "./publications.ts";

/** What a person wrote, resolved. */
interface Found {
  readonly found: Resolved;
  /** What it may be, when it is not one thing. */
  readonly candidates: readonly Resolved[];
}

const MOST_CANDIDATES = 5;

/** What a reference names, of the doctrine or of the law, and whether this service holds it. */
export async function resolveReference(deps: LawDeps, ref: string): Promise<Resolution> {
  const { found, candidates } = await resolve(deps, ref);
  const placed = ({ page, ...resolved }: Resolved): ResolvedCandidate => ({
    ...resolved,
    page: page === null ? null : deps.publicUrl() + page,
  });
  return { ref, ...placed(found), candidats: candidates.map(placed) };
}

/** The same, its pages by their paths. */
export async function resolve(deps: LawDeps, ref: string): Promise<Found> {
  const law = readLaw(ref);
  const isLaw = law.isWhole && law.named.length + law.numbers.length > 0;
  const read = readPublications(ref);
  const publications = isLaw && !read.isWhole ? [] : read.publications;
  const isKey = isLaw && publications.every(({ isBare }) => isBare);
  const doctrine = isKey ? [] : await resolveDoctrine(deps.database, publications);
  const isDoctrine = read.isWhole && doctrine.length > 0;
  const found = isDoctrine ? doctrine : [...doctrine, ...(await resolveLaw(deps, law))];
  const [only] = found;
  if (only !== undefined && found.length === 1 && (isDoctrine || isLaw))
    return { found: only, candidates: [] };
  return several(found);
}

/** What short text names of the doctrine alone, when that is one thing and nothing else is written; null otherwise. */
export async function resolveDocument(database: Database, ref: string): Promise<Resolved | null> {
  const { publications, isWhole } = readPublications(ref);
  if (!isWhole || publications.length !== 1) return null;
  const [only, ...others] = await resolveDoctrine(database, publications);
  return only !== undefined && others.length === 0 ? only : null;
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
