/**
 * The clients of a load, in a process of their own: `bun test/full/soak/clients.ts URL ADMIN_TOKEN SECONDS SEED`. Prints
 * what they were answered, as JSON, once the time has passed.
 */
import { Draw } from "../fuzz/draw.ts";
import { readFacts } from "../fuzz/facts.ts";
import type { Answer } from "../fuzz/judge.ts";
import { Keys } from "../fuzz/keys.ts";
import { readSpecification } from "../fuzz/specification.ts";
import { Account } from "./account.ts";
import { type Ask, drawAsk, type World } from "./asks.ts";

const CONCURRENCY = 32;
/** Far more than 32 clients send in a minute. */
const REQUESTS_A_MINUTE = 180_000;
const TIME_LIMIT_MS = 30_000;
/** In a hundred: those who leave before their answer, and those who ask again what has an ETag. */
const LEAVE = 1;
const REVALIDATE = 30;

const [url = "", adminToken = "", seconds = "", seed = ""] = Bun.argv.slice(2);
const keys = await Keys.create(url, adminToken, REQUESTS_A_MINUTE);
const world: World = {
  operations: await readSpecification(url),
  facts: await readFacts(url, keys),
  keys,
};
const account = new Account();
const endsAt = performance.now() + Number(seconds) * 1000;
let next = 0;
await Promise.all(Array.from({ length: CONCURRENCY }, live));
console.log(JSON.stringify(account.report()));
process.exit(0);

async function live(): Promise<void> {
  while (performance.now() < endsAt) {
    const draw = new Draw(Number(seed), next++);
    const ask = drawAsk(world, draw);
    if (draw.chance(LEAVE)) {
      await leave(ask, draw.below(20));
      continue;
    }
    const etag = await judged(ask);
    if (etag === null || ask.method !== "GET" || !draw.chance(REVALIDATE)) continue;
    const headers = { ...ask.headers, "if-none-match": etag };
    // What an ingestion changed in between is sent anew.
    await judged({ ...ask, headers });
  }
}

/** Asks, judges the answer and gives the ETag of a good one. */
async function judged(ask: Ask): Promise<string | null> {
  const startedAt = performance.now();
  try {
    const answer = await send(ask, AbortSignal.timeout(TIME_LIMIT_MS));
    account.answered(ask.name, answer.status, performance.now() - startedAt);
    const fault = ask.judge(answer);
    if (fault !== null) account.fault(describe(ask, answer, fault));
    return answer.status === 200 ? answer.headers.get("etag") : null;
  } catch (error) {
    account.fault(`${ask.method} ${ask.address}: ${error}`);
    return null;
  }
}

function describe({ method, address }: Ask, { status, text }: Answer, fault: string): string {
  return `${new Date().toISOString()} ${method} ${address} ${status}: ${fault} ${text.slice(0, 1000)}`;
}

async function leave(ask: Ask, afterMs: number): Promise<void> {
  account.left += 1;
  await send(ask, AbortSignal.timeout(afterMs)).catch(() => null);
}

async function send({ method, address, headers, body }: Ask, signal: AbortSignal): Promise<Answer> {
  const { href } = new URL(url + address);
  const answer = await fetch(href, { method, headers, body, signal, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text(), url: href };
}
