/** What a crowd of requests was answered: how many of each status, « none » for those that got no answer. */
export type Answers = Readonly<Record<string, number>>;

interface Crowd {
  readonly key: string;
  /** Addresses asked in turn. */
  readonly addresses: readonly string[];
  readonly requests: number;
  readonly concurrency: number;
  /** Given each request's rank, how long its client waits before it leaves; null = to the end. */
  readonly patienceMs?: (rank: number) => number | null;
  /** Told of each answer. */
  readonly onAnswer?: (answered: number) => void;
}

/** Sends requests from `concurrency` loops at once. */
export async function ask(crowd: Crowd): Promise<Answers> {
  const statuses: Record<string, number> = {};
  let sent = 0;
  let answered = 0;
  const loop = async (): Promise<void> => {
    while (sent < crowd.requests) {
      const rank = sent++;
      const status = await statusOf(crowd, rank);
      statuses[status] = (statuses[status] ?? 0) + 1;
      crowd.onAnswer?.(++answered);
    }
  };
  await Promise.all(Array.from({ length: crowd.concurrency }, loop));
  return statuses;
}

async function statusOf({ key, addresses, patienceMs }: Crowd, rank: number): Promise<string> {
  const wait = patienceMs?.(rank) ?? null;
  const signal = wait === null ? {} : { signal: AbortSignal.timeout(wait) };
  try {
    const answer = await fetch(addresses[rank % addresses.length] ?? "", {
      headers: { "x-api-key": key },
      ...signal,
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch {
    return "none";
  }
}
