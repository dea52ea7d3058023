import { BlockList, isIP } from "node:net";
import { Cron } from "croner";
import { IS_UNPRINTABLE, isPrintable } from "../bofip/text/characters.ts";
import { type Target, withTarget } from "./server-address.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables by type and collects their faults, to report them all at once. An empty variable is absent. */
export class EnvironmentReader {
  readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | null {
    const value = this.environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  }

  /** A text of which nothing is invisible. */
  line(name: string): string | null {
    const value = this.text(name);
    return value === null || isPrintable(value)
      ? value
      : this.fault(`${name} : la valeur ${IS_UNPRINTABLE}.`, null);
  }

  /** As written, surrounding white space included; empty when absent. */
  verbatim(name: string): string {
    return this.environment[name] ?? "";
  }

  present(name: string, expected: string): string {
    return this.text(name) ?? this.fault(`${name} : ${expected}`, "");
  }

  absent(name: string, reason: string): void {
    if (this.text(name) !== null) this.faults.push(`${name} : ${reason}`);
  }

  headerValue(name: string): string | null {
    const value = this.text(name);
    if (value === null || /^[\x21-\x7e]+$/.test(value)) return value;
    return this.fault(`${name} : des caractères ASCII sans espace sont attendus.`, null);
  }

  port(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
    return this.fault(
      `${name} : « ${value} » n'est pas un port ; un entier de 0 à 65535 est attendu.`,
      fallback,
    );
  }

  integer<Fallback extends number | null>(
    name: string,
    fallback: Fallback,
    min: number,
    max: number,
  ): number | Fallback {
    const value = this.text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    return this.fault(
      `${name} : « ${value} » inattendu ; un nombre entier de ${min} à ${max} est attendu.`,
      fallback,
    );
  }

  /** A number from 0, with at most three decimals. */
  decimal(name: string, fallback: number, max: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}(\.\d{1,3})?$/.test(value) && Number(value) <= max) return Number(value);
    return this.fault(
      `${name} : « ${value} » inattendu ; un nombre de 0 à ${max} est attendu, comme « 0.5 ».`,
      fallback,
    );
  }

  url(name: string, protocols: readonly string[]): string | null {
    const value = this.text(name);
    return value === null || isUrl(value, protocols) ? value : this.faultOfUrl(name, protocols, "");
  }

  /** Addresses separated by commas, without white space. */
  urls(name: string, protocols: readonly string[]): string | null {
    const entries = this.text(name)
      ?.split(",")
      .map((entry) => entry.trim());
    if (entries === undefined) return null;
    const isFit = entries.every((entry) => isUrl(entry, protocols));
    return isFit
      ? entries.join(",")
      : this.faultOfUrl(name, protocols, ", ou plusieurs, séparées par des virgules");
  }

  private faultOfUrl(name: string, protocols: readonly string[], others: string): null {
    const expected = protocols
      .map((protocol) => (protocol === "mailto:" ? "mailto:…" : `${protocol}//…`))
      .join(" ou ");
    // The value may contain a password: it is not repeated.
    return this.fault(`${name} : une adresse ${expected} est attendue${others}.`, null);
  }

  /** The address of a PostgreSQL server, or of several. @param usual the kind of host sought when it does not say. */
  servers(name: string, usual: Target): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const address = withTarget(value, usual);
    if (address !== null) return address;
    // The value may contain a password: it is not repeated.
    const expected =
      "une adresse postgres://… ou postgresql://… est attendue, d'un serveur ou de plusieurs (postgres://u:p@a:5432,b:5432/base?target_session_attrs=read-write).";
    return this.fault(`${name} : ${expected}`, null);
  }

  secret(name: string, minLength: number): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (value.length < minLength)
      return this.fault(
        `${name} : ${minLength} caractères ou plus sont attendus (${value.length} reçus).`,
        null,
      );
    if (new Set(value).size > 1) return value;
    return this.fault(
      `${name} : un même caractère répété ne fait pas un secret ; « openssl rand -hex 32 » en donne un.`,
      null,
    );
  }

  /** @param expected describes valid entries. Entries may contain a password: none is repeated. */
  list(name: string, fits: (entry: string) => boolean, expected: string): string[] {
    const entries = (this.text(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    const misfit = entries.findIndex((entry) => !fits(entry));
    if (misfit === -1) return entries;
    return this.fault(
      `${name} : l'élément n° ${misfit + 1} ne convient pas ; ${expected} sont attendus, séparés par des virgules.`,
      [],
    );
  }

  addresses(name: string): BlockList {
    const list = new BlockList();
    for (const entry of (this.text(name) ?? "").split(",").map((part) => part.trim())) {
      if (entry !== "" && !addAddress(list, entry)) {
        this.faults.push(
          `${name} : « ${entry} » n'est ni une adresse IP ni un préfixe ; une liste comme « 10.0.0.1, 192.168.0.0/16 » est attendue.`,
        );
      }
    }
    return list;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const value = this.text(name);
    if (value === null) return fallback;
    const known = values.find((candidate) => candidate === value);
    return known ?? this.fault(`${name} : « ${value} » inconnu ; attendu : ${values.join(", ")}.`, fallback);
  }

  cron(name: string, fallback: string): string {
    const value = this.text(name);
    if (value === null) return fallback;
    try {
      new Cron(value, { paused: true, timezone: "UTC" }).stop();
      return value;
    } catch {
      return this.fault(
        `${name} : « ${value} » n'est pas une expression cron ; cinq champs comme « ${fallback} » sont attendus.`,
        fallback,
      );
    }
  }

  private fault<Value>(message: string, fallback: Value): Value {
    this.faults.push(message);
    return fallback;
  }
}

function addAddress(list: BlockList, entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (prefix === undefined) {
    list.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false;
  list.addSubnet(address, Number(prefix), family);
  return true;
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}
