import { toCurl } from "./curl.ts";
import { Draw } from "./draw.ts";
import { readFacts } from "./facts.ts";
import { type Answer, faultOf } from "./judge.ts";
import { Keys } from "./keys.ts";
import { drawRequest, type FuzzRequest } from "./requests.ts";
import { type Operation, readSpecification } from "./specification.ts";

export interface Campaign {
  readonly seed: number;
  readonly count: number;
}

/** A running service. It must believe the `X-Forwarded-For` of this machine. */
export interface Target {
  readonly url: string;
  readonly adminToken: string;
}

export interface Outcome {
  /** What was wrong, each with a line that asks it again; at most twenty. */
  readonly faults: readonly string[];
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** `GET /v1/plan 304`: responses that the document declares and no request got. */
  readonly unseen: readonly string[];
}

const CONCURRENCY = 8;
const MAX_FAULTS = 20;
const TIME_LIMIT_MS = 20_000;

/** Sends the requests of a seed and judges what comes back. */
export async function run({ seed, count }: Campaign, { url, adminToken }: Target): Promise<Outcome> {
  const operations = await readSpecification(url);
  const keys = await Keys.create(url, adminToken, count);
  const facts = await readFacts(url, keys);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const seen = new Set<string>();
  let next = 0;
  const work = async () => {
    while (next < count && faults.length < MAX_FAULTS) {
      const index = next++;
      const request = drawRequest(operations, facts, keys, new Draw(seed, index));
      const { status, fault } = await judge(url, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      seen.add(nameOf(request.operation, status));
      if (fault !== null) faults.push(`#${index} ${status}: ${fault}\n  ${toCurl(url, request)}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const told = operations.flatMap((operation) =>
    [...operation.answers.keys()].map((status) => nameOf(operation, status)),
  );
  return { faults, statuses, unseen: told.filter((name) => !seen.has(name)) };
}

function nameOf({ method, template }: Operation, status: number): string {
  return `${method} ${template} ${status}`;
}

async function judge(url: string, request: FuzzRequest): Promise<{ status: number; fault: string | null }> {
  try {
    const answer = await send(url, request);
    const fault = faultOf(request, answer);
    return { status: answer.status, fault: fault === null ? null : `${fault} ${answer.text.slice(0, 300)}` };
  } catch (error) {
    return { status: 0, fault: `no answer: ${error}` };
  }
}

async function send(url: string, { method, address, headers, body }: FuzzRequest): Promise<Answer> {
  const { href } = new URL(url + address);
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const answer = await fetch(href, { method, headers, body, signal, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text(), url: href };
}
