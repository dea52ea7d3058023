import { createHash } from "node:crypto";
import type { Schemas } from "@qdrant/js-client-rest";
import type { TextSet } from "../../../db/engine/dated-texts.ts";
import type { QdrantConnection } from "./client.ts";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Alias of a version's points, of a set of texts; hashed, as versions may contain characters that names can't. */
export function aliasOf(prefix: string, version: string, set: TextSet = "present"): string {
  const name = set === "present" ? version : `${version} ${set}`;
  return `${prefix}-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}

/** The companion alias, which exists once the approximation's recall is proved. */
export function approximationOf(alias: string, { name }: Pick<Layout, "name">): string {
  return `${alias}-${name}`;
}

/** A new name for a collection, to be put behind an alias. */
export function newCollectionName(alias: string): string {
  return `${alias}-${crypto.randomUUID()}`;
}

/** Whether a collection is one of ours: the server may contain others. */
export function isOurs(prefix: string, collection: string): boolean {
  return collection.startsWith(`${prefix}-`) && OURS.test(collection.slice(prefix.length));
}

const OURS = new RegExp(`^-[0-9a-f]{16}-${UUID}$`);

type SearchParams = Schemas["SearchParams"];

/** How a collection is stored and queried short of comparing all; figures: some 99,500 passages (docs/vectors.md). */
export interface Layout {
  /** Suffix of the alias under which a collection is queried this way. */
  readonly name: "graph" | "bits";
  readonly hnsw: { readonly m: number; readonly ef_construct?: number };
  readonly quantisation: Schemas["BinaryQuantization"];
  readonly params: SearchParams;
  /** Share of the nearest documents that must be found for readers to query this way. */
  readonly minRecall: number;
}

/** Compares every vector in full, whatever the layout. */
export const EXACT: SearchParams = { exact: true };

/** A graph over 2 bits a component, then the nearest compared in full: .999 of the nearest documents in 8 ms. */
export const GRAPH: Layout = {
  name: "graph",
  hnsw: { m: 32, ef_construct: 128 },
  quantisation: { binary: { always_ram: true, encoding: "two_bits", query_encoding: "scalar8bits" } },
  params: { hnsw_ef: 512, quantization: { rescore: true, oversampling: 4 } },
  minRecall: 0.99,
};

/** Every vector by its signs, then the nearest compared in full: all of the nearest in 24 ms (QDRANT_EXACT). */
export const BITS: Layout = {
  name: "bits",
  hnsw: { m: 0 },
  quantisation: { binary: { always_ram: true, query_encoding: "scalar8bits" } },
  params: { quantization: { rescore: true, oversampling: 8 } },
  minRecall: 1,
};

/** How a collection is stored. */
export type Storage = Pick<Layout, "hnsw"> & { readonly quantisation: Layout["quantisation"] | null };

/** For points of past texts: questions name those to compare, which are then compared in full. */
export const NAMED: Storage = { hnsw: { m: 0 }, quantisation: null };

/** The layout that the operator chose. */
export function layoutOf({ exact = false }: Pick<QdrantConnection, "exact">): Layout {
  return exact ? BITS : GRAPH;
}

/** Whether a collection has a given layout; those of an older release have none. */
export function isLaidOut(
  { hnsw_config, quantization_config }: Schemas["CollectionConfig"],
  { hnsw, quantisation }: Layout,
): boolean {
  const isGraph =
    hnsw_config.m === hnsw.m &&
    (hnsw.ef_construct === undefined || hnsw_config.ef_construct === hnsw.ef_construct);
  return isGraph && Object.keys(quantisation).every((kind) => kind in (quantization_config ?? {}));
}
