import { type SchemaOptions, Type as t } from "@sinclair/typebox";
import { isDocumentId, splitIdentifier } from "../../../bofip/identifiers/identifier.ts";
import { FINGERPRINT } from "../../../bofip/text/characters.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { pastDate } from "./days.ts";
import { type DocumentId, type Parameter, parameter, wholeNumber } from "./parameter.ts";

/** Which text of a document is asked for. */
export type AskedText =
  /** The one that it shows. */
  | { readonly kind: "shown" }
  /** The edition that begins that day. */
  | { readonly kind: "edition"; readonly date: string }
  /** The edition in force that day, in the wording known on the day `knownOn`, or known today when it is null. */
  | { readonly kind: "day"; readonly date: string; readonly knownOn: string | null }
  /** The wording of that fingerprint; of the edition named, when several have it, else of the latest. */
  | { readonly kind: "wording"; readonly empreinte: string; readonly edition?: NamedEdition };

/** An edition by its start, and by its PGP number when two begin that day. */
export interface NamedEdition {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly pgp: number | null;
}

interface TextQuery {
  readonly date?: string | undefined;
  readonly connu_le?: string | undefined;
  readonly empreinte?: string | undefined;
  readonly pgp?: number | undefined;
}

/** Those parameters, as routes declare them. */
export const textQuery = (clock: () => Date) => ({
  date: t.Optional(
    pastDate(clock, {
      description:
        "Jour, à Paris : l'édition en vigueur ce jour-là. Avec `empreinte` : celle des éditions au même texte qui commence ce jour-là. Pas avec un identifiant daté.",
      examples: ["2026-07-01"],
    }),
  ),
  connu_le: t.Optional(
    pastDate(clock, {
      description: "Avec `date` : la rédaction que le service en détenait ce jour-là.",
      examples: ["2026-07-01"],
    }),
  ),
  empreinte: t.Optional(fingerprintOf({ description: "Empreinte d'une rédaction : ce texte exactement." })),
  pgp: t.Optional(
    wholeNumber(1, 999_999_999, {
      description:
        "Avec `empreinte` et `date` : le numéro PGP de l'édition, quand deux commencent ce jour-là.",
    }),
  ),
});

/** The text that an identifier and parameters name, once `demandOneText` let them pass. */
export function askedText(id: DocumentId, { date, connu_le, empreinte, pgp }: TextQuery): AskedText {
  if (empreinte !== undefined)
    return {
      kind: "wording",
      empreinte,
      ...(date === undefined ? {} : { edition: { date, pgp: pgp ?? null } }),
    };
  if (date !== undefined) return { kind: "day", date, knownOn: connu_le ?? null };
  return id.date === null ? { kind: "shown" } : { kind: "edition", date: id.date };
}

interface Asked {
  readonly params: { readonly id: unknown };
  readonly query: { readonly [Name in keyof TextQuery]: unknown };
}

/** Hook before parameters are judged: refuses two texts named at once. @throws {ApiError} `invalid_parameter` */
export function demandOneText({ params: { id }, query }: Asked): void {
  const refuse = (reason: string): never => {
    throw new ApiError("invalid_parameter", { reason });
  };
  const { date, connu_le: knownOn, empreinte, pgp } = query;
  if (knownOn !== undefined && date === undefined)
    refuse("Le paramètre « connu_le » ne va qu'avec « date » : il dit quelle rédaction en était détenue.");
  if (empreinte !== undefined && knownOn !== undefined)
    refuse(
      "Les paramètres « empreinte » et « connu_le » nomment chacun une rédaction : donnez l'un des deux.",
    );
  if (pgp !== undefined && (empreinte === undefined || date === undefined))
    refuse(
      "Le paramètre « pgp » ne va qu'avec « empreinte » et « date » : ils nomment ensemble une édition.",
    );
  const asked = date === undefined ? "empreinte" : "date";
  if (query[asked] !== undefined && isDated(id))
    refuse(`Le paramètre « ${asked} » ne va pas avec un identifiant daté, qui nomme déjà une édition.`);
}

function isDated(id: unknown): boolean {
  return typeof id === "string" && isDocumentId(id) && splitIdentifier(id).date !== null;
}

/** The fingerprint of a text. */
export function fingerprintOf(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", pattern: FINGERPRINT.source };
  return parameter(schema, "une empreinte de 64 chiffres hexadécimaux, en minuscules", (raw) =>
    FINGERPRINT.test(raw) ? raw : undefined,
  );
}

/** The parameters that name the two texts of a comparison, as its route declares them. */
export const sidesQuery = (clock: () => Date) => ({
  de: t.Optional(
    pastDate(clock, {
      description: "Jour : l'édition en vigueur ce jour-là. Par défaut, l'édition d'avant l'autre.",
      examples: ["2025-11-03"],
      "x-shown": true,
    }),
  ),
  a: t.Optional(
    pastDate(clock, {
      description: "Jour : l'édition en vigueur ce jour-là. Par défaut, celle que le document donne.",
      examples: ["2026-07-01"],
      "x-shown": true,
    }),
  ),
  de_empreinte: t.Optional(
    fingerprintOf({ description: "À la place de `de` : l'empreinte d'une rédaction." }),
  ),
  a_empreinte: t.Optional(fingerprintOf({ description: "À la place de `a` : l'empreinte d'une rédaction." })),
});

interface SidesQuery {
  readonly de?: string | undefined;
  readonly a?: string | undefined;
  readonly de_empreinte?: string | undefined;
  readonly a_empreinte?: string | undefined;
}

/** The two texts that those parameters name; null where they name none. */
export function askedSides({ de, a, de_empreinte, a_empreinte }: SidesQuery) {
  return { de: sideOf(de, de_empreinte), a: sideOf(a, a_empreinte) };
}

function sideOf(date: string | undefined, empreinte: string | undefined): AskedText | null {
  if (empreinte !== undefined) return { kind: "wording", empreinte };
  return date === undefined ? null : { kind: "day", date, knownOn: null };
}

/** Hook before parameters are judged: refuses a side named twice. @throws {ApiError} `invalid_parameter` */
export function demandOneTextASide({
  query,
}: {
  readonly query: { readonly [Name in keyof SidesQuery]: unknown };
}): void {
  for (const side of ["de", "a"] as const) {
    if (query[side] === undefined || query[`${side}_empreinte`] === undefined) continue;
    const reason = `Les paramètres « ${side} » et « ${side}_empreinte » nomment chacun un texte : donnez l'un des deux.`;
    throw new ApiError("invalid_parameter", { reason });
  }
}
