import type { Attestation } from "../../schemas/answers/texts/attestation.ts";

/** What each element of an attestation proves, and what it does not. @param isDated whether it has a timestamp. */
export function explanations({
  v,
  isDated,
}: {
  readonly v: Attestation["v"];
  readonly isDated: boolean;
}): Attestation["explications"] {
  return [v === 2 ? LISTED : REREAD, ...OF_EVERY, isDated ? DATED : UNDATED, WORD, HISTORIES];
}

const OUT_OF = "Seul, il ne dit ni d'où viennent ces mots, ni quand ils ont été reçus.";

const LISTED = {
  element: "paragraphe, paragraphes",
  prouve:
    "Le numéro du §, sa place parmi les autres et ses mots sont ceux de la liste dont la feuille porte l'empreinte.",
  ne_prouve_pas: OUT_OF,
} as const;

const REREAD = {
  element: "paragraphe",
  prouve:
    "Ses mots se lisent dans le texte du document. Son numéro et ses limites se vérifient en relisant les octets officiels ; sans eux, ils sont notre parole : la feuille, de version 1, ne les porte pas.",
  ne_prouve_pas: OUT_OF,
} as const;

const OF_EVERY: Attestation["explications"] = [
  {
    element: "document",
    prouve: "Le texte entier est celui dont la feuille porte l'empreinte.",
    ne_prouve_pas:
      "Que la publication officielle disait ces mots : ils ont été tirés des octets officiels par ce service ; les octets, quand ils sont joints, permettent d'en juger.",
  },
  {
    element: "officiel",
    prouve: "Ces octets sont ceux dont la feuille porte l'empreinte : ils n'ont pas changé depuis.",
    ne_prouve_pas: "Que l'administration les a publiés : elle ne les a pas signés.",
  },
  {
    element: "feuille",
    prouve:
      "Ce que ce service a inscrit de ce texte dans son journal public : ses empreintes et sa provenance.",
    ne_prouve_pas: "Que ce qui y est inscrit est vrai : la feuille engage ce service, et lui seul.",
  },
  {
    element: "inclusion",
    prouve:
      "La feuille est, à ce rang, dans l'arbre que la tête a signé ; elle ne peut plus en être ôtée ni changée.",
    ne_prouve_pas: "Ce qui a été inscrit après cette tête.",
  },
  {
    element: "checkpoint",
    prouve: "Le détenteur de la clé a signé cet état du journal.",
    ne_prouve_pas:
      "Qui détient la clé : comparez-la à celle que ce service publie, ou à celle que vous aviez gardée.",
  },
];

const DATED = {
  element: "horodatages",
  prouve: "Un tiers a vu cette tête à l'instant dit : le texte était alors inscrit, avec ces mots.",
  ne_prouve_pas:
    "Rien d'antérieur au premier horodatage ; ni que l'autorité est digne de confiance : comparez son certificat à ceux qu'elle publie.",
} as const;

const UNDATED = {
  element: "horodatages",
  prouve: "Rien : aucun tiers n'a encore daté cette tête.",
  ne_prouve_pas: "Aucune date : rien n'est prouvé avant le premier horodatage.",
} as const;

const WORD = {
  element: "recue_le, provenance, serveur, date_fin, certitudes, citation",
  prouve:
    "Rien : c'est notre parole. `recue_le` et le fichier de `provenance` sont ceux que dit la feuille, qui n'en prouve que l'inscription.",
  ne_prouve_pas:
    "Ni l'instant de la réception, ni l'adresse du fichier, ni le certificat que le serveur de la source a montré, ni la fin de l'édition, ni ce qui en est certain ou présumé.",
} as const;

const HISTORIES = {
  element: "journal",
  prouve:
    "Entre deux têtes que vous gardez, que rien n'a été ôté ni changé : la preuve de cohérence se calcule depuis les tuiles.",
  ne_prouve_pas:
    "Qu'un autre lecteur voit le même journal : deux histoires montrées à deux lecteurs ne se découvrent que si l'on garde des têtes et qu'on les compare.",
} as const;
