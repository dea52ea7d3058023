import { Parser } from "htmlparser2";
import { parseInTurns } from "../../../services/texts/parse-in-turns.ts";
import type { Heading } from "./outline.ts";
import { type BodyContext, BodyWriter } from "./writer.ts";

/** The text of a document, ready for its page. */
export interface RenderedBody {
  readonly html: string;
  readonly headings: readonly Heading[];
}

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
  await parseInTurns(parser, contenuHtml);
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
