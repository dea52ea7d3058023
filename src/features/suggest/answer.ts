import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";

const Suggestion = namedObject("Suggestion", { boi_id: t.String(), titre: t.String(), domaine: t.String() });

/** Answer of /v1/suggest. */
export const Suggestions = namedObject("Suggestions", { q: t.String(), suggestions: t.Array(Suggestion) });

export type Suggestions = Static<typeof Suggestions>;
