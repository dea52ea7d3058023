import { type Static, Type as t } from "@sinclair/typebox";
import { Day, Nullable } from "../responses.ts";
import { ENDING } from "./ending.ts";

const Version = t.Object({
  date_publication: Day,
  date_mise_a_jour: Nullable(Day),
  statut: t.Union([
    t.Literal("en_vigueur"),
    t.Literal("remplace"),
    t.Literal("retire"),
    t.Literal("transfere"),
  ]),
  current: t.Boolean({ description: "Vrai pour l'édition en vigueur ; une au plus." }),
});

/** Answer of /v1/boi/{id}/historique. */
export const History = t.Object({ boi_id: t.String(), ...ENDING, versions: t.Array(Version) });

export type History = Static<typeof History>;
