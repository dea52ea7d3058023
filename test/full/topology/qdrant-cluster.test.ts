import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rebuildVectors } from "../../../ingest/derived/vectors/sync.ts";
import { openVectorIndex } from "../../../search/vectors/open.ts";
import { temporaryFolder } from "../../folders.ts";
import { findFreePort } from "../../servers/free-port.ts";
import { type Node, type OwnQdrant, qdrantAbsence, startRealQdrant } from "../../servers/real-qdrant.ts";
import { openService, type TestService } from "../../servers/service.ts";

const TIMEOUT_MS = 180_000;
const QUESTION = JSON.stringify({ question: "Mon fils étudiant peut-il rester sur ma déclaration ?" });

interface ClusterNode {
  readonly folder: string;
  readonly httpPort: number;
  readonly node: Node;
  server: OwnQdrant;
}

describe.skipIf(qdrantAbsence !== null)("a Qdrant cluster of three nodes, two copies of each vector", () => {
  const nodes: ClusterNode[] = [];
  let service: TestService;
  let key: string;
  /** Statuses of the questions asked meanwhile, those answered by words alone as `words`. */
  let told: (number | "words")[] = [];

  beforeAll(async () => {
    const [first] = [await startNode(null)];
    nodes.push(first);
    for (let rank = 1; rank < 3; rank += 1) nodes.push(await startNode(first.node.port));
    service = await openService("sample", { vectors: vectors() });
    key = await service.key("interne");
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service?.close();
    await Promise.all(nodes.map(({ server }) => server.kill()));
  }, TIMEOUT_MS);

  async function startNode(firstPort: number | null): Promise<ClusterNode> {
    const [httpPort, port] = [await findFreePort(), await findFreePort()];
    const [folder, node] = [temporaryFolder(), { port, firstPort }];
    return { folder, httpPort, node, server: await startRealQdrant(folder, httpPort, node) };
  }

  function vectors() {
    const url = nodes.map(({ httpPort }) => `http://127.0.0.1:${httpPort}`).join(",");
    return { kind: "qdrant", url, apiKey: null, shards: 3, replicas: 2, exact: false } as const;
  }

  /** Asked of the first node that is up. */
  async function clusterState(path: string): Promise<{ readonly result: Record<string, unknown> }> {
    for (const { httpPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${httpPort}${path}`).catch(() => null);
      if (answer?.ok === true) return (await answer.json()) as { readonly result: Record<string, unknown> };
    }
    throw new Error("no node is up");
  }

  async function ask(path: string): Promise<number | "words"> {
    const headers = { "content-type": "application/json" };
    // Another question each time: none is kept.
    const body = QUESTION.replace("?", `, en ${told.length} ?`);
    const answer = await service.get(path, key, { method: "POST", headers, body });
    await answer.arrayBuffer();
    return answer.headers.has("x-search-degraded") ? "words" : answer.status;
  }

  /** Asks while the work is done, and as long after. */
  async function asking(work: () => Promise<void>): Promise<void> {
    told = [];
    let isOver = false;
    const loop = async (path: string) => {
      while (!isOver) told.push(await ask(path));
    };
    const loops = ["/v1/search/semantic", "/v1/search/hybride"].map(loop);
    await work();
    isOver = true;
    await Promise.all(loops);
  }

  test("is filled, and answers", async () => {
    const { result } = await clusterState("/cluster");
    expect(Object.keys(result["peers"] as object)).toHaveLength(3);
    expect([await ask("/v1/search/semantic"), await ask("/v1/search/hybride")]).toEqual([200, 200]);
  });

  test.each([0, 1, 2])(
    "node %d is killed under load: the two others answer, and it comes back",
    async (rank) => {
      const dead = nodes[rank];
      if (dead === undefined) throw new Error("there are three");
      await asking(async () => {
        await Bun.sleep(500);
        await dead.server.kill();
        await Bun.sleep(6_000);
      });
      // The questions under way when it dies.
      expect(told.filter((one) => one !== 200).length).toBeLessThan(10);
      expect(told.slice(-20).every((one) => one === 200)).toBe(true);
      dead.server = await startRealQdrant(dead.folder, dead.httpPort, dead.node);
      await untilWhole();
    },
    TIMEOUT_MS,
  );

  test(
    "a node is added, and takes a shard of each collection under load",
    async () => {
      const added = await startNode(nodes[0]?.node.port ?? 0);
      nodes.push(added);
      const { result } = await clusterState("/cluster");
      const peers = result["peers"] as Readonly<Record<string, { readonly uri: string }>>;
      const to = Object.entries(peers).find(([, { uri }]) => uri.includes(`:${added.node.port}`))?.[0];
      await asking(async () => {
        for (const name of await listCollections()) await moveShard(name, Number(to));
        await untilWhole();
      });
      expect(told.filter((one) => one !== 200)).toEqual([]);
      expect(
        JSON.stringify(await clusterState(`/collections/${(await listCollections())[0]}/cluster`)),
      ).toContain(`${to}`);
    },
    TIMEOUT_MS,
  );

  test(
    "a change is written while a node is away, which has it once it is back",
    async () => {
      const [late] = nodes;
      if (late === undefined) throw new Error("there are three");
      await late.server.kill();
      await service.database.$client`delete from passage_vectors`;
      const index = openVectorIndex({ vectors: vectors() });
      await rebuildVectors(service.database, { index, embeddings: { kind: "corpus" }, model: null });
      expect(await ask("/v1/search/semantic")).toBe(200);
      late.server = await startRealQdrant(late.folder, late.httpPort, late.node);
      await untilWhole();
      for (const other of nodes.slice(1)) await other.server.kill();
      for (const other of nodes.slice(1))
        other.server = await startRealQdrant(other.folder, other.httpPort, other.node);
      await untilWhole();
      expect(await ask("/v1/search/semantic")).toBe(200);
    },
    TIMEOUT_MS,
  );

  /** Every copy of every shard is active. */
  async function untilWhole(): Promise<void> {
    for (const endMs = Date.now() + TIMEOUT_MS / 2; Date.now() < endMs; await Bun.sleep(250)) {
      if (await isWhole().catch(() => false)) return;
    }
    throw new Error("copies are still missing");
  }

  async function listCollections(): Promise<string[]> {
    const { result } = await clusterState("/collections");
    return (result["collections"] as readonly { readonly name: string }[]).map(({ name }) => name);
  }

  /** Moves a copy that the first node has. */
  async function moveShard(collection: string, to: number): Promise<void> {
    const base = `http://127.0.0.1:${nodes[0]?.httpPort}/collections/${collection}/cluster`;
    const { result } = (await (await fetch(base)).json()) as {
      readonly result: {
        readonly peer_id: number;
        readonly local_shards: readonly { readonly shard_id: number }[];
      };
    };
    const [shard] = result.local_shards;
    if (shard === undefined) throw new Error("the first node has no shard");
    const move = {
      shard_id: shard.shard_id,
      from_peer_id: result.peer_id,
      to_peer_id: to,
      method: "stream_records",
    };
    // Numbers of peers exceed what JSON numbers hold exactly: taken from the text.
    const own = /"peer_id":(\d+)/.exec(await (await fetch(base)).text())?.[1] ?? "";
    const body = JSON.stringify({ move_shard: move }).replace(`${result.peer_id}`, own);
    const answer = await fetch(base, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  async function isWhole(): Promise<boolean> {
    for (const name of await listCollections()) {
      const { result: state } = await clusterState(`/collections/${name}/cluster`);
      const shards = [state["local_shards"], state["remote_shards"]].flat() as readonly {
        readonly state: string;
      }[];
      if (shards.some((shard) => shard.state !== "Active")) return false;
    }
    return true;
  }
});
