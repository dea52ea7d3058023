import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";
import type { Heading } from "./outline.ts";
import { type BodyContext, BodyWriter } from "./writer.ts";

/** The text of a document, ready for its page. */
export interface RenderedBody {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** About five milliseconds of work: the longest documents have twenty times as much. */
const CHARACTERS_A_TURN = 20_000;

/**
 * Converts the stored HTML of a document into that of its page: paragraphs with anchors and citations, headings in
 * order, tables that scroll in their box, references that link to our pages. It writes only an allowlist of tags and
 * attributes, whatever its input: ingestion has already sanitised what is stored, but nothing here relies on it.
 */
export function renderBody(contenuHtml: string, context: BodyContext): RenderedBody {
  const { writer, parser } = openRendering(context);
  parser.end(contenuHtml);
  return writer.result();
}

/** The same, with a long text spread over several turns of the event loop. */
export async function renderLongBody(contenuHtml: string, context: BodyContext): Promise<RenderedBody> {
  const { writer, parser } = openRendering(context);
  for (let start = 0; start < contenuHtml.length; start += CHARACTERS_A_TURN) {
    if (start > 0) await nextTurn();
    parser.write(contenuHtml.slice(start, start + CHARACTERS_A_TURN));
  }
  parser.end();
  return writer.result();
}

function openRendering(context: BodyContext) {
  const writer = new BodyWriter(context);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (chunk) => writer.text(chunk),
    onclosetag: (name) => writer.close(name),
  });
  return { writer, parser };
}
