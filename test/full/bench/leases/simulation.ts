import { type Random, randomOf } from "../../faults/random.ts";
import { percentiles } from "../load.ts";
import { Account, type Limits, Truth } from "./account.ts";
import { Agenda } from "./agenda.ts";
import { type StatementCost, Store } from "./store.ts";

/** A request of a key. */
export interface Arrival {
  readonly atMs: number;
  readonly key: number;
}

export interface Scenario {
  readonly seed: number;
  readonly processes: number;
  /** Of the store, for admission. */
  readonly storeCores: number;
  readonly durationMs: number;
  /** Processor time of a kept answer, in its process. */
  readonly answerMs: number;
  readonly statement: StatementCost;
  /** Requests of one statement at most. */
  readonly batchLimit: number;
  /** In the order of time. */
  readonly arrivals: (random: Random) => Iterator<Arrival>;
  readonly limitsOf: (key: number) => Limits;
  /** How often a process is killed, and started again at once. */
  readonly killEveryMs?: number;
  /** When the store stops for a while. */
  readonly pause?: { readonly atMs: number; readonly forMs: number };
}

export interface Outcome {
  readonly answered: number;
  readonly perSecond: number;
  /** How long admission held a request, in milliseconds. */
  readonly waitP50: number;
  readonly waitP99: number;
  /** Requests that no process had admitted or refused at the end. */
  readonly unfinished: number;
  readonly statementsPerSecond: number;
  readonly storeCoresBusy: number;
  readonly refused: number;
  /** Of those, the ones refused though units were left that nobody had used. */
  readonly wronglyRefused: number;
  /** Units that were given to processes which died with them. */
  readonly lost: number;
  /** Units that processes still held, or that were on their way to them, at the end. */
  readonly outstanding: number;
  /** The most answers that a sliding minute of a key held above its limit. */
  readonly minuteExcess: number;
  /** By key, what the store gave and what went to requests. */
  readonly given: ReadonlyMap<number, number>;
  readonly used: ReadonlyMap<number, number>;
}

interface Lease {
  units: number;
  atMs: number;
}

interface Waiting {
  readonly key: number;
  readonly sinceMs: number;
}

/** Waits are told from then on: a process that starts has no lease yet. */
const WARM_UP_MS = 1_000;
/** The square of more would hold their rows for long. */
const RETURNED_KEYS = 32;
/** How often a process gives back what it has leased and not used since. */
const LEASE_MS = 1_000;

/**
 * Plays a scenario. With `leaseUnits` 0, requests are admitted as `AdmissionQueue` does: one statement of a process at a
 * time, which those that arrive meanwhile wait for. With more, a statement also takes that many units of each of its
 * keys, from both limits; the process spends them without the store, and gives back the rest.
 */
export function simulate(scenario: Scenario, leaseUnits: number): Outcome {
  return new Simulation(scenario, leaseUnits).play();
}

class Simulation {
  readonly agenda = new Agenda();
  readonly store: Store;
  private readonly accounts = new Map<number, { account: Account; truth: Truth }>();
  private readonly waits: number[] = [];
  private processes: Process[];
  private answered = 0;
  private refused = 0;
  private wronglyRefused = 0;
  lost = 0;
  /** Units that statements under way have taken. */
  onTheWay = 0;

  constructor(
    readonly scenario: Scenario,
    readonly leaseUnits: number,
  ) {
    this.store = new Store(this.agenda, scenario.statement, scenario.storeCores);
    this.processes = Array.from({ length: scenario.processes }, () => new Process(this));
  }

  play(): Outcome {
    const { seed, arrivals, killEveryMs, pause } = this.scenario;
    const random = randomOf(seed, "balancer");
    this.next(arrivals(randomOf(seed, "arrivals")), random);
    if (killEveryMs !== undefined) this.killLater(killEveryMs, randomOf(seed, "kills"));
    if (pause !== undefined) this.agenda.after(pause.atMs, () => this.store.pause(pause.forMs));
    this.agenda.runUntil(this.scenario.durationMs);
    return this.tell();
  }

  private next(arrivals: Iterator<Arrival>, random: Random): void {
    const { value, done } = arrivals.next();
    if (done === true) return;
    this.agenda.after(value.atMs - this.agenda.nowMs, () => {
      random.pick(this.processes).receive(value.key);
      this.next(arrivals, random);
    });
  }

  private killLater(everyMs: number, random: Random): void {
    this.agenda.after(everyMs, () => {
      const killed = random.below(this.processes.length);
      this.lost += this.processes[killed]?.die() ?? 0;
      this.processes = this.processes.with(killed, new Process(this));
      this.killLater(everyMs, random);
    });
  }

  private known(key: number): { readonly account: Account; readonly truth: Truth } {
    const held = this.accounts.get(key);
    if (held !== undefined) return held;
    const limits = this.scenario.limitsOf(key);
    const fresh = { account: new Account(limits), truth: new Truth(limits) };
    this.accounts.set(key, fresh);
    return fresh;
  }

  account(key: number): Account {
    return this.known(key).account;
  }

  /** A unit of a key goes to a request, which has its answer later or at once. */
  use(key: number): void {
    this.known(key).truth.use(this.agenda.nowMs);
  }

  answer({ sinceMs }: Waiting): void {
    this.answered += 1;
    if (this.agenda.nowMs > WARM_UP_MS) this.waits.push(this.agenda.nowMs - sinceMs);
  }

