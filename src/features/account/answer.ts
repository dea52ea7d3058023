import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Instant, List, Nullable } from "../../schemas/responses.ts";

/** Answer of /v1/compte: what a key may do and has done. */
export const Account = namedObject("Account", {
  cle: t.String({ description: "Début visible de la clé, à citer au support.", examples: ["boi_4fTq9ZkB"] }),
  nom: t.String(),
  plan: t.String({ description: "Formule de la clé.", examples: ["pro"] }),
  semantique: t.Boolean({ description: "La formule comprend la recherche sémantique." }),
  expiration: Nullable(
    t.String({ format: "date-time", description: "Instant à partir duquel la clé est refusée." }),
  ),
  minute: namedObject("MinuteAllowance", {
    limite: t.Integer({ description: "Requêtes par minute glissante." }),
    restant: t.Integer({ description: "Après cette requête." }),
    reinitialisation: Instant,
  }),
  mois: namedObject("MonthAllowance", {
    mois: t.String({ description: "Mois en cours, UTC.", examples: ["2026-11"] }),
    quota: Nullable(t.Integer({ description: "Réponses comptées par mois ; null = sans quota." })),
    utilise: t.Integer({ description: "Réponses comptées ce mois-ci." }),
    restant: Nullable(t.Integer()),
    reinitialisation: Instant,
  }),
});

export type Account = Static<typeof Account>;

const visibleStart = t.String({
  description: "Douze premiers caractères de la clé.",
  examples: ["boi_4fTq9ZkB"],
});
const keyName = t.String({ examples: ["Production"] });

/** Entry of GET /v1/compte/cles. */
export const AccountKey = namedObject("AccountKey", {
  visible_start: visibleStart,
  name: keyName,
  created_at: Instant,
  ends_at: Nullable(
    t.String({
      format: "date-time",
      description: "Instant à partir duquel la clé est refusée, pour une clé remplacée ; null sinon.",
    }),
  ),
});

export const AccountKeys = namedObject("AccountKeys", {
  cles: List(AccountKey, {
    description: "Clés que le compte peut encore employer, la plus ancienne d'abord.",
  }),
});

/** Answer of POST /v1/compte/cles. */
export const NewAccountKey = namedObject("NewAccountKey", {
  key: t.String({ description: "La clé, donnée cette seule fois.", examples: ["boi_…"] }),
  visible_start: visibleStart,
  name: keyName,
});

/** Answer of DELETE /v1/compte/cles/{visible_start}. */
export const RevokedAccountKey = namedObject("RevokedAccountKey", {
  visible_start: visibleStart,
  name: keyName,
});

export type AccountKey = Static<typeof AccountKey>;
export type AccountKeys = Static<typeof AccountKeys>;
export type RevokedAccountKey = Static<typeof RevokedAccountKey>;
export type NewAccountKey = Static<typeof NewAccountKey>;
