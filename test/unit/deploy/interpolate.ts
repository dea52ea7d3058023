/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, the forms of the Compose specification used here; a default may be a variable. */
const VARIABLE = /\$\{([A-Z0-9_]+)(?::([-?])((?:\$\{[^}]*\}|[^}])*))?\}/g;

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The parsed file with the variables of its texts replaced, as `docker compose` does.
 * @throws when a required one is empty.
 */
export function interpolate(value: unknown, variables: Variables): unknown {
  if (typeof value === "string") return interpolateText(value, variables);
  if (Array.isArray(value)) return value.map((item) => interpolate(item, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolate(item, variables)]));
}

function interpolateText(text: string, variables: Variables): string {
  return text.replace(VARIABLE, (_, name: string, form: string | undefined, argument = "") => {
    const value = variables[name] ?? "";
    if (value !== "") return value;
    if (form === "?") throw new Error(`${name}: ${argument}`);
    return form === "-" ? interpolateText(argument, variables) : "";
  });
}

export function variablesOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = ""]) => name));
}

/** `NAME=value` lines of a `.env` file. */
export function readEnvFile(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}
