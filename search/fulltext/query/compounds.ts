import { stem } from "../analyzer/index.ts";

/** Compounds that the doctrine writes both with a hyphen and in one word; so are all their inflections. */
const COMPOUNDS = `
  auto-entrepreneur auto-entreprise auto-liquidation auto-consommation auto-financement auto-partage
  co-associé co-contractant co-débiteur co-emprunteur co-entreprise co-gérant co-héritier co-indivisaire
  co-investissement co-locataire co-location co-propriétaire co-propriété co-titulaire co-voiturage
  contre-signer éco-conception éco-organisme éco-prêt extra-communautaire extra-territorial
  infra-annuel inter-entreprises inter-professionnel intra-communautaire intra-groupe
  kilovolt-ampère micro-entrepreneur micro-entreprise multi-risques péri-scolaire plate-forme pluri-annuel
  pré-remplir porte-feuille socio-professionnel télé-déclaration télé-règlement télé-travail
  télé-procédure ultra-marin trans-frontalier week-end
`;

/** Enough for any sensible phrase; each compound in it doubles the number. */
const MAX_WRITINGS = 8;

interface Compound {
  readonly parts: readonly [string, string];
  readonly whole: string;
}

const compounds = COMPOUNDS.trim().split(/\s+/).map(readCompound);
const BY_WHOLE = new Map(compounds.map((compound) => [compound.whole, compound]));
const BY_PARTS = new Map(compounds.map((compound) => [compound.parts.join(" "), compound]));

/** The ways to write a run of words, as stems, the given one first: `auto entrepreneur` and `autoentrepreneur`. */
export function writtenBothWays(stems: readonly string[]): (readonly string[])[] {
  let ways: string[][] = [[]];
  for (let at = 0; at < stems.length; ) {
    const { given, other } = wordAt(stems, at);
    const others = other === null ? [] : ways.map((way) => [...way, ...other]);
    ways = [...ways.map((way) => [...way, ...given]), ...others].slice(0, MAX_WRITINGS);
    at += given.length;
  }
  return ways;
}

function wordAt(
  stems: readonly string[],
  at: number,
): { readonly given: readonly string[]; readonly other: readonly string[] | null } {
  const [first = "", second = ""] = stems.slice(at);
  const parted = BY_PARTS.get(`${first} ${second}`);
  if (parted !== undefined) return { given: [first, second], other: [parted.whole] };
  return { given: [first], other: BY_WHOLE.get(first)?.parts ?? null };
}

function readCompound(written: string): Compound {
  const [first = "", second = ""] = written.split("-");
  return { parts: [stem(first), stem(second)], whole: stem(first + second) };
}
