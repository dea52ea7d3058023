/** An API that a bench measures. */
export interface MeasuredApi {
  readonly url: string;
  /** The operator's. */
  readonly token: string;
}

const LOOK_MS = 2_000;
/** Of the processor: what timers and our own looking take. */
const AT_REST = 0.05;
/** Ten times the corpus takes a minute or so. */
const PATIENCE_MS = 300_000;

/** Processor time that the API's process has used, in seconds. */
export async function processorSeconds({ url, token }: MeasuredApi): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(await answer.text())?.[1]);
}

/**
 * Resolves once a process that has just started does nothing more by itself: it goes on bringing the stems of the
 * hybrid search into memory after it answers.
 * @throws when it does not come to rest.
 */
export async function untilAtRest(api: MeasuredApi): Promise<void> {
  const startedAt = performance.now();
  let [usedAt, used] = [startedAt, await processorSeconds(api)];
  while (performance.now() - startedAt < PATIENCE_MS) {
    await Bun.sleep(LOOK_MS);
    const [lookedAt, now] = [performance.now(), await processorSeconds(api)];
    if ((1_000 * (now - used)) / (lookedAt - usedAt) < AT_REST) return;
    [usedAt, used] = [lookedAt, now];
  }
  throw new Error("the API does not come to rest");
}
