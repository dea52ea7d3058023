import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { Type } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import { OperatorFault } from "../../config/operator-fault.ts";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
import { ATTRIBUTION } from "../http/attribution.ts";
import { type BoundPort, bind, type ListenAddress } from "../http/connections.ts";

/** The service can't listen on its address; the message, in French, explains why and what to do. */
export class PortUnavailable extends OperatorFault {
  override readonly name = "PortUnavailable";
}

/** What `localhost` may resolve to: another service on one of them would answer in place of this one. */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;
const NAMES_OF_LOOPBACK: readonly string[] = [...LOOPBACKS, "localhost", "0.0.0.0", "::"];

/** How long a local program may take to identify itself. */
const ANSWER_LIMIT_MS = 2_000;

/** How long this very process may take: on a machine that is short of processors, another answer would be wrong. */
const OWN_ANSWER_LIMIT_MS = 10_000;

/** Below it, systems refuse ports to most accounts. */
const FIRST_COMMON_PORT = 1024;

const BEFORE = "Rien n'a été touché.";
const AFTER = "Il était libre au début du démarrage ; ce qui était ouvert est refermé.";

/**
 * Checks, before anything else is touched, that the service will be able to listen. Its own port is not bound, even
 * for an instant: a proxy must find it closed until the service is ready.
 * @throws {PortUnavailable}
 */
export async function checkPort(address: ListenAddress): Promise<void> {
  const { hostname, port } = address;
  // The system may refuse a low port to this account, and gives any other one.
  const tried = await bindOrTell(
    { hostname, port: port < FIRST_COMMON_PORT ? port : 0 },
    new Elysia(),
    BEFORE,
  );
  await tried.release();
  if (port === 0) return;
  for (const holder of holdersOf(address)) {
    if (await isAnswered(holder)) throw await portInUse(holder, BEFORE);
  }
}

/**
 * Has the application answer on the port of the service. It is bound first and checked next: of two services that
 * start together on two addresses of one port, at most one remains.
 * @throws {PortUnavailable} when it was taken since `checkPort`.
 */
export async function bindPort(address: ListenAddress, app: AnyElysia): Promise<BoundPort> {
  const bound = await bindOrTell(address, app, AFTER);
  // The system picks a port that is free on every address.
  if (address.port === 0) return bound;
  for (const holder of holdersOf(address)) {
    const isOther =
      (await isAnswered(holder)) &&
      !(await bound.isReachedAt(urlOf(holder.hostname, holder.port), OWN_ANSWER_LIMIT_MS));
    if (!isOther) continue;
    await bound.release();
    throw await portInUse(holder, AFTER);
  }
  return bound;
}

/** Where a program on the same port would answer in place of this one. */
function holdersOf({ hostname, port }: ListenAddress): ListenAddress[] {
  const names = NAMES_OF_LOOPBACK.includes(hostname) ? LOOPBACKS : [hostname];
  return names.map((name) => ({ hostname: name, port }));
}

async function bindOrTell(address: ListenAddress, app: AnyElysia, consequence: string): Promise<BoundPort> {
  try {
    return bind(address, app);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const { hostname, port } = address;
    // Bun also reports this code for a name that resolves to no address.
    if (code === "EADDRINUSE" && (await isKnownName(hostname))) throw await portInUse(address, consequence);
    const reason =
      code === "EACCES"
        ? `PORT : ce compte n'a pas le droit d'écouter sur le port ${port} ; choisissez-en un de 1024 ou plus.`
        : `HOST : « ${hostname} » n'est pas une adresse de cette machine ; 127.0.0.1, ou 0.0.0.0 pour toutes, est attendu.`;
    throw new PortUnavailable(reason, { cause: error });
  }
}

function isKnownName(hostname: string): Promise<boolean> {
  return lookup(hostname).then(
    () => true,
    () => false,
  );
}

async function portInUse({ hostname, port }: ListenAddress, consequence: string): Promise<PortUnavailable> {
  const isThisService = await isOurService({ hostname, port });
  const holder = isThisService ? "une autre instance de ce service" : "un autre programme";
  return new PortUnavailable(
    [
      `Le port ${port} est déjà pris par ${holder} (${urlOf(hostname, port)}). ${consequence} Au choix :`,
      `  arrêtez ${isThisService ? "cette instance" : "ce programme"}, puis recommencez`,
      `  PORT=${port === 65_535 ? port - 1 : port + 1} bun run start    pour un autre port`,
      "  PORT=0 bun run start    pour un port libre, qui sera affiché",
    ].join("\n"),
  );
}

/** Whether anything listens there. */
function isAnswered({ hostname, port }: ListenAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port, timeout: ANSWER_LIMIT_MS });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}

/** Every answer of this service contains the attribution. */
const parseOwnAnswer = jsonParser(Type.Object({ source: Type.Literal(ATTRIBUTION) }));

async function isOurService({ hostname, port }: ListenAddress): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(`${urlOf(hostname, port)}/v1/health`, { signal });
    return !(parseOwnAnswer(await answer.text()) instanceof InvalidJson);
  } catch {
    return false;
  }
}

/** The URL of a server on this machine, by name or by IPv4 or IPv6 address. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
