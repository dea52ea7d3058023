import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { List, Nullable, page_suivante } from "../../schemas/responses.ts";
import { Edition, PLACE } from "../../texts/edition-answer.ts";

const TABLE = {
  rang: t.Integer({ description: "À partir de 1, dans l'ordre du document." }),
  paragraphe: Nullable(t.String({ description: "§ où il se trouve ; nul hors des §." })),
  section: List(t.String(), { description: "Titres au-dessus de lui, du plus large au plus étroit." }),
  titre: Nullable(t.String({ description: "Sa légende." })),
};

const Bound = Nullable(t.Number());

const Cell = namedObject("TableCell", {
  texte: t.String({
    description: "Une ligne pour chaque alinéa, chaque point d'une liste, chaque retour à la ligne.",
  }),
  nombre: Nullable(
    t.Number({
      description: "Seulement quand toute la cellule est un nombre : « 1 500 € », « 5,5 % », « 2024 ».",
    }),
  ),
  unite: Nullable(
    t.Union([t.Literal("EUR"), t.Literal("%")], {
      title: "CellUnit",
      description: "Du nombre ou des bornes, quand la cellule l'écrit.",
    }),
  ),
  bornes: Nullable(
    namedObject(
      "CellBounds",
      { de: Bound, a: Bound },
      {
        description:
          "Seulement quand toute la cellule est une tranche : « de 0 à 11 294 € », « au-delà de 177 106 € » ; nul du côté ouvert. Si une borne est comprise, ses mots seuls le disent.",
      },
    ),
  ),
  hauteur: t.Integer({ description: "Rangs qu'elle occupe." }),
  largeur: t.Integer({ description: "Colonnes qu'elle occupe." }),
  entete: t.Boolean({ description: "Si la source la marque comme un en-tête, de colonne ou de rang." }),
});

export const DocumentTable = namedObject("DocumentTable", {
  ...TABLE,
  entetes: t.Integer({
    description:
      "Rangs d'en-tête, en haut : ceux que la source marque ; le premier quand elle n'en marque aucun (`entete_presumee`).",
  }),
  entete_presumee: t.Boolean({
    description:
      "Vrai quand la source ne marque aucun en-tête : le premier rang en tient lieu, sans que ses cellules soient marquées.",
  }),
  lignes: List(List(Cell), {
    description: "Ses rangs ; une cellule qui en occupe plusieurs n'est que dans celui où elle commence.",
  }),
  empreinte: t.String({
    description: "SHA-256 des textes de ses cellules, séparés d'une espace, espaces réduites.",
  }),
  citation: t.String({ description: "Du § où il se trouve, ou du document hors des §." }),
  page: t.String({ description: "Notre page de ce tableau, à une adresse qui garde sa date." }),
});

/** Answer of /v1/boi/{id}/tableaux, and of /{rang}. */
export const DocumentTables = namedObject("DocumentTables", {
  boi_id: t.String(),
  titre: t.String({ description: "Du document." }),
  edition: Edition,
  tableaux: List(DocumentTable, {
    description: "Dans l'ordre du document ; un seul quand un rang est demandé.",
  }),
});

/** Answer of /v1/tableaux. */
export const TableList = namedObject("TableList", {
  total: t.Integer({ description: "Nombre de tableaux, toutes pages comprises." }),
  tableaux: List(
    namedObject("ListedTable", {
      boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
      document: t.String({ description: "Titre du document." }),
      ...TABLE,
      intitules: List(t.String(), {
        description: "Textes de ses en-têtes ; du premier rang quand la source n'en marque aucun.",
      }),
      lignes: t.Integer({ description: "Nombre de rangs." }),
      page: PLACE.page,
    }),
    { description: "Par identifiant, puis dans l'ordre de chaque document." },
  ),
  page_suivante,
});

export type DocumentTable = Static<typeof DocumentTable>;
export type DocumentTables = Static<typeof DocumentTables>;
export type TableList = Static<typeof TableList>;
