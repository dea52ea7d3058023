import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, DocumentStatut, Nullable } from "../../schemas/responses.ts";
import { NewsLink } from "../news/answer.ts";

/** An entry of /v1/changes. */
export const Change = namedObject("Change", {
  boi_id: t.String(),
  titre: t.String(),
  domaine: t.String(),
  nature: t.Union([t.Literal("creation"), t.Literal("modification"), t.Literal("retrait")]),
  date: Day,
  statut: DocumentStatut,
  url: t.String({ description: "Page officielle du document." }),
  detecte_le: Nullable(
    t.String({
      format: "date-time",
      description:
        "Instant où le service a détenu ce texte pour la première fois ; null quand il n'a pas été gardé.",
    }),
  ),
  premiere_detenue: t.Optional(
    t.Literal(true, {
      description:
        "Présent pour `creation` : la première édition détenue, qui n'est pas toujours la première.",
    }),
  ),
  actualite: Nullable(NewsLink),
});

/** Answer of /v1/changes. */
export const ChangeList = namedObject("ChangeList", {
  since: Day,
  recus_depuis: t.Optional(
    t.String({
      format: "date-time",
      description: "L'instant demandé, s'il l'a été ; `since` est alors son jour (UTC).",
    }),
  ),
  count: t.Integer({ description: "Entrées de cette réponse." }),
  total: t.Integer({ description: "Entrées depuis cette date." }),
  changes: t.Array(Change),
});

export type ChangeList = Static<typeof ChangeList>;
