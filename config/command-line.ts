import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { OperatorFault } from "./operator-fault.ts";

/** A command line that its usage text does not describe; the message, in French, names what is wrong. */
export class UsageError extends OperatorFault {
  override readonly name = "UsageError";
}

const HELP = { help: { type: "boolean", short: "h" } } as const;

/**
 * Reads options and operands; `--help` and `-h` are of every command.
 * @throws {UsageError}
 */
export function parseCommandLine<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  const known = { ...options, ...HELP };
  for (const token of parseArgs({ args: [...args], options: known, strict: false, tokens: true }).tokens)
    if (token.kind === "option") checkOption(token, known[token.name]?.type);
  return parseArgs({ args: [...args], options: known, allowPositionals: true });
}

interface OptionToken {
  /** As it was written, `--source` or `-h`. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value follows in the same word, `--source=sample`. */
  readonly inlineValue?: boolean | undefined;
}

/** The parser's own refusals are in English, and do not name everything. */
function checkOption(
  { rawName, value, inlineValue }: OptionToken,
  type: "string" | "boolean" | undefined,
): void {
  if (type === undefined) throw new UsageError(`Option inconnue : « ${rawName} ».`);
  if (type === "boolean" && value !== undefined)
    throw new UsageError(`L'option ${rawName} n'attend pas de valeur.`);
  const isMissing = value === undefined || (inlineValue !== true && value.startsWith("-"));
  if (type === "string" && isMissing) throw new UsageError(`L'option ${rawName} attend une valeur.`);
}

/**
 * The options of a command without operands. Ends the process with code 0 once help is printed, or with code 2 and
 * the usage for a wrong command line.
 */
export function readOptionsOrExit<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  args: readonly string[] = process.argv.slice(2),
) {
  try {
    const { values, positionals } = parseCommandLine(args, options);
    if (isHelpAsked(values)) {
      console.log(usage);
      process.exit(0);
    }
    if (positionals[0] !== undefined) throw new UsageError(`Argument en trop : « ${positionals[0]} ».`);
    return values;
  } catch (error) {
    return process.exit(tellFault(error, usage));
  }
}

/**
 * Tells on standard error why a command can't be done, and gives its exit code: 2 for a wrong command line, 1 for
 * anything else. Only what is unexpected is told with its stack.
 * @param usage told with a wrong command line.
 */
export function tellFault(error: unknown, usage = ""): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
  console.error(error instanceof OperatorFault ? error.message : error);
  return 1;
}

function isHelpAsked(values: object): boolean {
  return "help" in values && values.help === true;
}
