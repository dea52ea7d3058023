import { inspect, type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { printableLines } from "../bofip/text/characters.ts";
import { OperatorFault } from "./operator-fault.ts";

/** A command line that does not follow its usage text; the French message names the mistake. */
export class UsageError extends OperatorFault {
  override readonly name = "UsageError";
}

const HELP = { help: { type: "boolean", short: "h" } } as const;

/** Parses options and operands; every command accepts `--help` and `-h`. @throws {UsageError} */
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
  /** As written, `--source` or `-h`. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value is in the same word, `--source=sample`. */
  readonly inlineValue?: boolean | undefined;
}

/** The parser's own errors are in English, and do not always name the option. */
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

/** Parses options. Exits with code 0 after printing help, with 2 and the usage for an invalid command line. */
export function readOptionsOrExit<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  args: readonly string[] = process.argv.slice(2),
) {
  try {
    const { values, positionals } = parseCommandLine(args, options);
    if (isHelpAsked(values)) {
      print(usage);
      process.exit(0);
    }
    if (positionals[0] !== undefined) throw new UsageError(`Argument en trop : « ${positionals[0]} ».`);
    return values;
  } catch (error) {
    return process.exit(tellFault(error, usage));
  }
}

/** Prints on standard output what a command has to tell: nothing in it, stored or received, acts on the terminal. */
export function print(text: string): void {
  console.log(printableLines(text));
}

/** Prints why a command failed, with the stack if unexpected; returns its exit code: 2 for an invalid line, else 1. */
export function tellFault(error: unknown, usage = ""): number {
  const isUsage = error instanceof UsageError;
  const reason = error instanceof OperatorFault ? error.message : inspect(error);
  console.error(printableLines(isUsage ? `${reason}\n\n${usage}` : reason));
  return isUsage ? 2 : 1;
}

function isHelpAsked(values: object): boolean {
  return "help" in values && values.help === true;
}
