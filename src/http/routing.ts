export interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

/** An address's methods, for `Allow`: HEAD with GET (RFC 9110, 9.3.2), a trailing slash or not; none when unknown. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): string[] {
  const found = new Set(routes.filter((route) => matches(route.path, path)).map((route) => route.method));
  if (found.size === 0) return [];
  if (found.has("GET")) found.add("HEAD");
  return [...found.add("OPTIONS")].sort();
}

function matches(pattern: string, path: string): boolean {
  const expected = segmentsOf(pattern);
  const actual = segmentsOf(path);
  if (expected.at(-1) === "*") {
    return expected.slice(0, -1).every((segment, index) => fits(segment, actual[index]));
  }
  return (
    expected.length === actual.length && expected.every((segment, index) => fits(segment, actual[index]))
  );
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}

function fits(expected: string, actual: string | undefined): boolean {
  return expected.startsWith(":") ? actual !== undefined && actual !== "" : expected === actual;
}
