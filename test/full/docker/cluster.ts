/**
 * deploy/cluster on one engine. A machine is a Compose project with a network of its own, whose gateway is the address
 * that its ports are published on: the others reach it there, as they would reach a machine.
 */
import { join } from "node:path";
import type { DockerEngine } from "../../servers/docker.ts";
import { createInstallation, type Installation, randomByte, secret } from "./installation.ts";

const ROOT = join(import.meta.dir, "../../..");
export const CLUSTER_FILES = join(ROOT, "deploy/cluster");
type Name = "m1" | "m2" | "m3";
/** m1 and m2 answer callers, m3 ingests. */
const ROLES: Readonly<Record<Name, readonly string[]>> = {
  m1: ["stores.yaml", "api.yaml"],
  m2: ["stores.yaml", "api.yaml"],
  m3: ["stores.yaml", "worker.yaml"],
};
const START_LIMIT_MS = 240_000;
const ETCD = "quay.io/coreos/etcd:v3.5.25";
const POSTGRES = "postgres:18.1-trixie";

export interface Machine extends Installation {
  readonly mark: Name;
  readonly address: string;
}

/** What happens to a machine, and how it comes back. */
export interface Fault {
  readonly name: string;
  readonly begin: string;
  readonly end: string;
}

const CONTAINERS = `docker ps --all --quiet --filter label=com.docker.compose.project="$COMPOSE_PROJECT_NAME"`;
const NETWORK = `"$COMPOSE_PROJECT_NAME"_machine`;
/** The containers of a machine that dies are not started again by their policy: an operator's kill is a stop. */
export const FAULTS: Readonly<Record<"killed" | "frozen" | "cut", Fault>> = {
  killed: {
    name: "SIGKILL to all its processes",
    begin: `docker kill $(${CONTAINERS})`,
    end: `docker start $(${CONTAINERS})`,
  },
  // Silent, as a machine that lost power: what was sent to it is never refused.
  frozen: {
    name: "frozen: connections hang",
    // A busy kernel may refuse to freeze a container at once.
    begin: `for one in $(${CONTAINERS}); do docker pause $one || docker pause $one; done`,
    end: `docker unpause $(${CONTAINERS})`,
  },
  cut: {
    name: "cut from the network",
    begin: `for one in $(${CONTAINERS}); do docker network disconnect -f ${NETWORK} $one; done`,
    end: `for one in $(${CONTAINERS}); do docker network connect ${NETWORK} $one; done`,
  },
};

/**
 * Images that the stand-in engine has not: PostgreSQL of Debian is its PostgreSQL under another name, etcd is Debian's
 * 3.5.16. A real engine has them from their registries.
 */
export async function bringImages(engine: DockerEngine): Promise<void> {
  const installation = await createInstallation(engine);
  const has = (image: string) =>
    installation.run(`docker image inspect ${image}`).then(
      () => true,
      () => false,
    );
  if (await has("standin-base")) {
    if (!(await has(POSTGRES))) await installation.run(`docker tag postgres:18.1-alpine ${POSTGRES}`);
    const lines = [
      "FROM standin-base",
      "RUN apt-get update -qq && apt-get install -yqq --no-install-recommends etcd-server etcd-client",
      "RUN ln -s /usr/bin/etcd /usr/bin/etcdctl /usr/local/bin",
      'CMD ["/usr/local/bin/etcd"]',
    ].join("\\n");
    if (!(await has(ETCD)))
      await installation.run(`printf '${lines}' | docker build --network host -t ${ETCD} -`);
  }
  await installation.build(ROOT);
  await installation.run(
    `docker build --network host -t doctrine-postgres:local '${CLUSTER_FILES}/postgres'`,
  );
}

