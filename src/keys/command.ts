import { parseArgs } from "node:util";
import type { KeyRequest } from "../../db/keys.ts";

export type KeyCommand =
  | { readonly verb: "help" }
  | { readonly verb: "create"; readonly request: KeyRequest }
  | { readonly verb: "list" }
  | { readonly verb: "revoke" | "usage"; readonly visibleStart: string }
  /** Null = standard output. */
  | { readonly verb: "export"; readonly file: string | null }
  | { readonly verb: "import"; readonly file: string };

/** The command line is not one of the usage text. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const USAGE = `Usage : bun run keys COMMANDE

  create --name NOM --plan FORMULE   crée une clé et l'affiche, une seule fois
  list                               liste les clés
  revoke DÉBUT                       révoque la clé qui commence par DÉBUT (ses 12 premiers caractères)
  usage DÉBUT                        montre les requêtes comptées ce mois-ci
  export [FICHIER]                   écrit les clés (leurs empreintes) et leur usage en JSON
  import FICHIER                     ajoute les clés et l'usage d'un tel fichier
`;

/** @throws {UsageError} */
export function parseCommand(args: readonly string[]): KeyCommand {
  const { values, positionals } = parseOptions(args);
  const [verb, operand, ...rest] = positionals;
  if (values.help === true) return { verb: "help" };
  if (verb === undefined) throw new UsageError("Il manque une commande.");
  if (rest[0] !== undefined) throw new UsageError(`Argument en trop : « ${rest[0]} ».`);
  if (verb === "create") {
    expectNothing(operand);
    return {
      verb,
      request: { name: required(values.name, "--name"), plan: required(values.plan, "--plan") },
    };
  }
  if (values.name !== undefined || values.plan !== undefined) {
    throw new UsageError("Les options --name et --plan ne vont qu'avec « create ».");
  }
  return parseOperand(verb, operand);
}

function parseOperand(verb: string, operand: string | undefined): KeyCommand {
  switch (verb) {
    case "list":
      expectNothing(operand);
      return { verb };
    case "revoke":
    case "usage":
      return { verb, visibleStart: required(operand, "le début de la clé") };
    case "export":
      return { verb, file: operand ?? null };
    case "import":
      return { verb, file: required(operand, "le fichier") };
    default:
      throw new UsageError(`Commande inconnue : « ${verb} ».`);
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: "string" }, plan: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
  } catch (cause) {
    throw new UsageError("Option inconnue, ou sans sa valeur.", { cause });
  }
}

function required(value: string | undefined, what: string): string {
  if (value === undefined) throw new UsageError(`Il manque ${what}.`);
  return value;
}

function expectNothing(operand: string | undefined): void {
  if (operand !== undefined) throw new UsageError(`Argument en trop : « ${operand} ».`);
}
