import { MAX_IDENTIFIER_LENGTH } from "../../bofip/identifiers/identifier.ts";
import { findError } from "../http/errors/catalogue.ts";
import type { RefusalDetails } from "../http/errors/details.ts";
import { inToolWords } from "./warnings.ts";

/** A tool that can't answer: the message, in French, suggests to the model what to try next. */
export class ToolFault extends Error {
  override readonly name = "ToolFault";

  constructor(
    message: string,
    /** Code of the API's refusal, when it is one. */
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

const RETRY = "Réessayez une fois dans quelques secondes ; si l'erreur persiste, dites-le à l'utilisateur.";

/** What a refusal contains besides its message. */
interface Hints extends RefusalDetails {
  readonly upgradeUrl?: string | undefined;
}

/** Makes the fault for a refusal of the API. */
export function faultOf(code: string, message: string, hints: Hints = {}): ToolFault {
  const { upgradeUrl } = hints;
  const upgrade = upgradeUrl === undefined ? "" : ` Pour changer de formule : ${upgradeUrl}`;
  return new ToolFault(
    `${inToolWords(message)} ${findError(code)?.toldModel ?? RETRY}${heldInstead(hints)}${upgrade}`,
    code,
  );
}

/** Where no edition is stored for a day, those that are. */
function heldInstead({
  premiere_edition_detenue: first,
  proches = [],
  transfere_vers: target,
}: Hints): string {
  if (first === undefined) return "";
  const held =
    proches.length === 0
      ? ""
      : ` Éditions détenues les plus proches, par leur début : ${proches.join(", ")}.`;
  return target ? `${held} Transféré vers ${target}.` : held;
}

/** Adds to an unknown document's fault where to find its neighbours. */
export function withNeighbours(boiId: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ToolFault) || error.code !== "unknown_document") throw error;
    if (boiId.length > MAX_IDENTIFIER_LENGTH) throw error;
    const [, undated] = /^(BOI-.+)-\d{8}$/.exec(boiId) ?? [];
    const edition = undated === undefined ? "" : ` Sans date, « ${undated} » nomme l'édition en vigueur.`;
    const parent = (undated ?? boiId).split("-").slice(1, -1).join("/");
    const plan = `browse_plan avec « chemin » = « ${parent} » liste les documents voisins.`;
    throw new ToolFault(`${error.message}${edition} ${plan}`, error.code);
  };
}