  refuse(key: number, limit: keyof Limits): void {
    this.refused += 1;
    if (this.known(key).truth.isWronglyRefused(limit, this.agenda.nowMs)) this.wronglyRefused += 1;
  }

  private tell(): Outcome {
    const seconds = this.scenario.durationMs / 1_000;
    const { p50, p99 } = percentiles(this.waits);
    const keys = [...this.accounts];
    return {
      answered: this.answered,
      perSecond: this.answered / seconds,
      waitP50: p50,
      waitP99: p99,
      unfinished: this.processes.reduce((sum, process) => sum + process.pending, 0),
      statementsPerSecond: this.store.statements / seconds,
      storeCoresBusy: this.store.busyMs / this.scenario.durationMs,
      refused: this.refused,
      wronglyRefused: this.wronglyRefused,
      lost: this.lost,
      outstanding: this.onTheWay + this.processes.reduce((sum, process) => sum + process.leased, 0),
      minuteExcess: Math.max(0, ...keys.map(([, { truth }]) => truth.minuteExcess)),
      given: new Map(keys.map(([key, { account }]) => [key, account.monthGiven])),
      used: new Map(keys.map(([key, { truth }]) => [key, truth.monthUsed])),
    };
  }
}

/** An API process: one core that answers in turn, and a queue of admission. */
class Process {
  private readonly leases = new Map<number, Lease>();
  private waiting: Waiting[] = [];
  private asked = 0;
  private answering = 0;
  private freeAtMs = 0;
  private isServing = false;
  private isDead = false;

  constructor(private readonly world: Simulation) {
    if (world.leaseUnits > 0) this.giveBackLater();
  }

  get pending(): number {
    return this.waiting.length + this.asked + this.answering;
  }

  get leased(): number {
    return [...this.leases.values()].reduce((sum, { units }) => sum + units, 0);
  }

  receive(key: number): void {
    const { agenda, scenario } = this.world;
    this.freeAtMs = Math.max(this.freeAtMs, agenda.nowMs) + scenario.answerMs;
    this.answering += 1;
    agenda.after(this.freeAtMs - agenda.nowMs, () => {
      this.answering -= 1;
      if (!this.isDead) this.admit({ key, sinceMs: agenda.nowMs });
    });
  }

  /** The units that die with it. */
  die(): number {
    this.isDead = true;
    return this.leased;
  }

  private admit(request: Waiting): void {
    const lease = this.leases.get(request.key);
    if (lease !== undefined && lease.units > 0) {
      lease.units -= 1;
      this.world.use(request.key);
      this.world.answer(request);
      return;
    }
    this.waiting.push(request);
    if (!this.isServing) this.serve();
  }

  private serve(): void {
    this.isServing = this.waiting.length > 0;
    if (!this.isServing) return;
    const { store, leaseUnits, scenario, agenda } = this.world;
    const byKey = Map.groupBy(this.waiting.splice(0, scenario.batchLimit), ({ key }) => key);
    this.asked = [...byKey.values()].reduce((sum, { length }) => sum + length, 0);
    store.send([...byKey.keys()], () => {
      const shares = [...byKey].map(([key, requests]) => {
        const share = this.world.account(key).take(requests.length, leaseUnits, agenda.nowMs);
        this.world.onTheWay += share.charged + share.leased;
        for (const rank of requests.keys()) {
          if (rank < share.charged) this.world.use(key);
          else this.world.refuse(key, rank < share.counted ? "month" : "minute");
        }
        return { key, requests, atMs: agenda.nowMs, ...share };
      });
      agenda.after(scenario.statement.transitMs / 2, () => this.share(shares));
    });
  }

  private share(
    shares: readonly {
      readonly key: number;
      readonly requests: readonly Waiting[];
      readonly atMs: number;
      readonly charged: number;
      readonly leased: number;
    }[],
  ): void {
    for (const { key, requests, atMs, charged, leased } of shares) {
      this.world.onTheWay -= charged + leased;
      if (this.isDead) {
        this.world.lost += charged + leased;
        continue;
      }
      for (const request of requests.slice(0, charged)) this.world.answer(request);
      if (leased > 0) {
        const kept = this.leases.get(key)?.units ?? 0;
        this.leases.set(key, { units: kept + leased, atMs });
      }
    }
    this.asked = 0;
    if (!this.isDead) this.serve();
  }

  /** What has not been used for a while goes back, in statements of their own. */
  private giveBackLater(): void {
    this.world.agenda.after(LEASE_MS, () => {
      if (this.isDead) return;
      const { nowMs } = this.world.agenda;
      const old = [...this.leases].filter(([, { atMs }]) => nowMs - atMs >= LEASE_MS);
      for (const [key] of old) this.leases.delete(key);
      const unused = old.filter(([, { units }]) => units > 0);
      for (let from = 0; from < unused.length; from += RETURNED_KEYS)
        this.giveBack(unused.slice(from, from + RETURNED_KEYS));
      this.giveBackLater();
    });
  }

  private giveBack(leases: readonly (readonly [number, Lease])[]): void {
    const { agenda, store } = this.world;
    const units = leases.reduce((sum, [, lease]) => sum + lease.units, 0);
    this.world.onTheWay += units;
    const keys = leases.map(([key]) => key);
    store.send(keys, () => {
      this.world.onTheWay -= units;
      for (const [key, lease] of leases)
        this.world.account(key).giveBack(lease.units, lease.atMs, agenda.nowMs);
    });
  }
}
