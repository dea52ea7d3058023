import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const Attribute = Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Unknown()) });
const Received = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
  kind: Type.Integer(),
  startTimeUnixNano: Type.String(),
  endTimeUnixNano: Type.String(),
  attributes: Type.Array(Attribute),
  status: Type.Object({ code: Type.Optional(Type.Integer()) }),
});
/** A batch of spans in OTLP's JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp-request). */
const Batch = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Type.Array(Attribute) }),
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(Received) })),
    }),
  ),
});

export type ReceivedSpan = Static<typeof Received>;

/** A collector of traces that keeps what it is sent. */
export function startCollector() {
  const spans: ReceivedSpan[] = [];
  const resources: unknown[] = [];
  const requests: { readonly path: string; readonly headers: Headers; readonly body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.text();
      requests.push({ path: new URL(request.url).pathname, headers: request.headers, body });
      if (request.headers.get("content-type")?.includes("json") !== true) return new Response();
      for (const { resource, scopeSpans } of Value.Decode(Batch, JSON.parse(body)).resourceSpans) {
        resources.push(resource);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      return Response.json({});
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return { url, spans, resources, requests, stop: () => server.stop(true) };
}
