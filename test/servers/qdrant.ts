import { setTimeout as sleep } from "node:timers/promises";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Engine } from "./qdrant/engine.ts";
import { Refusal } from "./qdrant/refusal.ts";
import * as requests from "./qdrant/requests.ts";

/** What a double can be made to do wrong. */
export interface QdrantFaults {
  /** Milliseconds before every answer. */
  delayMs: number;
  /** How many writes of points are acknowledged and forgotten. */
  lostWrites: number;
}

export interface QdrantDouble {
  readonly url: string;
  readonly faults: QdrantFaults;
  /** Names of the collections held. */
  collections(): string[];
  /** All that it holds. */
  readonly engine: Engine;
  /** Connections are refused until `resume`, on the same port. */
  refuse(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

interface Call {
  readonly engine: Engine;
  readonly faults: QdrantFaults;
  readonly body: unknown;
  /** Collection or alias of the address; empty when it names none. */
  readonly name: string;
}

/**
 * A stand-in for Qdrant 1.19 on a port of its own: the part of its REST interface that we use, with exact cosines.
 * Whatever the real server would not take is refused, in its own format.
 */
export function startQdrant(apiKey: string | null = null, engine = new Engine()): QdrantDouble {
  const faults: QdrantFaults = { delayMs: 0, lostWrites: 0 };
  const listen = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      async fetch(request) {
        const isAllowed = apiKey === null || request.headers.get("api-key") === apiKey;
        await sleep(faults.delayMs);
        return isAllowed
          ? answer(engine, faults, request)
          : new Response("Must provide an API key", { status: 401 });
      },
    });
  let server = listen(0);
  const port = server.port ?? 0;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    engine,
    collections: () => [...engine.collections.keys()],
    refuse: () => server.stop(true),
    resume() {
      server = listen(port);
    },
    stop: () => server.stop(true),
  };
}

async function answer(engine: Engine, faults: QdrantFaults, request: Request): Promise<Response> {
  try {
    const { pathname } = new URL(request.url);
    const route = ROUTES.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (route === undefined) throw new Refusal(404, "");
    const name = decodeURIComponent(route.pattern.exec(pathname)?.[1] ?? "");
    const body = request.body === null ? null : await request.json();
    return Response.json({ result: route.serve({ engine, faults, body, name }), status: "ok", time: 0.001 });
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
  { method: "DELETE", pattern: /^\/collections\/([^/]+)$/, serve: ({ engine, name }) => engine.delete(name) },
  { method: "PUT", pattern: /^\/collections\/([^/]+)\/index$/, serve: createIndex },
  { method: "PUT", pattern: /^\/collections\/([^/]+)\/points$/, serve: upsert },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/delete$/, serve: remove },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/scroll$/, serve: scroll },
  { method: "POST", pattern: /^\/collections\/([^/]+)\/points\/query\/groups$/, serve: queryGroups },
];

const APPLIED = { operation_id: 0, status: "completed" };

function read<Schema extends TSchema>(schema: Schema, { body }: Call): Static<Schema> {
  if (Value.Check(schema, body)) return body;
  const fault = Value.Errors(schema, body).First();
  throw new Refusal(400, `Format error in JSON body: ${fault?.path} ${fault?.message}`);
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

function describeCollection({ engine, name }: Call) {
  const { size, count, copies } = engine.find(name);
  const [shard_number, replication_factor] = copies;
  return {
    status: "green",
    points_count: count,
    config: { params: { vectors: { size, distance: "Cosine" }, shard_number, replication_factor } },
  };
}

function createCollection(call: Call) {
  const { vectors, shard_number = 1, replication_factor = 1 } = read(requests.CreateCollection, call);
  call.engine.create(call.name, vectors.size);
  call.engine.find(call.name).copies = [shard_number, replication_factor];
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

function scroll(call: Call) {
  const { limit, offset, with_payload } = read(requests.Scroll, call);
  return call.engine.find(call.name).scroll(limit, offset, with_payload);
}

function queryGroups(call: Call) {
  return { groups: call.engine.find(call.name).queryGroups(read(requests.QueryGroups, call)) };
}
