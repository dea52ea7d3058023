import { StoreDamaged } from "../../db/engine/unavailable.ts";
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
    search: (...asked) => recorded(engine.search(...asked)),
    count: (...asked) => recorded(engine.count(...asked)),
    facets: (...asked) => recorded(engine.facets(...asked)),
    wordsBeginning: (...asked) => recorded(engine.wordsBeginning(...asked)),
    suggest: (...asked) => recorded(engine.suggest(...asked)),
    ping: (...asked) => recorded(engine.ping(...asked)),
    close: (...asked) => engine.close(...asked),
  };
}
