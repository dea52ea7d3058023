import type { Engine } from "../../../servers/qdrant/engine.ts";
import { type Lines, shown } from "./lines.ts";

/** Every point behind every alias, and the collections that no reader can reach. */
export function dumpQdrant(engine: Engine): Lines {
  const lines: string[] = [];
  const reached = new Set(engine.aliases.values());
  for (const name of engine.collections.keys())
    if (!reached.has(name)) lines.push("a collection without alias");
  for (const alias of engine.aliases.keys()) {
    const collection = engine.find(alias);
    lines.push(`${alias} of ${collection.size}, by ${[...collection.indexes].sort()}`);
    for (const { id, vector, payload } of collection.all())
      lines.push(`${alias} ${id} ${shown(payload)} ${shown([...vector])}`);
  }
  return lines.sort();
}
