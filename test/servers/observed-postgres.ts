import { connect, createServer, type Server, type Socket } from "node:net";
import type { EngineFault, ObservedEngine, Observer, Passage } from "./observed.ts";
import { type Message, MessageReader, simpleQuery } from "./postgres-messages.ts";

/** Reports of progress follow the clock, and types are read at each new connection. */
const NO_STEP = /\bruns\b|"runs"|pg_catalog|typarray|^$/;
const STAGE_REPORT = /^\s*update runs set stage = \$1/;
/** What a server answers whose disk is full (PostgreSQL documentation, appendix A). */
const DISK_FULL =
  "do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$";

/** A proxy of a PostgreSQL server that reports each statement before it passes. */
export async function observePostgres(target: string, observer: Observer): Promise<ObservedEngine> {
  let fault: EngineFault | null = null;
  const address = new URL(target);
  const connections = new Set<Connection>();
  const behaviour: Behaviour = {
    observer,
    fault: () => fault,
    stumbled() {
      fault = null;
    },
  };
  const accept = (client: Socket) => {
    const behind = connect(Number(address.port), address.hostname);
    const connection = new Connection(client, behind, behaviour);
    connections.add(connection);
    client.on("close", () => connections.delete(connection));
  };
  const listen = (port: number): Promise<Server> =>
    new Promise((resolve) => {
      const listening = createServer(accept);
      listening.listen(port, "127.0.0.1", () => resolve(listening));
    });
  let server: Server | null = await listen(0);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("a TCP port was expected");
  const { port } = bound;
  const stop = async () => {
    const stopped = new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
    for (const connection of connections) connection.destroy();
    await stopped;
    server = null;
  };
  const door = new URL(target);
  door.port = String(port);
  return {
    url: door.href,
    async suffer(next) {
      // Those that hang would go on from where they were, behind a server that has forgotten nothing.
      if (next === "refuse" || (fault === "hang" && next === null)) await stop();
      fault = next;
      if (next !== "refuse") server ??= await listen(port);
    },
    close: stop,
  };
}

interface Behaviour {
  readonly observer: Observer;
  fault(): EngineFault | null;
  stumbled(): void;
}

/** One connection: messages of the client pass by units that end where the server must answer. */
class Connection {
  private readonly statements = new Map<string, string>();
  private readonly fromClient = new MessageReader(true);
  private readonly fromServer = new MessageReader(false);
  private unit: Message[] = [];
  private passing: Promise<void> = Promise.resolve();
  /** Answers that the server still owes (« ready for query »). */
  private owed = 1;
  /** Whether the server's messages are kept from the client. */
  private isHeld = false;
  private onPaid: (() => void) | null = null;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly behaviour: Behaviour,
  ) {
    for (const socket of [client, server]) socket.on("error", () => {}).on("close", () => this.destroy());
    client.on("data", (chunk: Buffer) => {
      for (const message of this.fromClient.read(chunk)) this.take(message);
    });
    server.on("data", (chunk: Buffer) => this.answer(chunk));
  }

  destroy(): void {
    this.client.destroy();
    this.server.destroy();
  }

  private take(message: Message): void {
    this.unit.push(message);
    if (message.type !== null && "PBDEC".includes(message.type)) return;
    const unit = this.unit;
    this.unit = [];
    this.passing = this.passing.then(() => this.pass(unit));
  }

  private async pass(unit: readonly Message[]): Promise<void> {
    const label = this.labelOf(unit);
    const isStep = label !== null && !NO_STEP.test(label);
    const step = { engine: "postgres", label: shorten(label ?? "") } as const;
    const passage: Passage = isStep ? this.behaviour.observer.step(step) : {};
    await passage.before?.();
    const fault = this.behaviour.fault();
    if (fault === "hang") this.isHeld = true;
    if (this.client.destroyed || fault === "hang") return;
    const isAnswered = unit.some(({ type }) => type === "S" || type === "Q");
    if (isAnswered) this.owed += 1;
    if (passage.after !== undefined) this.isHeld = true;
    const isRefused = isAnswered && label !== null && this.isRefused(label, fault);
    this.server.write(isRefused ? simpleQuery(DISK_FULL) : Buffer.concat(unit.map(({ bytes }) => bytes)));
    if (passage.after === undefined) return;
    await this.paid();
    await passage.after();
  }

  /** What opens and ends a transaction touches no disk: no server stumbles there alone, or refuses to roll back. */
  private isRefused(label: string, fault: EngineFault | null): boolean {
    if (/^rollback/i.test(label)) return false;
    if (fault !== "stumble" || /^(begin|commit|rollback)/i.test(label)) return fault === "error";
    this.behaviour.stumbled();
    return true;
  }

  /** The statement that a unit executes, or null when it executes none. */
  private labelOf(unit: readonly Message[]): string | null {
    let label: string | null = null;
    for (const { type, bytes } of unit) {
      const [first = "", second = ""] = bytes.subarray(5).toString("latin1").split("\0", 2);
      if (type === "P") this.statements.set(first, second);
      if (type === "B") {
        label = this.statements.get(second) ?? "";
        if (STAGE_REPORT.test(label)) this.behaviour.observer.stage(firstParameter(bytes));
      }
      if (type === "Q") label = first;
    }
    return label;
  }

  private answer(chunk: Buffer): void {
    if (!this.isHeld) this.client.write(chunk);
    for (const { type } of this.fromServer.read(chunk)) if (type === "Z") this.owed -= 1;
    if (this.owed <= 0) this.onPaid?.();
  }

  private paid(): Promise<void> {
    return new Promise((resolve) => {
      this.onPaid = resolve;
      this.server.once("close", () => resolve());
      if (this.owed <= 0) resolve();
    });
  }
}

function shorten(statement: string): string {
  return statement.replace(/\s+/g, " ").trim().slice(0, 60);
}

/** The first value of a Bind message, as text. */
function firstParameter(bytes: Buffer): string {
  const name = bytes.indexOf(0, 5) + 1;
  const formats = bytes.indexOf(0, name) + 1;
  const values = formats + 2 + 2 * bytes.readUInt16BE(formats) + 2;
  const length = bytes.readInt32BE(values);
  return bytes.toString("utf8", values + 4, values + 4 + Math.max(length, 0));
}
