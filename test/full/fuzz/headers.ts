import type { Draw } from "./draw.ts";

const ODD_HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ["if-none-match", ["*", '"x"', 'W/"x", "y"', "", '"', ",,,", `"${"a".repeat(3000)}"`]],
  ["accept", ["text/html", "*/*;q=0", "application/xml", "é", ";;;", "*"]],
  ["accept-encoding", ["gzip", "br", "br;q=2", "zstd, *;q=0", "identity;q=0", ";q=", "*"]],
  ["accept-language", ["fr", "x", "*;q=0"]],
  ["authorization", ["Bearer", "Bearer x", "Basic Og==", "é"]],
  ["cookie", ["a=b", "=", ";;;;", `x=${"y".repeat(2000)}`]],
  ["range", ["bytes=0-1", "bytes=5-1"]],
  ["x-http-method-override", ["DELETE"]],
  ["x-request-id", ["a", "é".repeat(100)]],
  ["x-forwarded-proto", ["https", "gopher"]],
  ["if-modified-since", ["hier", "Wed, 21 Oct 2015 07:28:00 GMT"]],
  ["origin", ["https://ailleurs.example"]],
];

/** Headers that clients send, or should not. */
export function drawHeaders(isOdd: boolean, draw: Draw): Record<string, string> {
  if (!isOdd) return draw.chance(10) ? { "if-none-match": "*" } : {};
  const count = 1 + draw.below(3);
  return Object.fromEntries(
    draw.several(ODD_HEADERS, count).map(([name, values]) => [name, draw.oneOf(values)]),
  );
}
