import { StoreDamaged } from "../../db/engine/damaged.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";

/** The same engine, with a callback for damage that its answers reveal. */
export function recordedFullText(
  engine: FullTextReader,
  onDamage: (damage: StoreDamaged) => void,
): FullTextReader {
  const recorded = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof StoreDamaged) onDamage(error);
      throw error;
    }
  };
  return {
    search: (request) => recorded(engine.search(request)),
    count: (...asked) => recorded(engine.count(...asked)),
    facets: (...asked) => recorded(engine.facets(...asked)),
    wordsBeginning: (letters) => recorded(engine.wordsBeginning(letters)),
    suggest: (text, limit) => recorded(engine.suggest(text, limit)),
    ping: () => recorded(engine.ping()),
    close: () => engine.close(),
  };
}
