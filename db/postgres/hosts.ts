import postgres from "postgres";
import type { Host, ServerAddress, Target } from "../../config/server-address.ts";
import { withTimeout } from "../engine/retry.ts";

/** A machine that is down may answer nothing at all, before or after it accepted a connection. */
const PROBE_LIMIT_MS = 2_000;

/**
 * Finds which of several hosts to connect to: the one found is kept until a connection to it ends, since after a
 * failover every connection to the former primary does.
 */
export class HostFinder {
  #found: Promise<Host | null> | null = null;

  constructor(private readonly address: ServerAddress) {}

  /** Null when none that answers is of the kind asked for. */
  find(): Promise<Host | null> {
    this.#found ??= this.#search();
    return this.#found;
  }

  forget(): void {
    this.#found = null;
  }

  async #search(): Promise<Host | null> {
    const { hosts, target } = this.address;
    const kinds = target === "prefer-standby" ? (["standby", "any"] as const) : [target ?? "any"];
    for (const kind of kinds) {
      const fitting = await Promise.any(hosts.map((host) => this.#probe(host, kind))).catch(() => null);
      if (fitting !== null) return fitting;
    }
    this.forget();
    return null;
  }

  /** Resolves to the host once it has answered and is of that kind. The driver's own check takes a replica for writable. */
  async #probe(host: Host, kind: Exclude<Target, "prefer-standby">): Promise<Host> {
    const client = postgres(this.address.url, {
      host: host.name,
      port: host.port,
      max: 1,
      connect_timeout: PROBE_LIMIT_MS / 1_000,
      fetch_types: false,
    });
    try {
      const read = client<State[]>`
        select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
      const [state] = await withTimeout(PROBE_LIMIT_MS, read);
      if (state === undefined || !FITS[kind](state)) throw new Error("the host is of another kind");
      return host;
    } finally {
      // Nobody waits for the end of one that hangs.
      void client.end({ timeout: 0 }).catch(() => {});
    }
  }
}

interface State {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

const FITS: Readonly<Record<Exclude<Target, "prefer-standby">, (state: State) => boolean>> = {
  any: () => true,
  "read-write": ({ isReadOnly }) => !isReadOnly,
  "read-only": ({ isReadOnly }) => isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
};
