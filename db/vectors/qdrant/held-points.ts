import type { QdrantClient, Schemas } from "@qdrant/js-client-rest";
import { pointContent, pointId } from "../port.ts";
import { reaching } from "./client.ts";

/** Some 1 MB of JSON a page. */
const POINTS_PER_PAGE = 5_000;
const PAYLOAD = ["boi_id", "domaine", "text_hash"];

/** What every point of a collection says of itself, by identifier; "" when that is not what its identifier says. */
export async function readHeld(client: QdrantClient, collection: string): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  let offset: Schemas["ScrollResult"]["next_page_offset"];
  do {
    const position = offset === undefined || offset === null ? {} : { offset };
    const page = await reaching(
      client.scroll(collection, {
        ...position,
        limit: POINTS_PER_PAGE,
        with_payload: PAYLOAD,
        with_vector: false,
      }),
    );
    for (const { id, payload } of page.points) held.set(String(id), contentOf(String(id), payload ?? {}));
    offset = page.next_page_offset;
  } while (offset !== undefined && offset !== null);
  return held;
}

function contentOf(id: string, payload: Readonly<Record<string, unknown>>): string {
  const { boi_id: boiId, domaine, text_hash: textHash } = payload;
  if (typeof boiId !== "string" || typeof domaine !== "string" || typeof textHash !== "string") return "";
  return pointId({ boiId, textHash }) === id ? pointContent({ boiId, domaine, textHash }) : "";
}
