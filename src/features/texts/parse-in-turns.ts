import { setImmediate as nextTurn } from "node:timers/promises";
import type { Parser } from "htmlparser2";

/** About five milliseconds of work: the longest documents have twenty times as much. */
const CHARACTERS_A_TURN = 20_000;

/** Parses a document's HTML to its end, a long one over several turns of the event loop. */
export async function parseInTurns(parser: Parser, contenuHtml: string): Promise<void> {
  for (let start = 0; start < contenuHtml.length; start += CHARACTERS_A_TURN) {
    if (start > 0) await nextTurn();
    parser.write(contenuHtml.slice(start, start + CHARACTERS_A_TURN));
  }
  parser.end();
}
