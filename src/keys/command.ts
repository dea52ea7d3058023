import { parseCommandLine, UsageError } from "../../config/command-line.ts";
import type { AdminKeyChange, AdminKeyRequest, TermsRequest } from "../operator/keys.ts";

export type KeyCommand =
  | { readonly verb: "help" }
  | { readonly verb: "create"; readonly request: AdminKeyRequest }
  | { readonly verb: "change"; readonly visibleStart: string; readonly change: AdminKeyChange }
  | { readonly verb: "list" }
  | { readonly verb: "revoke" | "usage"; readonly visibleStart: string }
  /** Null = standard output. */
  | { readonly verb: "export"; readonly file: string | null }
  | { readonly verb: "import"; readonly file: string };

export const USAGE = `Usage : bun run keys COMMANDE

  create --name NOM --plan FORMULE   crée une clé et l'affiche, une seule fois
  change DÉBUT [--plan FORMULE]      change la formule ou les conditions d'une clé
  list                               liste les clés
  revoke DÉBUT                       révoque la clé qui commence par DÉBUT (ses 12 premiers caractères)
  usage DÉBUT                        montre les requêtes comptées ce mois-ci
  export [FICHIER]                   écrit les clés (leurs empreintes) et leur usage en JSON
  import FICHIER                     ajoute les clés et l'usage d'un tel fichier

Conditions d'une clé, avec « create » et « change » :

  --quota N           requêtes par mois, au lieu de celles de la formule
  --minute N          requêtes par minute, au lieu de celles de la formule
  --expire DATE       premier jour (AAAA-MM-JJ, UTC) où la clé est refusée

  « aucun » rend à la clé le quota ou la limite de sa formule, ou lui ôte sa date d'expiration.
`;

/** Removes the expiry of a key. */
const NONE = "aucun";
const KEY_OPTIONS = ["name", "plan", "quota", "minute", "expire"] as const;

type Options = Partial<Record<(typeof KEY_OPTIONS)[number], string>>;

/** @throws {UsageError} */
export function parseCommand(args: readonly string[]): KeyCommand {
  const text = { type: "string" } as const;
  const options = { name: text, plan: text, quota: text, minute: text, expire: text };
  const { values, positionals } = parseCommandLine(args, options);
  const { help, ...terms } = values;
  const [verb, operand, ...rest] = positionals;
  if (help === true || verb === "help") return { verb: "help" };
  if (verb === undefined) throw new UsageError("Il manque une commande.");
  if (rest[0] !== undefined) throw new UsageError(`Argument en trop : « ${rest[0]} ».`);
  if (verb === "create") return parseCreation(operand, terms);
  if (verb === "change") return parseChange(operand, terms);
  if (Object.keys(terms).length > 0) {
    const names = KEY_OPTIONS.map((name) => `--${name}`).join(", ");
    throw new UsageError(`Les options ${names} ne vont qu'avec « create » et « change ».`);
  }
  return parseOperand(verb, operand);
}

function parseCreation(operand: string | undefined, options: Options): KeyCommand {
  expectNothing(operand);
  const request = { name: required(options.name, "--name"), plan: required(options.plan, "--plan") };
  return { verb: "create", request: { ...request, ...parseTerms(options) } };
}

function parseChange(operand: string | undefined, { name, plan, ...options }: Options): KeyCommand {
  if (name !== undefined) throw new UsageError("L'option --name ne va qu'avec « create ».");
  const change = { ...(plan !== undefined && { plan }), ...parseTerms(options) };
  return { verb: "change", visibleStart: required(operand, "le début de la clé"), change };
}

function parseTerms({ quota, minute, expire }: Options): TermsRequest {
  return {
    ...(quota !== undefined && { quota: parseCount("--quota", quota) }),
    ...(minute !== undefined && { minute_limit: parseCount("--minute", minute) }),
    ...(expire !== undefined && { expires_at: expire === NONE ? null : expire }),
  };
}

function parseCount(option: string, value: string): number | null {
  if (value === NONE) return null;
  if (!/^\d{1,10}$/.test(value)) throw new UsageError(`L'option ${option} attend un nombre ou « ${NONE} ».`);
  return Number(value);
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

function required(value: string | undefined, what: string): string {
  if (value === undefined) throw new UsageError(`Il manque ${what}.`);
  return value;
}

function expectNothing(operand: string | undefined): void {
  if (operand !== undefined) throw new UsageError(`Argument en trop : « ${operand} ».`);
}
