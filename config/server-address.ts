/** What a host must be, as libpq's `target_session_attrs` names it. */
const TARGETS = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
export type Target = (typeof TARGETS)[number];

export interface Host {
  readonly name: string;
  readonly port: number;
}

/** An address of one server or several, as libpq writes them: `postgres://u:p@a:5432,b:5432/db?target_session_attrs=…`. */
export interface ServerAddress {
  readonly hosts: readonly Host[];
  /** Null when the address does not say. */
  readonly target: Target | null;
  /** To the first host, without `target_session_attrs`. */
  readonly url: string;
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*|)$/;
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^[\]:,\s]+))(?::(\d{1,5}))?$/i;
const USUAL_PORT = 5432;

/** Null for what is no such address, or asks for another kind of host. */
export function readServerAddress(written: string): ServerAddress | null {
  const [, before, authority = "", after = ""] = ADDRESS.exec(written) ?? [];
  const named = authority.split(",");
  const hosts = named.map(readHost).filter((host) => host !== null);
  const url = `${before}${named[0]}${after}`;
  // One alone may be the path of a socket, which the driver reads.
  if ((named.length > 1 && hosts.length < named.length) || !URL.canParse(url)) return null;
  const single = new URL(url);
  const asked = single.searchParams.get("target_session_attrs");
  const target = TARGETS.find((one) => one === asked) ?? null;
  if (asked !== null && target === null) return null;
  single.searchParams.delete("target_session_attrs");
  return { hosts, target, url: single.href };
}

function readHost(written: string): Host | null {
  const [, sixth, name = sixth, port] = HOST.exec(written) ?? [];
  const number = Number(port ?? USUAL_PORT);
  return name === undefined || number < 1 || number > 65_535 ? null : { name, port: number };
}

/**
 * The address as written, which says what kind of host is sought when there are several; null when it is none.
 * @param usual what that is when it does not say so.
 */
export function withTarget(written: string, usual: Target): string | null {
  const address = readServerAddress(written);
  if (address === null || address.hosts.length < 2 || address.target !== null) return address && written;
  return `${written}${written.includes("?") ? "&" : "?"}target_session_attrs=${usual}`;
}
