/** Our spans over OpenTelemetry's; loaded by `open.ts` alone, when traces are asked for. */
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracesConfig } from "../../config/traces.ts";
import packageJson from "../../package.json" with { type: "json" };
import { OutageLog, type OutageLogger } from "../engine/outage-log.ts";
import { withTimeout } from "../engine/retry.ts";
import type { Span, SpanAttributes, Tracing } from "./span.ts";

/** What remains at the end is lost beyond this: an operator who stops a process does not wait longer for its traces. */
const STOP_LIMIT_MS = 3_000;
const EXPORT_LIMIT_MS = 5_000;
const WORDS = {
  began: "traces not sent",
  goesOn: "traces still not sent",
  over: "traces sent again",
};

const propagator = new W3CTraceContextPropagator();
const headersGetter: TextMapGetter<Headers> = {
  keys: (headers) => [...headers.keys()],
  get: (headers, name) => headers.get(name) ?? undefined,
};
const recordSetter = {
  set: (carrier: Record<string, string>, name: string, value: string) => {
    carrier[name] = value;
  },
};

/**
 * Opens traces over OpenTelemetry's libraries. An unreachable collector only loses its spans: one log line when that
 * begins, one when it ends.
 */
export async function openTelemetry(
  config: TracesConfig,
  serviceName: string,
  log: OutageLogger,
): Promise<Tracing> {
  const own = { "service.name": config.serviceName ?? serviceName, "service.version": packageJson.version };
  const exporter = toldExporter(await openExporter(config), log);
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    resource: defaultResource().merge(resourceFromAttributes({ ...config.resource, ...own })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: config.delayMs,
        exportTimeoutMillis: EXPORT_LIMIT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer(packageJson.name, packageJson.version);
  return {
    request(name, continued) {
      const parent =
        continued === null ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, continued, headersGetter);
      return spanOf(tracer, parent, tracer.startSpan(name, { kind: SpanKind.SERVER }, parent));
    },
    root: (name, attributes) =>
      spanOf(tracer, ROOT_CONTEXT, tracer.startSpan(name, { attributes, root: true }, ROOT_CONTEXT)),
    stop: () => withTimeout(STOP_LIMIT_MS, provider.shutdown()).catch(() => {}),
  };
}

async function openExporter({ url, protocol, headers }: TracesConfig): Promise<SpanExporter> {
  const options = { url, headers: { ...headers }, timeoutMillis: EXPORT_LIMIT_MS };
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter(options);
}

/** An exporter whose failures leave one line when they begin and one when they are over. */
function toldExporter(exporter: SpanExporter, log: OutageLogger): SpanExporter {
  const outages = new OutageLog(log, WORDS);
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) outages.worked("traces");
        else outages.failed("traces", result.error, { level: "warn" });
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => await exporter.forceFlush?.(),
  };
}

function samplerOf({ sampler, ratio }: TracesConfig): Sampler {
  switch (sampler) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return new TraceIdRatioBasedSampler(ratio);
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

function spanOf(tracer: Tracer, parent: Context, span: OtelSpan): Span {
  const context = trace.setSpan(parent, span);
  return {
    traceId: span.spanContext().traceId,
    get headers() {
      const headers: Record<string, string> = {};
      propagator.inject(context, headers, recordSetter);
      return headers;
    },
    child(name: string, attributes: SpanAttributes, startTime?: Date) {
      const options = { attributes, ...(startTime !== undefined && { startTime }) };
      return spanOf(tracer, context, tracer.startSpan(name, options, context));
    },
    describe(attributes, name) {
      span.setAttributes(attributes);
      if (name !== undefined) span.updateName(name);
    },
    end(fault) {
      if (fault !== undefined)
        span.setAttribute("error.type", fault).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
