import type { EnvironmentReader } from "./environment-reader.ts";

/** Where traces are sent, by OTLP over HTTP, and which are kept. */
export interface TracesConfig {
  /** Address that receives the spans. */
  readonly url: string;
  readonly protocol: (typeof PROTOCOLS)[number];
  /** Sent with every batch; they often contain a token. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for the name of this program. */
  readonly serviceName: string | null;
  /** Said of the process in every batch. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: (typeof SAMPLERS)[number];
  /** How long spans wait to be sent together. */
  readonly delayMs: number;
  /** Share of the traces that begin here to keep, for the samplers by ratio. */
  readonly ratio: number;
}

const PROTOCOLS = ["http/protobuf", "http/json"] as const;
const SAMPLERS = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio",
] as const;
/** That of the specification. */
const USUAL_DELAY_MS = 5_000;
const MAX_DELAY_MS = 60_000;

/**
 * Reads the standard variables (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 * Null unless an address or the OTLP exporter is asked for: nothing is then loaded.
 */
export function readTraces(read: EnvironmentReader): TracesConfig | null {
  const isDisabled = read.oneOf("OTEL_SDK_DISABLED", ["true", "false"], "false") === "true";
  const exporter = read.oneOf("OTEL_TRACES_EXPORTER", ["otlp", "none"], "otlp");
  const isAsked =
    read.text("OTEL_TRACES_EXPORTER") !== null ||
    read.text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") !== null ||
    read.text("OTEL_EXPORTER_OTLP_ENDPOINT") !== null;
  const config: TracesConfig = {
    url: readUrl(read),
    protocol: read.oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", PROTOCOLS, "http/protobuf"),
    headers: readPairs(read, "OTEL_EXPORTER_OTLP_HEADERS"),
    serviceName: read.text("OTEL_SERVICE_NAME"),
    resource: readPairs(read, "OTEL_RESOURCE_ATTRIBUTES"),
    sampler: read.oneOf("OTEL_TRACES_SAMPLER", SAMPLERS, "parentbased_always_on"),
    delayMs: read.integer("OTEL_BSP_SCHEDULE_DELAY", USUAL_DELAY_MS, 1, MAX_DELAY_MS),
    ratio: read.decimal("OTEL_TRACES_SAMPLER_ARG", 1, 1),
  };
  return isDisabled || exporter === "none" || !isAsked ? null : config;
}

/** The address of traces is used as it is; the common one has their path added. */
function readUrl(read: EnvironmentReader): string {
  const own = read.url("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ["http:", "https:"]);
  const common = read.url("OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]) ?? "http://localhost:4318";
  return own ?? `${common.replace(/\/+$/, "")}/v1/traces`;
}

/** `name=value` pairs, separated by commas, values percent-encoded (W3C Baggage). */
function readPairs(read: EnvironmentReader, name: string): Record<string, string> {
  const entries = read.list(name, isPair, "des paires « nom=valeur »");
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf("=");
      return [entry.slice(0, at).trim(), decodeURIComponent(entry.slice(at + 1).trim())];
    }),
  );
}

function isPair(entry: string): boolean {
  return /^[^=\s]+\s*=(?:[^%]|%[0-9a-fA-F]{2})*$/.test(entry) && isEncoded(entry);
}

/** Percent-encoded bytes must be UTF-8. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
