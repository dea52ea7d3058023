import { setTimeout as sleep } from "node:timers/promises";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Engine } from "./qdrant/engine.ts";
import { Refusal } from "./qdrant/refusal.ts";
import * as requests from "./qdrant/requests.ts";

/** What a double can be made to do wrong. */
interface QdrantFaults {
  /** Milliseconds before every answer. */
  delayMs: number;
  /** How many writes of points are acknowledged and forgotten. */
  lostWrites: number;
  /** One in that many of the nearest points is missed by searches that are not exact; 0 = none. */
  missedNeighbours: number;
  /** How many more times a collection reports that it is still optimizing. */
  yellows: number;
  /** Whether collections report unfinished work, as after a restart, until their settings are written. */
  isRestarted: boolean;
}

export interface QdrantDouble {
  readonly url: string;
  readonly faults: QdrantFaults;
  /** Searches that found what they were asked of, in turn. */
  readonly asked: (requests.QueryBody | requests.QueryGroupsBody)[];
  /** Names of its collections. */
  collections(): string[];
  /** Its content. */
  readonly engine: Engine;
  /** Connections are refused until `resume`, on the same port. */
  refuse(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

interface Call extends Pick<QdrantDouble, "engine" | "faults" | "asked"> {
  readonly body: unknown;
  /** Collection or alias of the address; empty when it names none. */
  readonly name: string;
}

/**
 * A stand-in for Qdrant 1.19 on a port of its own: the part of its REST interface that we use, with exact cosines.
 * Whatever the real server would not take is refused, in its own format.
 */
export function startQdrant(apiKey: string | null = null, engine = new Engine()): QdrantDouble {
  const faults: QdrantFaults = {
    delayMs: 0,
    lostWrites: 0,
    missedNeighbours: 0,
    yellows: 0,
    isRestarted: false,
  };
  const asked: QdrantDouble["asked"] = [];
  const listen = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      async fetch(request) {
        const isAllowed = apiKey === null || request.headers.get("api-key") === apiKey;
        await sleep(faults.delayMs);
        return isAllowed
          ? answer({ engine, faults, asked }, request)
          : new Response("Must provide an API key", { status: 401 });
      },
    });
  let server = listen(0);
  const port = server.port ?? 0;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    asked,
    engine,
    collections: () => [...engine.collections.keys()],
    refuse: () => server.stop(true),
    resume() {
      server = listen(port);
    },
    stop: () => server.stop(true),
  };
}

async function answer(double: Omit<Call, "body" | "name">, request: Request): Promise<Response> {
  try {
    const { pathname } = new URL(request.url);
    const route = ROUTES.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (route === undefined) throw new Refusal(404, "");
    const name = decodeURIComponent(route.pattern.exec(pathname)?.[1] ?? "");
    const body = request.body === null ? null : await request.json();
    return Response.json({ result: route.serve({ ...double, body, name }), status: "ok", time: 0.001 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ status: { error: error.message }, time: 0 }, { status: error.status });
  }
}

const ROUTES: readonly { method: string; pattern: RegExp; serve: (call: Call) => unknown }[] = [
  { method: "GET", pattern: /^\/aliases$/, serve: listAliases },
  { method: "GET", pattern: /^\/collections$/, serve: ({ engine }) => ({ collections: namesOf(engine) }) },
  { method: "POST", pattern: /^\/collections\/aliases$/, serve: changeAliases },
  { method: "GET", pattern: /^\/collections\/([^/]+)$/, serve: describeCollection },
  { method: "PUT", pattern: /^\/collections\/([^/]+)$/, serve: createCollection },
  { method: "PATCH", pattern: /^\/collections\/([^/]+)$/, serve: updateCollection },
  { method: "DELETE", pattern: /^\/collections\/([^/]+)$/, serve: ({ engine, name }) => engine.delete(name) },
  { method: "PUT", pattern: /^\/collections\/([^/]+)\/index$/, serve: createIndex },
  { method: "PUT", pattern: /^\/collections\/([^/]+)\/points$/, serve: upsert },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/delete$/, serve: remove },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/count$/, serve: count },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/scroll$/, serve: scroll },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/query$/, serve: query },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/query\/groups$/, serve: queryGroups },
];

const APPLIED = { operation_id: 0, status: "completed" };

/** A body that can't be read is 400; one with a number out of the server's range, 422. */
function read<Schema extends TSchema>(schema: Schema, { body }: Call): Static<Schema> {
  if (Value.Check(schema, body)) return body;
  const fault = Value.Errors(schema, body).First();
  const told = `${fault?.path} ${fault?.message}`;
  // Counts are unsigned: a negative one is not read at all.
  if (fault?.schema["ranged"] === true && typeof fault.value === "number" && fault.value >= 0)
    throw new Refusal(422, `Validation error in JSON body: [${told}]`);
  throw new Refusal(400, `Format error in JSON body: ${told}`);
}

function namesOf(engine: Engine) {
  return [...engine.collections.keys()].map((name) => ({ name }));
}

function listAliases({ engine }: Call) {
  const aliases = [...engine.aliases].map(([alias_name, collection_name]) => ({
    alias_name,
    collection_name,
  }));
  return { aliases };
}

function changeAliases(call: Call) {
  call.engine.changeAliases(read(requests.ChangeAliases, call).actions);
  return true;
}

function describeCollection({ engine, faults, name }: Call) {
  const { count, config, indexes } = engine.find(name);
  const isBusy = faults.yellows > 0;
  if (isBusy) faults.yellows -= 1;
  const status = faults.isRestarted ? "grey" : isBusy ? "yellow" : "green";
  const payload_schema = Object.fromEntries([...indexes].map((field) => [field, { data_type: "keyword" }]));
  return { status, points_count: count, indexed_vectors_count: isBusy ? 0 : count, config, payload_schema };
}

function createCollection(call: Call) {
  call.engine.create(call.name, read(requests.CreateCollection, call));
  return true;
}

function updateCollection(call: Call) {
  call.engine.find(call.name).update(read(requests.UpdateCollection, call));
  call.faults.isRestarted = false;
  return true;
}

function createIndex(call: Call) {
  call.engine.find(call.name).indexes.add(read(requests.CreateIndex, call).field_name);
  return APPLIED;
}

function upsert(call: Call) {
  const { points } = read(requests.UpsertPoints, call);
  const collection = call.engine.find(call.name);
  if (call.faults.lostWrites > 0) call.faults.lostWrites -= 1;
  else collection.upsert(points);
  return APPLIED;
}

function remove(call: Call) {
  call.engine.find(call.name).delete(read(requests.DeletePoints, call).points);
  return APPLIED;
}

function count(call: Call) {
  read(requests.Count, call);
  return { count: call.engine.find(call.name).count };
}

function scroll(call: Call) {
  const body = read(requests.Scroll, call);
  return call.engine.find(call.name).scroll(body);
}

function query(call: Call) {
  const body = read(requests.Query, call);
  const points = call.engine.find(call.name).query(body, call.faults.missedNeighbours);
  call.asked.push(body);
  return { points };
}

function queryGroups(call: Call) {
  const body = read(requests.QueryGroups, call);
  const groups = call.engine.find(call.name).queryGroups(body, call.faults.missedNeighbours);
  call.asked.push(body);
  return { groups };
}
