import { type Static, Type as t } from "@sinclair/typebox";
import { JOURNAL_EVENTS } from "../../../db/schema/journal.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { ChangeScope, Day, DocumentKind, Instant, List, Nullable } from "../../schemas/responses.ts";
import { AnnouncedScope, DeducedScope, NewsLink } from "../news/answer.ts";

const Numbers = List(t.String());

export const JournalEntry = namedObject("JournalEntry", {
  sequence: t.Integer({ description: "Croît à chaque entrée ; des nombres peuvent manquer." }),
  detecte_le: Nullable(Instant),
  evenement: t.Union(
    JOURNAL_EVENTS.map((event) => t.Literal(event)),
    {
      description:
        "`rectification` : d'autres mots pour une édition ; `retablissement` : de nouveau en vigueur ; `effacement` : texte retiré sur obligation légale, à retirer des copies (`titre` est alors l'identifiant, `empreinte_avant` celle du texte) ; `source` : la source a changé la fiche du document, non ses mots.",
    },
  ),
  boi_id: Nullable(t.String({ description: "Nul pour une actualité, comme `domaine` et `type`." })),
  titre: t.String(),
  domaine: Nullable(t.String()),
  type: Nullable(DocumentKind),
  date: Day,
  portee_annoncee: AnnouncedScope,
  portee_deduite: DeducedScope,
  portee_texte: Nullable(ChangeScope),
  paragraphes: namedObject(
    "ChangedParagraphs",
    { ajoutes: Numbers, modifies: Numbers, supprimes: Numbers },
    { description: "Numéros des §, chacun dans une seule liste ; vides quand il n'y a rien à comparer." },
  ),
  empreinte_avant: Nullable(
    t.String({ description: "Du texte qui précédait, tel qu'il était détenu à ce moment." }),
  ),
  empreinte_apres: Nullable(t.String()),
  actualite: Nullable(NewsLink),
  documents: List(t.String(), { description: "Documents que nomme une actualité." }),
  champs: List(t.String(), {
    description: "Pour `source` : ce qui a changé de la fiche du document, ses mots étant les mêmes.",
  }),
});

/** Answer of /v1/journal. */
export const JournalPage = namedObject("JournalPage", {
  apres: t.Integer(),
  dernier: t.Integer({ description: "Le nombre à donner en `apres` la fois suivante." }),
  derivation: t.Integer({ description: "Version de l'analyse des textes : quand elle change, réexportez." }),
  count: t.Integer(),
  entrees: List(JournalEntry, { description: "De la plus ancienne à la plus récente." }),
});

export type JournalEntry = Static<typeof JournalEntry>;
export type JournalPage = Static<typeof JournalPage>;
