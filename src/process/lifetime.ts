import { tellFault } from "../../config/command-line.ts";

/** What a process opens from its start on, in order: closed in reverse. */
export interface Opened {
  defer(close: () => unknown): void;
  use<Resource extends AsyncDisposable>(resource: Resource): Resource;
}

/**
 * Runs a service until SIGTERM or SIGINT. A signal or a failed start closes whatever is open by then and ends the
 * process: with code 0 for a signal, or 1 once the failure is logged.
 * @param start opens the service; its signal aborts when the process must stop.
 * @param limitMs how long closing may take: what is committed by then is on the disk.
 */
export async function runService(
  start: (opened: Opened, stopping: AbortSignal) => Promise<void>,
  limitMs: number,
): Promise<void> {
  const opened = new AsyncDisposableStack();
  const stopping = new AbortController();
  let ending: Promise<never> | null = null;
  const close = async (code: number) => {
    setTimeout(giveUp, limitMs);
    await opened.disposeAsync();
    return process.exit(code);
  };
  // The first reason to end decides the code.
  const end = (code: number) => (ending ??= close(code));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      stopping.abort();
      void end(0);
    });
  }
  try {
    await start(opened, stopping.signal);
  } catch (thrown) {
    // A start that is stopped fails because what it uses is being closed.
    if (!stopping.signal.aborted) await end(tellFault(thrown));
  }
}

/** Exits even if a store no longer answers. */
function giveUp(): never {
  console.error("L'arrêt a pris trop de temps : le processus se termine sans attendre davantage.");
  process.exit(1);
}
