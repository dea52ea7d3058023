/** Many times what the slowest server takes to start, and less than the time limit of a test, which names no server. */
const START_LIMIT_MS = 50_000;

/** Waits for a server to start, or fails with its name: no suite waits without end for one that never does. */
export async function startedInTime<Server>(
  name: string,
  starting: Promise<Server>,
  limitMs = START_LIMIT_MS,
): Promise<Server> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${name} did not start within ${limitMs / 1000} s`)),
    limitMs,
  );
  return await Promise.race([starting, late]).finally(() => clearTimeout(timer));
}