export async function createMachines(engine: DockerEngine): Promise<[Machine, Machine, Machine]> {
  const lan = `10.${randomByte()}`;
  const addressOf = (rank: number) => `${lan}.${rank + 1}.1`;
  const common = {
    MACHINE_1: addressOf(0),
    MACHINE_2: addressOf(1),
    MACHINE_3: addressOf(2),
    LAN_SUBNET: `${lan}.0.0/16`,
    API_ADDRESSES: `${addressOf(0)}:3000 ${addressOf(1)}:3000`,
    POSTGRES_PASSWORD: secret(),
    PATRONI_PASSWORD: secret(),
    MEILI_KEY: secret(),
    QDRANT_API_KEY: secret(),
    ADMIN_TOKEN: secret(),
  };
  const create = async (mark: Name, rank: number): Promise<Machine> => {
    const own = { MACHINE: mark, LAN_ADDRESS: addressOf(rank), EDGE_SUBNET: `${lan}.${rank + 1}.0/24` };
    const files = ROLES[mark].map((name) => join(CLUSTER_FILES, name));
    const installation = await createInstallation(engine, files, { ...common, ...own });
    return { ...installation, mark, address: own.LAN_ADDRESS };
  };
  return Promise.all([create("m1", 0), create("m2", 1), create("m3", 2)]);
}

/** Waits until every container is well, every member of PostgreSQL follows and every copy of Qdrant's shards is active. */
export async function untilWhole(machines: readonly Machine[]): Promise<void> {
  await Promise.all(machines.map((machine) => machine.untilHealthy()));
  await until(async () => {
    const members = await membersOf(machines);
    const states = members.map(({ Role, State }) => `${Role} ${State}`).toSorted();
    if (states.join() !== "Leader running,Replica streaming,Sync Standby streaming")
      throw new Error(`PostgreSQL: ${states.join()}`);
    const shards = await shardStates(machines);
    if (shards.some((state) => state !== "Active")) throw new Error(`Qdrant: ${shards.join()}`);
  }, START_LIMIT_MS);
}

interface Member {
  readonly Member: string;
  readonly Role: string;
  readonly State: string;
}

async function membersOf(machines: readonly Machine[]): Promise<Member[]> {
  const list = "docker compose exec -T postgres timeout 5 patronictl list --format json";
  return JSON.parse(await Promise.any(machines.map(({ run }) => run(list))));
}

/** Has a machine lead PostgreSQL: its loss is then the worst there is. */
export async function lead(machines: readonly Machine[], { mark, run }: Machine): Promise<void> {
  const leader = (await membersOf(machines)).find(({ Role }) => Role === "Leader")?.Member;
  if (leader === mark) return;
  await until(async () => {
    const candidates = (await membersOf(machines)).filter(({ Role }) => Role === "Sync Standby");
    if (candidates.every(({ Member }) => Member !== mark)) {
      // The other standby is the synchronous one, which alone may lead: it leads in between.
      const [between] = candidates;
      await run(
        `docker compose exec -T postgres patronictl switchover --candidate ${between?.Member} --force`,
      );
      await untilWhole(machines);
    }
    await run(`docker compose exec -T postgres patronictl switchover --candidate ${mark} --force`);
    const now = (await membersOf(machines)).find(({ Role }) => Role === "Leader")?.Member;
    if (now !== mark) throw new Error(`${now} leads`);
  }, START_LIMIT_MS);
  await untilWhole(machines);
}

/** The state of every copy of every shard, as whichever node that answers tells it. */
async function shardStates(machines: readonly Machine[]): Promise<string[]> {
  const [first] = machines;
  const key = /^QDRANT_API_KEY=(\w+)$/m.exec((await first?.run("cat .env")) ?? "")?.[1] ?? "";
  const asked = async (path: string) => {
    const answers = machines.map(({ address }) =>
      fetch(`http://${address}:6333${path}`, {
        headers: { "api-key": key },
        signal: AbortSignal.timeout(3_000),
      }),
    );
    return Object(Object(await (await Promise.any(answers)).json()).result);
  };
  const names: string[] = (await asked("/collections")).collections.map(({ name }: { name: string }) => name);
  const states = await Promise.all(
    names.map(async (name) => {
      const { local_shards: local, remote_shards: remote } = await asked(`/collections/${name}/cluster`);
      return [...local, ...remote].map(({ state }: { state: string }) => state);
    }),
  );
  return states.flat();
}

/** Waits until some work throws no more. @throws what it threw last. */
export async function until(work: () => Promise<void>, limitMs: number): Promise<void> {
  for (const endMs = performance.now() + limitMs; ; await Bun.sleep(500)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}
