import { createHash } from "node:crypto";
import type { TextSet } from "../../../db/engine/dated-texts.ts";
import type { Layout } from "./layout.ts";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/**
 * The alias under which readers find the points of a version, of a set of texts; hashed, because versions may contain characters that
 * names can't.
 */
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
