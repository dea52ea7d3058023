/** Parsers of the service's answers to the command `keys`, over its control socket. */
import { Type } from "@sinclair/typebox";
import { jsonParser } from "../../db/engine/parse-json.ts";
import { CreatedKey, KeyList, KeyUsage, KeyView } from "../schemas/answers/keys.ts";
import { bodyWith } from "../schemas/responses.ts";

export const parseKey = jsonParser(bodyWith(KeyView));
export const parseKeys = jsonParser(bodyWith(KeyList));
export const parseCreated = jsonParser(bodyWith(CreatedKey));
export const parseUsage = jsonParser(bodyWith(KeyUsage));
export const parseImported = jsonParser(Type.Object({ added: Type.Integer(), known: Type.Integer() }));
