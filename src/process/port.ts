import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { Type } from "@sinclair/typebox";
import { OperatorFault } from "../../config/operator-fault.ts";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
import { ATTRIBUTION } from "../http/attribution.ts";
import { type BoundPort, bind, type ListenAddress } from "../http/listen.ts";

/** The service can't listen on its address; the message, in French, explains why and what to do. */
export class PortUnavailable extends OperatorFault {
  override readonly name = "PortUnavailable";
}

/**
 * The addresses that `localhost` may resolve to: another service on one of them would answer in place of this one.
 */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;
const NAMES_OF_LOOPBACK: readonly string[] = [...LOOPBACKS, "localhost", "0.0.0.0", "::"];

/** How long a local program may take to identify itself. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Reserves the port of the service before anything else is touched. It is bound first and checked next: of two
 * services that start together on two addresses of one port, at most one remains.
 * @throws {PortUnavailable}
 */
export async function reservePort(address: ListenAddress): Promise<BoundPort> {
  const bound = await bindOrTell(address);
  // The system picks a port that is free on every address.
  if (address.port === 0 || !NAMES_OF_LOOPBACK.includes(address.hostname)) return bound;
  for (const hostname of LOOPBACKS) {
    const holder = { hostname, port: address.port };
    if (!(await isAnswered(holder)) || (await firstWords(holder)).requestId === bound.bindingId) continue;
    await bound.release();
    throw await portInUse(holder);
  }
  return bound;
}

async function bindOrTell(address: ListenAddress): Promise<BoundPort> {
  try {
    return bind(address);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const { hostname, port } = address;
    // Bun also reports this code for a name that resolves to no address.
    if (code === "EADDRINUSE" && (await isKnownName(hostname))) throw await portInUse(address);
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

async function portInUse({ hostname, port }: ListenAddress): Promise<PortUnavailable> {
  const { isThisService } = await firstWords({ hostname, port });
  const holder = isThisService ? "une autre instance de ce service" : "un autre programme";
  return new PortUnavailable(
    [
      `Le port ${port} est déjà pris par ${holder} (${urlOf(hostname, port)}). Rien n'a été touché. Au choix :`,
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

interface FirstWords {
  readonly isThisService: boolean;
  readonly requestId: string | null;
}

/** Every answer of this service contains the attribution. */
const parseOwnAnswer = jsonParser(Type.Object({ source: Type.Literal(ATTRIBUTION) }));

/** Identifies what listens there, as far as possible. */
async function firstWords({ hostname, port }: ListenAddress): Promise<FirstWords> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(`${urlOf(hostname, port)}/v1/health`, { signal });
    const isThisService = !(parseOwnAnswer(await answer.text()) instanceof InvalidJson);
    return { isThisService, requestId: answer.headers.get("x-request-id") };
  } catch {
    return { isThisService: false, requestId: null };
  }
}

/** The URL of a server on this machine, by name or by IPv4 or IPv6 address. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
