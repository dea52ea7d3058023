import { type Static, Type as t } from "@sinclair/typebox";

const Suggestion = t.Object({ boi_id: t.String(), titre: t.String(), domaine: t.String() });

/** Answer of /v1/suggest. */
export const Suggestions = t.Object({ q: t.String(), suggestions: t.Array(Suggestion) });

export type Suggestions = Static<typeof Suggestions>;
