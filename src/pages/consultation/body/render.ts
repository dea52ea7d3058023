import { Parser } from "htmlparser2";
import type { Heading } from "./outline.ts";
import { type BodyContext, BodyWriter } from "./writer.ts";

/** The text of a document, ready for its page. */
export interface RenderedBody {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/**
 * Turns the HTML kept of a document into that of its page: anchored and citable paragraphs, headings in order,
 * tables that scroll in their box, references that lead to our pages. It writes only the tags and attributes that
 * it knows, whatever it is given: ingestion has sanitised what is stored, and nothing here relies on it.
 */
export function renderBody(contenuHtml: string, context: BodyContext): RenderedBody {
  const writer = new BodyWriter(context);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (chunk) => writer.text(chunk),
    onclosetag: (name) => writer.close(name),
  });
  parser.end(contenuHtml);
  return writer.result();
}
