import { Type as t } from "@sinclair/typebox";
import { isDocumentId, splitIdentifier } from "../../../db/bofip/identifier.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { pastDate } from "./date.ts";
import type { DocumentId } from "./document-id.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** Which text of a document is asked for. */
export type AskedText =
  /** The one that it shows. */
  | { readonly kind: "shown" }
  /** The edition that begins that day. */
  | { readonly kind: "edition"; readonly date: string }
  /** The edition in force that day, in the wording that the service held on the day `knownOn`, or holds. */
  | { readonly kind: "day"; readonly date: string; readonly knownOn: string | null }
  /** The wording of that fingerprint. */
  | { readonly kind: "wording"; readonly empreinte: string };

/** The parameters that name a text of a document. */
export interface TextQuery {
  readonly date?: string | undefined;
  readonly connu_le?: string | undefined;
  readonly empreinte?: string | undefined;
}

/** Those parameters, as routes declare them. */
export const textQuery = (clock: () => Date) => ({
  date: t.Optional(
    pastDate(clock, {
      description: "Jour, à Paris : l'édition en vigueur ce jour-là. Pas avec un identifiant daté.",
      examples: ["2026-07-01"],
    }),
  ),
  connu_le: t.Optional(
    pastDate(clock, {
      description: "Avec `date` : la rédaction que le service en détenait ce jour-là.",
      examples: ["2026-07-01"],
    }),
  ),
  empreinte: t.Optional(
    fingerprintOf({ description: "Empreinte d'une rédaction : ce texte exactement. Pas avec `date`." }),
  ),
});

/** The text that an identifier and parameters name, once `demandOneText` let them pass. */
export function askedText(id: DocumentId, { date, connu_le, empreinte }: TextQuery): AskedText {
  if (empreinte !== undefined) return { kind: "wording", empreinte };
  if (date !== undefined) return { kind: "day", date, knownOn: connu_le ?? null };
  return id.date === null ? { kind: "shown" } : { kind: "edition", date: id.date };
}

interface Asked {
  readonly params: { readonly id: unknown };
  readonly query: { readonly [Name in keyof TextQuery]: unknown };
}

/**
 * Route hook, before the parameters are judged one by one: refuses those that name two texts at once.
 * @throws {ApiError} `invalid_parameter`
 */
export function demandOneText({ params: { id }, query }: Asked): void {
  const refuse = (reason: string): never => {
    throw new ApiError("invalid_parameter", { reason });
  };
  const { date, connu_le: knownOn, empreinte } = query;
  if (knownOn !== undefined && date === undefined)
    refuse("Le paramètre « connu_le » ne va qu'avec « date » : il dit quelle rédaction en était détenue.");
  if (empreinte !== undefined && date !== undefined)
    refuse("Les paramètres « empreinte » et « date » nomment chacun un texte : donnez l'un des deux.");
  const asked = date === undefined ? "empreinte" : "date";
  if (query[asked] !== undefined && isDated(id))
    refuse(`Le paramètre « ${asked} » ne va pas avec un identifiant daté, qui nomme déjà une édition.`);
}

function isDated(id: unknown): boolean {
  return typeof id === "string" && isDocumentId(id) && splitIdentifier(id).date !== null;
}
