import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Day, Instant, Nullable } from "../../schemas/responses.ts";

/** Answer of /v1/health. */
export const Health = namedObject("Health", {
  status: t.Literal("ok"),
  timestamp: Instant,
  service: t.String(),
  version: t.String(),
});

/** Answer of /v1/stats: the corpus in numbers. */
export const Statistics = namedObject("Statistics", {
  total_documents: t.Integer({ description: "Documents en vigueur." }),
  total_versions: t.Integer({ description: "Éditions détenues, passées et en vigueur." }),
  total_actualites: t.Integer({ description: "Actualités détenues." }),
  domaines: t.Array(
    namedObject("DomainCount", { code: t.String(), titre: t.String(), documents: t.Integer() }),
  ),
  last_import: Nullable(
    t.String({
      format: "date-time",
      description: "Fin de la dernière ingestion réussie ; null avant la première.",
    }),
  ),
});

/** The state of one backing component, whose short name is the contract's. */
const Check = namedObject("Check", {
  ok: t.Boolean({ description: "Si le composant répond." }),
  component: t.String({ description: "Ce que désigne le nom court." }),
  latency_ms: t.Number({ description: "Durée de la vérification, en millisecondes." }),
  detail: t.Optional(t.String({ description: "Ce qui ne va pas, ou qu'il faut savoir." })),
  serveurs: t.Optional(
    namedObject(
      "ServerCounts",
      {
        en_marche: t.Integer({ description: "Ceux qui répondent." }),
        a_jour: t.Integer({ description: "Ceux qui répondent et tiennent tout ce que la base demande." }),
        total: t.Integer(),
      },
      {
        description:
          "Les serveurs de l'index plein texte, quand plusieurs le tiennent ; un seul à jour suffit aux recherches.",
      },
    ),
  ),
});

const check = (description: string) => ({ ...Check, description });

/** How recent the sources are. Not counted in the status of the service. */
const Sources = namedObject(
  "SourcesCheck",
  {
    ok: t.Boolean({ description: "Faux quand le retard passe la limite de l'exploitant." }),
    jusqu_au: Nullable(
      t.String({
        format: "date",
        description:
          "Dernier jour dont parlent les sources ; null, comme le relevé et le retard, sans adresse officielle.",
      }),
    ),
    releve_le: Nullable(
      t.String({
        format: "date-time",
        description: "Dernière fois que les adresses officielles ont répondu, même sans rien de nouveau.",
      }),
    ),
    retard_jours: Nullable(t.Integer({ description: "Jours écoulés depuis `jusqu_au`." })),
    trous: t.Array(namedObject("DayRange", { du: Day, au: Day }), {
      description: "Jours, compris, dont aucune source reçue ne parle et qui arrêtent `jusqu_au`.",
    }),
    a_juger: Nullable(
      t.Integer({
        description:
          "Commentaires et annexes en vigueur de moins de 1 500 caractères, sans paragraphe numéroté, dont aucune phrase ne dit le retrait ni le transfert ; null quand la base ne répond pas.",
      }),
    ),
  },
  { description: "Jusqu'où parlent les sources ; sans effet sur `status` ni sur le statut HTTP." },
);

/** State of the proof log; it does not count in the service's own. */
const Proof = namedObject(
  "ProofCheck",
  {
    ok: t.Boolean({ description: "Faux quand une tête ou son horodatage se fait attendre plus d'un jour." }),
    journal: Nullable(t.String({ description: "Origine du journal ; null quand aucun n'est tenu." })),
    feuilles: t.Integer({ description: "Feuilles inscrites." }),
    signees: t.Integer({ description: "Feuilles sous la dernière tête signée." }),
    tete_le: Nullable(t.String({ format: "date-time", description: "Signature de la dernière tête." })),
    horodatee_le: Nullable(t.String({ format: "date-time", description: "Dernier horodatage d'une tête." })),
    detail: t.Optional(t.String({ description: "Ce qui ne va pas, ou qu'il faut savoir." })),
  },
  { description: "Le journal public de preuve ; sans effet sur `status` ni sur le statut HTTP." },
);

/** Answer of /v1/status. */
export const Status = namedObject("Status", {
  status: t.Union([t.Literal("operational"), t.Literal("degraded")]),
  timestamp: Instant,
  version: t.String(),
  checks: namedObject("Checks", {
    d1: check("La base relationnelle : documents, éditions, renvois."),
    kv: check("Les clés d'API et les limites."),
    r2: check(
      "Les contenus : le document le plus récent se relit en entier, et aucun texte n'est connu pour abîmé.",
    ),
    vectorize: check(
      "L'index des vecteurs et celui des racines, dont vit la recherche par le sens : ils répondent et sont à jour.",
    ),
    search: check("L'index plein texte : il répond et il est à jour."),
    ingestion: check("La dernière ingestion a réussi il y a moins de 48 heures."),
    sources: Sources,
    preuve: Proof,
  }),
});

export type Statistics = Static<typeof Statistics>;
export type Check = Static<typeof Check>;
export type ProofCheck = Static<typeof Proof>;
export type SourcesCheck = Static<typeof Sources>;
export type Status = Static<typeof Status>;
