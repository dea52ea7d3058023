import { z } from "zod";
import { DOMAINS } from "../../bofip/identifiers/domains.ts";
import { asciiUpperCase, BOI_ID } from "../../bofip/identifiers/identifier.ts";

/** Parameters that several tools share, under the API's names. */

export const boiId = z
  .string()
  .trim()
  .overwrite(asciiUpperCase)
  .regex(BOI_ID)
  .describe("Identifiant, par exemple BOI-IR-LIQ-20-10 ; suivi de -AAAAMMJJ, une édition passée.");

export const domaine = z
  .string()
  .optional()
  .describe(`Domaine du plan : ${[...DOMAINS.keys()].join(", ")}, ou une autre vue dans browse_plan.`);

export const day = z.iso
  .date()
  .optional()
  .describe("Jour AAAA-MM-JJ : l'édition en vigueur ce jour-là. Pas avec un identifiant daté.");

export const limit = (maximum: number, fallback: number) =>
  z.int().min(1).max(maximum).default(fallback).describe("Nombre d'éléments par page.");

export const offset = z
  .int()
  .min(0)
  .max(10_000)
  .default(0)
  .describe("Éléments à passer, tel que « suite » l'a donné.");
