/** Parsers of what the service answers to the command `keys`, over its control socket. */
import { Type } from "@sinclair/typebox";
import { jsonParser, Nullable } from "../../db/engine/parse-json.ts";

const Key = Type.Object({
  visible_start: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  created_at: Type.String(),
  revoked_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
  expires_at: Nullable(Type.String()),
  quota: Nullable(Type.Integer()),
  minute_limit: Nullable(Type.Integer()),
});

export const parseKey = jsonParser(Key);

export const parseKeys = jsonParser(Type.Object({ keys: Type.Array(Key) }));

export const parseCreated = jsonParser(
  Type.Object({ key: Type.String(), visible_start: Type.String(), plan: Type.String() }),
);

export const parseUsage = jsonParser(
  Type.Object({
    visible_start: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    mois: Type.String(),
    utilise: Type.Integer(),
    quota: Nullable(Type.Integer()),
    par_jour: Type.Array(Type.Object({ date: Type.String(), utilise: Type.Integer() })),
  }),
);

export const parseImported = jsonParser(Type.Object({ added: Type.Integer(), known: Type.Integer() }));
