import { PATHS } from "../../../../src/features/account/session.tsx";
import { MAX_URL_LENGTH } from "../../../../src/http/connections.ts";
import { MAX_BODY_BYTES, MAX_TEXT_BODY_BYTES } from "../../../../src/http/json-body.ts";
import type { BenchRequest } from "../load.ts";
import type { WorstRequests } from "./requests.ts";

/** A route of the service, with the names of what its rules take. */
export interface RouteRules {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
}

/** Room for the host, and for what is around what is measured. */
const MARGIN = 200;
const MAX_ADDRESS = MAX_URL_LENGTH - MARGIN;
const SIZES = [MAX_BODY_BYTES - MARGIN, MAX_TEXT_BODY_BYTES - MARGIN];

type OfSize = (size: number) => string;

const repeated = (part: string, size: number) => part.repeat(size / part.length).replace(/,$/, "");
const unknownFields = (size: number) =>
  Array.from({ length: size / 13 }, (_, rank) => `"x${String(rank).padStart(7, "0")}":1`).join(",");

/** A value of every type, as long, as deep, of as many members as there is room for. */
const VALUES: readonly OfSize[] = [
  () => "null",
  () => "true",
  (size) => "1".repeat(size),
  (size) => `"${"x".repeat(size)}"`,
  (size) => `"${"\\u00e9".repeat(size / 6)}"`,
  (size) => `[${repeated("1,", size)}]`,
  (size) => `[[${repeated("1,", size)}]]`,
  (size) => `[${repeated("{},", size)}]`,
  (size) => `[${repeated('{"boi_id":1,"date":2},', size)}]`,
  (size) => `[${repeated("1,", Math.min(size, 19_000))}]`,
  (size) => `[${repeated("{},", Math.min(size, 14_000))}]`,
  (size) => `["${"x".repeat(size)}"]`,
  (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  (size) => `{${unknownFields(size)}}`,
];

/** A whole body, likewise; the last ones have about as many members as are read at all. */
const BODIES: readonly OfSize[] = [
  ...VALUES,
  (size) => `{"${"x".repeat(size)}":1}`,
  (size) => `{${unknownFields(Math.min(size, 125_000))}}`,
  (size) => " ".repeat(size),
  (size) => `{"x":"${"x".repeat(size)}`,
];

/**
 * For each public and keyed route, what its rules refuse: the deepest, the longest, that of most members, each field of each
 * wrong type.
 */
export function refusedRequests(routes: readonly RouteRules[]): WorstRequests {
  return Object.fromEntries(
    routes.map((route) => [
      `${route.method} ${route.path}`,
      [...wrongAddresses(route), ...wrongBodies(route)],
    ]),
  );
}

function wrongAddresses({ method, path, query }: RouteRules): BenchRequest[] {
  const ask = (address: string): BenchRequest => ({ path: address, method, ...bodyFor(method) });
  const usual = path.replace(/:\w+|\*/g, "1");
  const long = "x".repeat(MAX_ADDRESS - path.length);
  const many = (pair: (rank: number) => string, length: number) =>
    Array.from({ length: MAX_ADDRESS / length }, (_, rank) => pair(rank)).join("&");
  const parts = path.split(/(:\w+|\*)/);
  const longPaths = parts.flatMap((part, rank) =>
    /^[:*]/.test(part)
      ? [
          parts
            .with(rank, long)
            .join("")
            .replace(/:\w+|\*/g, "1"),
        ]
      : [],
  );
  return [
    ...longPaths,
    ...[long, many((rank) => `x${rank}=1`, 8), many(() => "x=1", 4), many(() => "%", 2)].map(
      (asked) => `${usual}?${asked}`,
    ),
    ...query.flatMap((name) => [
      `${usual}?${name}=${long}`,
      `${usual}?${name}=${"(".repeat(MAX_ADDRESS - path.length)}`,
      `${usual}?${name}=${"1,".repeat(MAX_ADDRESS / 3)}`,
    ]),
  ].map(ask);
}

function bodyFor(method: string): Pick<BenchRequest, "body"> {
  return method === "POST" ? { body: "{}" } : {};
}

function wrongBodies({ method, path, body }: RouteRules): BenchRequest[] {
  if (method !== "POST") return [];
  if (path === "/mcp") return wrongMessages();
  const address = path.replace(/:\w+/g, "1");
  if (path.startsWith(PATHS.home)) return wrongForms(address);
  return ofEachSize([...BODIES, ...fieldsOf(body)]).map((sent) => ({ path: address, method, body: sent }));
}

function fieldsOf(names: readonly string[]): OfSize[] {
  return names.flatMap((name) => VALUES.map((of) => (size: number) => `{"${name}":${of(size)}}`));
}

function ofEachSize(forms: readonly OfSize[]): string[] {
  return SIZES.flatMap((size) => forms.map((of) => of(size)));
}

/** What a visitor sends without being signed in; a form that is read at all is read to its end. */
function wrongForms(path: string): BenchRequest[] {
  const headers = { origin: "http://127.0.0.1" };
  const forms = [
    (size: number) => "a=1&".repeat(size / 4),
    (size: number) => `cle=${"%41".repeat(size / 3)}`,
  ];
  return ofEachSize(forms).map((body) => ({ path, method: "POST", headers, body }));
}

const TOOLS = {
  search: ["q", "date", "limit"],
  check_citations: ["texte", "date"],
  check_references: ["references"],
  get_boi: ["boi_id"],
};

function wrongMessages(): BenchRequest[] {
  const asking = (methodName: string, params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"${methodName}","params":${params}}`;
  const called = (method: string, name: string, forms: readonly OfSize[]): OfSize[] =>
    forms.map((of) => (size) => asking(method, `{"name":"${name}","arguments":${of(size)}}`));
  const messages = [
    ...BODIES,
    ...["initialize", "resources/read", "completion/complete", "inconnu"].flatMap((method) =>
      BODIES.map((of) => (size: number) => asking(method, of(size))),
    ),
    ...fieldsOf(["uri"]).map((of) => (size: number) => asking("resources/read", of(size))),
    ...Object.entries(TOOLS).flatMap(([name, fields]) =>
      called("tools/call", name, [...BODIES, ...fieldsOf(fields)]),
    ),
    ...called("prompts/get", "verifier_une_note", [...BODIES, ...fieldsOf(["note"])]),
  ];
  const headers = { accept: "application/json, text/event-stream" };
  return ofEachSize(messages).map((body) => ({ path: "/mcp", method: "POST", headers, body }));
}
