import { z } from "zod";

/** What the tools read of the API's answers; other fields are left where they are. */

export const SearchWarning = z.object({
  code: z.string(),
  message: z.string(),
  mot: z.string().nullable(),
  essayer: z.string().nullable(),
});

export const SearchHits = z.object({
  total: z.number().optional(),
  avertissements: z.array(SearchWarning).optional(),
  results: z.array(
    z.object({
      boi_id: z.string(),
      titre: z.string(),
      extrait: z.string(),
      paragraphe: z.string().nullable(),
      date_publication: z.string(),
      url: z.string(),
    }),
  ),
});

export const FullDocument = z.object({
  boi_id: z.string(),
  titre: z.string(),
  statut: z.string(),
  transfere_vers: z.string().nullish(),
  avis: z.string().nullish(),
  transferts: z.array(z.string()).default([]),
  date_publication: z.string(),
  date_mise_a_jour: z.string().nullable(),
  url: z.string(),
  contenu_texte: z.string(),
  paragraphes: z.array(z.object({ numero: z.string(), section: z.array(z.string()), texte: z.string() })),
  paragraphes_reserves: z.array(z.object({ de: z.string(), a: z.string() })).default([]),
});
export type FullDocument = z.infer<typeof FullDocument>;

export const PlanNode = z.object({
  chemin: z.string(),
  titre: z.string().nullable(),
  children: z.array(z.object({ chemin: z.string(), titre: z.string(), documents: z.number() })),
  documents: z.array(
    z.object({
      boi_id: z.string(),
      titre: z.string(),
      statut: z.string(),
      date_publication: z.string(),
      url: z.string(),
    }),
  ),
});

export const ReferenceGraph = z.object({
  root: z.string(),
  nodes: z.array(
    z.object({
      boi_id: z.string(),
      titre: z.string().nullable(),
      statut: z.string().nullable(),
      url: z.string().nullable(),
    }),
  ),
  edges: z.array(z.object({ source: z.string(), target: z.string(), paragraphe: z.string().nullable() })),
});
export type ReferenceGraph = z.infer<typeof ReferenceGraph>;

export const ChangeList = z.object({
  since: z.string(),
  total: z.number(),
  changes: z.array(
    z.object({
      boi_id: z.string(),
      titre: z.string(),
      nature: z.enum(["creation", "modification", "retrait"]),
      date: z.string(),
      statut: z.string(),
      url: z.string(),
      actualite: z.object({ titre: z.string(), url: z.string() }).nullable(),
    }),
  ),
});
