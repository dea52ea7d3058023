import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Instant, List, Nullable } from "../../schemas/responses.ts";
import { FILE, ParagraphEdition } from "../../texts/edition-answer.ts";

const bytes = (description: string) => t.String({ description });

/** Answer of /v1/boi/{id}/paragraphes/{numero}/attestation: what proves a § without the service. */
export const Attestation = namedObject("Attestation", {
  v: t.Union([t.Literal(1), t.Literal(2)], {
    title: "AttestationVersion",
    description:
      "Version de la forme : celle de la feuille. 2 pour un texte inscrit depuis que les feuilles portent la liste des §.",
  }),
  paragraphe: namedObject("AttestedParagraph", {
    boi_id: t.String(),
    numero: t.String({ examples: ["130"] }),
    texte: t.String(),
    empreinte: t.String({ description: "SHA-256 de `texte`, espaces réduites." }),
    position: namedObject(
      "AttestedPosition",
      { debut: t.Integer(), fin: t.Integer() },
      { description: "Points de code de `document.texte`, `fin` exclue." },
    ),
  }),
  paragraphes: Nullable(
    t.Array(t.Array(t.String(), { minItems: 2, maxItems: 2 }), {
      description:
        "Numéro et empreinte de chaque § de l'édition, dans l'ordre : la liste dont la feuille porte l'empreinte ; null en version 1.",
    }),
  ),
  edition: ParagraphEdition,
  document: namedObject("AttestedDocument", {
    texte: t.String({ description: "Le texte entier de l'édition." }),
    empreinte: t.String({ description: "SHA-256 de `texte`, espaces réduites : celle que dit la feuille." }),
  }),
  officiel: Nullable(
    namedObject(
      "AttestedSource",
      {
        contenu: bytes("Les octets officiels, tels que reçus, en base64."),
        empreinte_source: t.String({ description: "SHA-256 de ces octets : celle que dit la feuille." }),
        provenance: namedObject(
          "AttestedProvenance",
          {
            ...FILE,
            recue_le: Nullable(Instant),
            serveur: Nullable(
              namedObject("SourceServer", {
                adresse: t.String({ description: "D'où le fichier a été téléchargé." }),
                certificat: Nullable(
                  t.String({ description: "SHA-256 du certificat que ce serveur a montré." }),
                ),
                emetteur: Nullable(t.String({ description: "Qui a émis ce certificat, d'après lui." })),
              }),
            ),
          },
          { description: "Notre parole : rien de ce qui est joint ne le prouve." },
        ),
      },
      { description: "null quand ces octets n'ont pas été gardés." },
    ),
  ),
  feuille: namedObject("AttestedLeaf", {
    rang: t.Integer({ description: "Dans le journal de preuve, à partir de 0." }),
    octets: bytes("La feuille telle que hachée, en base64 : du JSON."),
  }),
  inclusion: namedObject("AttestedInclusion", {
    taille: t.Integer({ description: "Feuilles de l'arbre que la tête a signé." }),
    hachages: t.Array(t.String(), {
      description: "Le chemin de la feuille à la racine (RFC 6962, 2.1.1), en base64.",
    }),
  }),
  checkpoint: t.String({ description: "La tête du journal, note signée (C2SP tlog-checkpoint)." }),
  cle_publique: bytes("La clé Ed25519 qui l'a signée, SPKI en base64."),
  horodatages: t.Array(
    namedObject("AttestedTimestamp", {
      jeton: bytes("TimeStampToken (RFC 3161) de la tête, DER en base64."),
      autorite: t.String({ description: "Qui l'a signé." }),
      instant: Instant,
    }),
    { description: "Du premier au dernier ; aucun : rien n'est daté par un tiers." },
  ),
  explications: List(
    namedObject("AttestationExplanation", {
      element: t.String({ description: "Ce dont il est parlé, par son nom ici." }),
      prouve: t.String(),
      ne_prouve_pas: t.String(),
    }),
    { description: "Ce que chaque élément prouve, et ce qu'il ne prouve pas." },
  ),
});

export type Attestation = Static<typeof Attestation>;
