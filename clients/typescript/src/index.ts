import createFetchClient, { type Client, defaultPathSerializer } from "openapi-fetch";
import type { components, paths } from "./schema.ts";

export { exportRoot, type RootedText } from "./root.ts";

/** Routes of the API by their path: `client.GET("/v1/search", { params: { query: { q } } })`. */
export type DoctrineClient = Client<paths>;

/** The addresses of the API that are read by GET. */
export type Path = { [Name in keyof paths]: paths[Name] extends { get: object } ? Name : never }[keyof paths];

type Responses<Name extends Path> = paths[Name]["get"] extends { responses: infer Told } ? Told : never;
type JsonOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;

/** The body of an answer that went well: `Answer<"/v1/search">["results"]` is the hits of a page. */
export type Answer<Name extends Path> = Responses<Name> extends { 200: infer Ok } ? JsonOf<Ok> : never;

/** The body of a refusal: `error.code` is for a program, `error.message`, in French, for a person. */
export type Refusal<Name extends Path> = {
  [Status in keyof Responses<Name>]: Status extends 200 ? never : JsonOf<Responses<Name>[Status]>;
}[keyof Responses<Name>];

/** The named schemas of the document: `Schemas["SearchHit"]` is one of the hits of a page. */
export type Schemas = components["schemas"];

export interface ClientSettings {
  /** The service, without what follows its host: `https://api.example.fr`. */
  readonly url: string;
  /** Sent as `X-API-Key`; not needed by the routes of the service itself. */
  readonly key?: string;
  /** In place of the global one: to wait less, to retry, to log. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the API. Its methods are the verbs of HTTP, its paths and what they take and give are those of the OpenAPI
 * document. An answer is `{ data }`, a refusal is `{ error }`, both with `response`; only a network that fails throws.
 */
export function createClient({ url, key, fetch }: ClientSettings): DoctrineClient {
  return createFetchClient<paths>({
    baseUrl: url,
    pathSerializer,
    ...(key === undefined ? {} : { headers: { "x-api-key": key } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** Where a place in the classification stands, whose slashes are those of the address: a proxy may refuse `%2F`. */
const CLASSIFICATION = "/v1/plan/{chemin}" satisfies Path;

function pathSerializer(path: string, parameters: Record<string, unknown>): string {
  const written = defaultPathSerializer(path, parameters);
  return path.endsWith(CLASSIFICATION) ? written.replaceAll("%2F", "/") : written;
}
