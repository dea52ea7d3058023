import { Type } from "@sinclair/typebox";
import { askOwner, type ControlRequest } from "../../db/data-folder/control-client.ts";
import { type JsonParser, jsonParser } from "../../db/engine/parse-json.ts";
import { parseKeyExport } from "../../db/keys/transfer-format.ts";
import { CreatedKey, KeyList, KeyUsage, KeyView } from "../schemas/answers/keys.ts";
import { bodyWith } from "../schemas/responses.ts";
import type { KeyAdmin } from "./admin.ts";

const parseKey = jsonParser(bodyWith(KeyView));
const parseKeys = jsonParser(bodyWith(KeyList));
const parseCreated = jsonParser(bodyWith(CreatedKey));
const parseUsage = jsonParser(bodyWith(KeyUsage));
const parseImported = jsonParser(Type.Object({ added: Type.Integer(), known: Type.Integer() }));

/**
 * Administers keys through the control socket of the running service, by its admin routes.
 * @param socket its path, from `findOwner`.
 */
export function socketKeyAdmin(socket: string): KeyAdmin {
  const ask = <Answer>(
    method: ControlRequest["method"],
    path: string,
    parse: JsonParser<Answer>,
    body?: object,
  ) => askOwner(socket, { method, path, ...(body !== undefined && { body }) }, parse);
  const pathOf = (visibleStart: string) => `/keys/${encodeURIComponent(visibleStart)}`;
  return {
    create: (request) => ask("POST", "/keys", parseCreated, request),
    list: async () => (await ask("GET", "/keys", parseKeys)).keys,
    change: (visibleStart, change) => ask("PATCH", pathOf(visibleStart), parseKey, change),
    revoke: (visibleStart) => ask("DELETE", pathOf(visibleStart), parseKey),
    usage: (visibleStart) => ask("GET", `${pathOf(visibleStart)}/usage`, parseUsage),
    export: () => ask("GET", "/export-keys", parseKeyExport),
    import: (document) => ask("POST", "/import-keys", parseImported, document),
  };
}
