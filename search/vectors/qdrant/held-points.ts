import type { QdrantClient, Schemas } from "@qdrant/js-client-rest";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { pointContent, pointId } from "../port.ts";
import { reaching } from "./client.ts";

/** Some 1 MB of JSON per page. */
const POINTS_PER_PAGE = 5_000;
const Payload = Type.Object({
  boi_id: Type.String(),
  domaine: Type.String(),
  text_hash: Type.String(),
  entries: Type.Optional(Type.Array(Type.String())),
});

/** The content of every point of a collection, by identifier; "" when it does not match the identifier. */
export async function readHeld(client: QdrantClient, collection: string): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  let offset: Schemas["ScrollResult"]["next_page_offset"];
  do {
    const position = offset === undefined || offset === null ? {} : { offset };
    const page = await reaching(
      client.scroll(collection, {
        ...position,
        limit: POINTS_PER_PAGE,
        with_payload: Object.keys(Payload.properties),
        with_vector: false,
      }),
    );
    for (const { id, payload } of page.points) held.set(String(id), contentOf(String(id), payload));
    offset = page.next_page_offset;
  } while (offset !== undefined && offset !== null);
  return held;
}

function contentOf(id: string, payload: unknown): string {
  if (!Value.Check(Payload, payload)) return "";
  const { boi_id: boiId, text_hash: textHash, ...others } = payload;
  return pointId({ boiId, textHash }) === id ? pointContent({ boiId, textHash, ...others }) : "";
}
