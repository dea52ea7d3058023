import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { ATTRIBUTION } from "../http/attribution.ts";
import { FullDocument } from "../schemas/answers/document.ts";
import { ParagraphAnswer } from "../schemas/answers/texts/paragraph.ts";
import { type Api, pathOf } from "./api.ts";
import { ToolFault } from "./fault.ts";
import { documentLines } from "./tools/get-boi.ts";
import { paragraphLines } from "./tools/get-paragraph.ts";

/**
 * What a person attaches to a conversation, each with its day or without: the protocol's templates have no optional
 * part that the library reads back. The dated ones come first, because a part without a day takes what follows it.
 */
const TEMPLATES = [
  ["paragraphe_a_une_date", "Un § à une date", "doctrine://{boi_id}/{numero}?date={date}"],
  ["document_a_une_date", "Un document à une date", "doctrine://{boi_id}?date={date}"],
  ["paragraphe", "Un § en vigueur", "doctrine://{boi_id}/{numero}"],
  ["document", "Un document en vigueur", "doctrine://{boi_id}"],
] as const;

/** Refusals of what isn't there, as the protocol tells them apart. */
const ABSENT: ReadonlySet<string | null> = new Set([
  "unknown_document",
  "unknown_paragraph",
  "edition_not_held",
]);

/** Registers the documents and their §, at any date, as the protocol's resources. */
export function registerResources(server: McpServer, api: Api): void {
  for (const [name, title, template] of TEMPLATES) {
    server.registerResource(
      name,
      new ResourceTemplate(template, { list: undefined }),
      { title, mimeType: "text/plain" },
      async (uri) => {
        const lines = await linesOf(api, uri).catch((error) => {
          if (!(error instanceof ToolFault) || !ABSENT.has(error.code)) throw error;
          throw new ResourceNotFoundError(uri.href, error.message);
        });
        const text = [...lines, `Source : ${ATTRIBUTION}`].join("\n");
        return { contents: [{ uri: uri.href, mimeType: "text/plain", text }] };
      },
    );
  }
}

async function linesOf(api: Api, { hostname: boiId, pathname, searchParams }: URL): Promise<string[]> {
  const date = searchParams.get("date") ?? undefined;
  // Already encoded, as the API's own paths are.
  const numero = pathname.slice(1);
  const document = pathOf`/v1/boi/${boiId}`;
  return numero === ""
    ? documentLines(await api.get(document, FullDocument, { date }))
    : paragraphLines(await api.get(`${document}/paragraphes/${numero}`, ParagraphAnswer, { date }));
}
