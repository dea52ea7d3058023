import createFetchClient, { type Client, defaultPathSerializer, type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema.ts";

export { exportRoot, type RootedText } from "./root.ts";

/** Routes of the API by their path: `client.GET("/v1/search", { params: { query: { q } } })`. */
export type DoctrineClient = Client<paths, Media>;

/** What the types of answers are of: a table is also given as CSV, to who asks for it with `Accept` and `parseAs`. */
type Media = "application/json" | "application/x-ndjson";

/** Paths of the API that answer GET. */
export type Path = { [Name in keyof paths]: paths[Name] extends { get: object } ? Name : never }[keyof paths];

type Responses<Name extends Path> = paths[Name]["get"] extends { responses: infer Told } ? Told : never;
type JsonOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;

/** The body of a successful answer: `Answer<"/v1/search">["results"]` is the hits of a page. */
export type Answer<Name extends Path> = Responses<Name> extends { 200: infer Ok } ? JsonOf<Ok> : never;

/** The body of a refusal: `error.code` is for programs, `error.message`, in French, for people. */
export type Refusal<Name extends Path> = {
  [Status in keyof Responses<Name>]: Status extends 200 ? never : JsonOf<Responses<Name>[Status]>;
}[keyof Responses<Name>];

/** The named schemas of the document: `Schemas["SearchHit"]` is one of the hits of a page. */
export type Schemas = components["schemas"];

export interface ClientSettings {
  /** Base URL of the service, without a path: `https://api.example.fr`. */
  readonly url: string;
  /** Sent as `X-API-Key`; the routes about the service itself don't need it. */
  readonly key?: string;
  /** Replaces the global `fetch`: to set a shorter timeout, to retry, to log. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client of the API. Its methods are the HTTP verbs; its paths, parameters and answers are typed from the
 * OpenAPI document. Resolves to `{ data }` or, for a refusal, `{ error }`, both with `response`; throws only when the
 * network fails, or when the service redirects: the API never does, and the key is for no other address.
 */
export function createClient({ url, key, fetch }: ClientSettings): DoctrineClient {
  const client = createFetchClient<paths, Media>({
    baseUrl: url,
    redirect: "error",
    pathSerializer,
    ...(key === undefined ? {} : { headers: { "x-api-key": key } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
  client.use(readableRefusals);
  return client;
}

/** Gives a refusal that is not the API's, as a proxy's page, the shape of the API's own. */
const readableRefusals: Middleware = {
  async onResponse({ response }) {
    const { status } = response;
    if (status < 400 || isRefusal(await response.clone().text())) return undefined;
    const headers = new Headers(response.headers);
    for (const name of ["content-encoding", "content-length", "content-type"]) headers.delete(name);
    const error = { code: "unreadable", message: `Réponse ${status} illisible.` };
    return Response.json({ error }, { status, headers });
  },
};

function isRefusal(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    const error = isObject(body) && "error" in body ? body.error : null;
    if (!isObject(error) || !("code" in error && "message" in error)) return false;
    return typeof error.code === "string" && typeof error.message === "string";
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The route of a classification node, whose slashes are sent unencoded because a proxy may refuse `%2F`. */
const CLASSIFICATION = "/v1/plan/{chemin}" satisfies Path;

function pathSerializer(path: string, parameters: Record<string, unknown>): string {
  const written = defaultPathSerializer(path, parameters);
  return path.endsWith(CLASSIFICATION) ? written.replaceAll("%2F", "/") : written;
}
