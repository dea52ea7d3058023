/** What a process that was watched left behind. */
interface WatchedEnd {
  /** Never 0 for one that was ended for its silence. */
  readonly code: number;
  /** All that it wrote, on both outputs, in its order. */
  readonly log: string;
  readonly isSilent: boolean;
}

/** As `timeout` of coreutils has it for what it ended. */
const ENDED_CODE = 124;
const KILL_AFTER_MS = 5_000;

/**
 * Runs a command and ends it once it has written nothing for so long: a suite that waits without end fails with its
 * log instead of holding up whoever waits for it.
 * @param echo given what it writes, as it comes.
 */
export async function runWatched(
  command: readonly string[],
  { env, silenceMs, echo }: WatchOptions,
): Promise<WatchedEnd> {
  const child = Bun.spawn([...command], { env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  let isSilent = false;
  const end = () => {
    isSilent = true;
    // On SIGTERM, it also ends the servers that it started.
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
  };
  let timer = setTimeout(end, silenceMs);
  const read = async (output: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    const decoder = new TextDecoder();
    for await (const chunk of output) {
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
      const written = decoder.decode(chunk, { stream: true });
      log += written;
      echo(written);
    }
  };
  const outputs = [read(child.stdout), read(child.stderr)];
  const code = await child.exited;
  clearTimeout(timer);
  // What it started may have kept its outputs open.
  if (!isSilent) await Promise.all(outputs);
  return { code: isSilent ? ENDED_CODE : code, log, isSilent };
}

interface WatchOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly silenceMs: number;
  readonly echo: (written: string) => void;
}
