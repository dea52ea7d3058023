import { join } from "node:path";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";

const ROOT = join(import.meta.dir, "../../../..");
/** A start takes some two seconds. */
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5_000;
const ANSWER_LIMIT_MS = 15_000;

/** What the service answers to one request: what varies from one start to the next is left out. */
export interface Answer {
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | null;
  readonly body: string;
}

/** How a service started on a folder behaves: what it answers, by request, or why it refused to start. */
export type Behaviour =
  | {
      readonly kind: "answers";
      readonly isOperational: boolean;
      readonly answers: ReadonlyMap<string, Answer>;
    }
  | { readonly kind: "refuses"; readonly code: number; readonly message: string }
  | { readonly kind: "hangs"; readonly message: string };

/** Starts the service on a folder, asks everything, and stops it. */
export async function observe(dataDir: string, key: string): Promise<Behaviour> {
  const service = Bun.spawn([process.execPath, "src/index.ts"], {
    cwd: ROOT,
    env: {
      ...BARE_ENVIRONMENT,
      MODEL: "off",
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: dataDir,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = new Response(service.stderr).text();
  const limit = setTimeout(() => service.kill("SIGKILL"), START_LIMIT_MS);
  const url = await readAddress(service.stdout);
  clearTimeout(limit);
  if (url === null) {
    const code = await service.exited;
    const message = await errors;
    return service.signalCode === "SIGKILL" ? { kind: "hangs", message } : { kind: "refuses", code, message };
  }
  try {
    const answers = new Map<string, Answer>();
    for (const request of REQUESTS) answers.set(request, await ask(url, key, request));
    const status = await ask(url, key, "GET /v1/status");
    return { kind: "answers", isOperational: status.status === 200, answers };
  } finally {
    service.kill();
    await Promise.race([service.exited, Bun.sleep(STOP_LIMIT_MS)]);
    service.kill("SIGKILL");
    await service.exited;
  }
}

const ID = "BOI-IR-LIQ-20-10";
const EXPORT = "/v1/export";
/** When other editions were in force. */
const PAST_DAY = "2025-11-03";

/** What is asked: each route that reads something, some of them of several documents. */
const REQUESTS = [
  `GET /v1/boi/${ID}`,
  "GET /v1/boi/BOI-TVA-DED-10",
  "GET /v1/boi/BOI-CF-PGR-10",
  `GET /v1/boi/${ID}/paragraphes/10`,
  `GET /v1/boi/${ID}/paragraphes/10/jours?le=2025-11-03,2026-07-01`,
  `GET /v1/boi/${ID}/graph`,
  `GET /v1/boi/${ID}/historique`,
  "GET /v1/search?q=imp%C3%B4t",
  "GET /v1/search?q=exon%C3%A9ration",
  "GET /v1/search?q=%22quotient%20familial%22",
  "GET /v1/suggest?q=tva",
  "GET /v1/plan",
  "GET /v1/plan/IR",
  "GET /v1/changes?since=2020-01-01",
  "GET /v1/journal",
  "GET /v1/actualites",
  "GET /v1/actualites?q=imp%C3%B4t",
  "GET /v1/articles",
  "GET /v1/stats",
  `GET /v1/search?q=imp%C3%B4t&date=${PAST_DAY}`,
  "GET /v1/decisions",
  "GET /v1/tableaux",
  `GET /v1/boi/${ID}/tableaux`,
  `GET ${EXPORT}`,
  "POST /v1/search/semantic",
  "POST /v1/search/hybride",
  "POST /v1/search/hybride at a date",
  "POST /v1/contexte",
] as const;

/** What stands for a stream that ends before its last line. */
export const CUT = "cut";

const QUESTION = { question: "Comment fonctionne le quotient familial ?" };

async function ask(url: string, key: string, request: string): Promise<Answer> {
  const [method = "", path = "", ...isDated] = request.split(" ");
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    ...(method === "POST" && {
      body: JSON.stringify(isDated.length > 0 ? { ...QUESTION, date: PAST_DAY } : QUESTION),
    }),
  }).catch((error: unknown) => String(error));
  // One that is cut before its first bytes have left, too.
  if (typeof response === "string") {
    return path === EXPORT
      ? { status: 200, code: null, body: CUT }
      : { status: 0, code: "no answer", body: response };
  }
  const text = await response.text().catch(() => CUT);
  // A free port is another one at each start.
  const body = text.replaceAll(url, "");
  return { status: response.status, code: /"error":\{"code":"(\w+)"/.exec(body)?.[1] ?? null, body };
}

async function readAddress(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | null> {
  let printed = "";
  for await (const chunk of output) {
    printed += new TextDecoder().decode(chunk);
    const url = /répond sur (http:\S+)/.exec(printed)?.[1];
    if (url !== undefined) return url;
  }
  return null;
}
