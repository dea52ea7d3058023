/** compose.yaml as it is written, on a Docker engine, from nothing to a backup restored. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { OpenAPIV3 } from "openapi-types";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { requestOf, type ShownRequest } from "../../../src/docs/examples/samples.tsx";
import { operationsOf } from "../../../src/docs/operations.ts";
import { inlined } from "../../fixtures/inlined.ts";
import { checkOut, LAST_RELEASE, releaseAbsence } from "../../fixtures/upgrade/former-program.ts";
import { temporaryFolder } from "../../folders.ts";
import { type DockerEngine, dockerAbsence, openDocker } from "../../servers/docker.ts";
import {
  ask,
  createInstallation,
  createKey,
  DOCUMENT,
  documented,
  type Installation,
  read,
  SEARCH,
  statusOf,
  totalOf,
  untilIngested,
} from "./installation.ts";

const ROOT = join(import.meta.dir, "../../..");
const ERASED = "/v1/boi/BOI-TVA-DECLA";
const CLIENTS = 4;

setDefaultTimeout(420_000);

describe.skipIf(dockerAbsence !== null)(
  `compose.yaml on a Docker engine${dockerAbsence ? ` (${dockerAbsence})` : ""}`,
  () => {
    let engine: DockerEngine;
    beforeAll(async () => {
      engine = await openDocker();
    });
    afterAll(() => engine.close());

    describe("installed from nothing", () => {
      let installation: Installation;
      let key: string;
      beforeAll(async () => {
        installation = await createInstallation(engine);
        await installation.build(ROOT);
        await installation.run("docker compose up -d --no-build");
        await installation.untilHealthy();
        await untilIngested(installation);
        key = await createKey(installation);
      });
      afterAll(() => installation.remove());

      test("every route of the OpenAPI document is answered through the proxy", async () => {
        const document = (await (
          await fetch(`${installation.url}/openapi.json`)
        ).json()) as OpenAPIV3.Document;
        const operations = operationsOf(inlined(document));
        const read = operations.filter(({ method }) => method !== "DELETE");
        const answers = await Promise.all(read.map((operation) => answerTo(requestOf(operation))));
        expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
        const created = answers.flatMap(({ status, body }) => (status === 201 ? [JSON.parse(body)] : []));
        expect(created).toHaveLength(1);
        const [{ visible_start }] = created;
        for (const operation of operations.filter(({ method }) => method === "DELETE")) {
          const { address, ...request } = requestOf(operation);
          const revoked = { ...request, address: address.replace(/[^/]+$/, visible_start) };
          expect(await answerTo(revoked)).toMatchObject({ status: 200 });
        }
      });

      async function answerTo({ method, address, body, isKeyed }: ShownRequest) {
        const headers = {
          ...(isKeyed && { "x-api-key": key }),
          ...(body !== null && { "content-type": "application/json" }),
        };
        const sent = body === null ? {} : { body: JSON.stringify(body) };
        const answer = await fetch(installation.url + address, { method, headers, ...sent });
        return { address, status: answer.status, body: await answer.text() };
      }

      test("the proxy keeps measures and readiness inside", async () => {
        for (const path of ["/metrics", "/ready"])
          expect([path, (await fetch(installation.url + path)).status]).toEqual([path, 404]);
      });

      test("no request is lost while its API processes are replaced, as the documentation says", async () => {
        const old = await idsOf(installation, "api");
        const [replace = ""] = await documented("**Redémarrer sans perdre une requête.**");
        const statuses = await statusesUnderLoad(installation, key, async () => {
          await installation.run(replace);
          // Changes nothing: what replaced them is what compose.yaml asks for.
          await installation.run("docker compose up -d --no-build");
        });
        expect([...statuses.keys()]).toEqual(["200"]);
        const present = await idsOf(installation, "api");
        expect(present).toHaveLength(old.length);
        expect(present.filter((id) => old.includes(id))).toEqual([]);
      });

      test("an API process that is killed comes back; the other ones answer meanwhile", async () => {
        const [victim = ""] = await idsOf(installation, "api");
        // The command dies with its container, which its policy starts again.
        const kill = `docker exec ${victim} /usr/local/bin/bun -e '${KILL_SERVICE}' || true`;
        const statuses = await statusesUnderLoad(installation, key, async () => {
          await installation.run(kill);
          await installation.untilHealthy();
        });
        // Only what it was answering is lost.
        const lost = [...statuses].reduce((sum, [status, count]) => sum + (status === "200" ? 0 : count), 0);
        expect(lost).toBeLessThanOrEqual(CLIENTS);
        expect(await installation.run(`docker inspect -f '{{.RestartCount}}' ${victim}`)).toBe("1\n");
      });

      test("stopped and started again on its volumes, it has its corpus and its keys", async () => {
        const before = await read(installation, key, DOCUMENT);
        await installation.run("docker compose down --timeout 20");
        await installation.run("docker compose up -d --no-build");
        await installation.untilHealthy();
        expect(await read(installation, key, DOCUMENT)).toEqual(before);
        expect(await totalOf(installation, key)).toBeGreaterThan(0);
      });

      test("a backup is restored, as the documentation says", async () => {
        const before = await read(installation, key, DOCUMENT);
        const [backUp = "", restore = ""] = await documented("## Sauvegarder et restaurer");
        await installation.run(backUp);
        const later = await createKey(installation);
        await installation.run(restore);
        await installation.untilHealthy();
        expect(await read(installation, key, DOCUMENT)).toEqual(before);
        expect((await ask(installation, later, DOCUMENT)).status).toBe(401);
        await untilIngested(installation);
        expect(await totalOf(installation, key)).toBeGreaterThan(0);
      });

      test("what was erased since the nightly backup stays erased once it is restored", async () => {
        const [start = "", now = "", restore = ""] = await documented("### Par le service `backup`");
        await installation.run(start);
        await installation.untilHealthy();
        await installation.run(now);
        const list = (await installation.run("docker compose run --rm backup list")).trim().split("\n");
        expect(list).toHaveLength(2);
        const { contenu_texte } = Object(await read(installation, key, ERASED));
        const print = fingerprint(contenu_texte);
        await installation.run(
          `docker compose exec -T worker bun ingest/erase.ts ${print} --reason jugement`,
        );
        expect((await ask(installation, key, ERASED)).status).toBe(410);
        const later = await createKey(installation);
        await installation.run(restore);
        await installation.untilHealthy();
        expect((await ask(installation, key, ERASED)).status).toBe(410);
        expect((await ask(installation, later, DOCUMENT)).status).toBe(401);
        await untilIngested(installation);
        expect((await ask(installation, key, ERASED)).status).toBe(410);
        const register = "docker compose run --rm --entrypoint cat backup /backups/effacements.jsonl";
        expect(await installation.run(register)).toContain(print);
      });

      test("a machine that is lost comes back from its backups, without what was erased since", async () => {
        await installation.run("docker compose --profile backup down --timeout 20");
        const lost = ["postgres-data", "meilisearch-data", "qdrant-data", "register", "proxy-data"];
        for (const name of lost) await installation.run(`docker volume rm "$COMPOSE_PROJECT_NAME"_${name}`);
        const commands = await documented("**La machine, ou ses volumes, perdus.**");
        for (const command of commands) await installation.run(command);
        await installation.untilHealthy();
        expect((await ask(installation, key, ERASED)).status).toBe(410);
        await untilIngested(installation);
        expect((await ask(installation, key, ERASED)).status).toBe(410);
        expect(await totalOf(installation, key)).toBeGreaterThan(0);
      });

      test("the API reads Meilisearch without its master key", async () => {
        const settings = await installation.run("cat .env");
        const master = /^MEILI_KEY=(\w+)$/m.exec(settings)?.[1] ?? "";
        for (const id of await idsOf(installation, "api"))
          expect(await installation.run(`docker inspect ${id}`)).not.toContain(master);
        expect(await totalOf(installation, key)).toBeGreaterThan(0);
      });

      test("a Meilisearch that is emptied is filled again, and read with the same key", async () => {
        for (const command of await documented("**Une nouvelle version de Meilisearch.**"))
          await installation.run(command);
        expect(await totalOf(installation, key)).toBeGreaterThan(0);
      });
    });

    const absence = releaseAbsence(LAST_RELEASE);
    describe.skipIf(absence !== null)(
      `upgraded from ${LAST_RELEASE.version}${absence ? ` (${absence})` : ""}`,
      () => {
        let installation: Installation;
        let key: string;
        beforeAll(async () => {
          const released = join(temporaryFolder(), "program");
          await checkOut(LAST_RELEASE, released);
          // Its API knows of no other key.
          const formerKey = join(temporaryFolder(), "former-key.yaml");
          await Bun.write(formerKey, `services: { api: { environment: { MEILI_KEY: "\${MEILI_KEY}" } } }`);
          installation = await createInstallation(engine, [join(ROOT, "compose.yaml"), formerKey]);
          await installation.build(released);
          await installation.run("docker compose up -d --no-build");
          await installation.untilHealthy();
          await untilIngested(installation);
          key = await createKey(installation);
        });
        afterAll(() => installation.remove());

        test("keys and documents stay, and every store is brought in step", async () => {
          expect(await read(installation, key, "/v1/health")).toMatchObject({
            version: LAST_RELEASE.version,
          });
          const before = await read(installation, key, DOCUMENT);
          await installation.build(ROOT);
          await installation.run("docker compose up -d --no-build");
          await installation.untilHealthy();
          expect(await read(installation, key, DOCUMENT)).toMatchObject(textOf(before));
          await untilIngested(installation);
          expect(await totalOf(installation, key)).toBeGreaterThan(0);
        });
      },
    );
  },
);

/** In a container, kills the service and not the init that started it, which would end the container with a status of its own. */
const KILL_SERVICE = `
  import { readdirSync, readFileSync } from "node:fs";
  for (const pid of readdirSync("/proc").filter(Number))
    if (/bun.src.index/.test(readFileSync("/proc/" + pid + "/cmdline", "utf8")) && pid !== "1") process.kill(Number(pid), "SIGKILL");
`;

async function idsOf(installation: Installation, service: string): Promise<string[]> {
  return (await installation.containers()).filter(({ Service }) => Service === service).map(({ ID }) => ID);
}

/** What a document is in any version of the service. */
function textOf(document: unknown): object {
  const { boi_id, titre, contenu_texte, date_publication } = Object(document);
  return { boi_id, titre, contenu_texte, date_publication };
}

/** How often some clients received each status while an operator acted; what was cut has its error's name. */
async function statusesUnderLoad(
  installation: Installation,
  key: string,
  act: () => Promise<void>,
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      for (const path of [DOCUMENT, SEARCH, "/v1/plan", "/v1/health"]) {
        const status = await statusOf(ask(installation, key, path));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // Within what the plan of the key lets through in a minute.
        await Bun.sleep(50);
      }
    }
  };
  const load = Promise.all(Array.from({ length: CLIENTS }, client));
  try {
    await act();
  } finally {
    isOver = true;
    await load;
  }
  return statuses;
}
