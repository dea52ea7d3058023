/** The mirror's recipe, followed while ingestions run and one of them is killed, ends equal to the service. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eraseWording } from "../../../../../db/erasure/erase.ts";
import { createKey } from "../../../../../db/keys/keys.ts";
import { openRelational } from "../../../../../db/postgres/open.ts";
import { temporaryFolder } from "../../../../folders.ts";
import { IS_FULL } from "../../../../full/faults/seed.ts";
import { type ApiProcess, startApi } from "../../../../servers/api.ts";
import { createDatabase, serverAbsence, type TestDatabase } from "../../../../servers/postgres.ts";
import { actualite, contenu, dating, writeExport } from "../../../ingest/exports.ts";

const ROOT = join(import.meta.dir, "../../../../..");
const RECIPES = join(ROOT, "src/docs/recipes");

setDefaultTimeout(180_000);

/** Of documents: enough to add, change, withdraw and take back. */
const FIRST = 12;
const ALL = 28;

const idOf = (index: number) => `BOI-IR-MIR-${index}`;
const documents = (from: number, to: number, date: string, words = "") =>
  Array.from({ length: to - from }, (_, offset) =>
    contenu(idOf(from + offset), {
      date,
      pgp: from + offset + 1,
      texte: `${date}. ${words}${"Une phrase du texte. ".repeat(200)}`,
    }),
  );

/** Each export as the source issues it, after the one before. */
const winter = writeExport(
  [...documents(0, FIRST, "2021-01-01"), dating("2021-01-31")],
  "2021-02-01T00:00:00Z",
);
/** New editions, new documents, two withdrawn. */
const spring = writeExport(
  [...documents(2, ALL, "2021-03-01"), dating("2021-03-31")],
  "2021-04-01T00:00:00Z",
);
/** Other words for the same editions; one that was withdrawn is back. */
const summer = writeExport(
  [
    ...documents(1, 2, "2021-06-01"),
    ...documents(2, 3, "2021-03-01", "Rectifié. "),
    ...documents(3, ALL, "2021-03-01"),
    actualite("ACTU-2021-00009", "2021-06-30", `Le ${idOf(1)} est rétabli.`),
  ],
  "2021-07-01T00:00:00Z",
);

const PYTHON = Bun.which("python3");

/** A pass of the published client's mirror, in words when the copy differs. */
const CLIENT = `
import os, sys
from doctrine_fiscale import Client, Mirror, MirrorDiffers
try:
    Mirror(Client(os.environ["API"], os.environ["CLE"], attempts=10), sys.argv[1]).update()
except MirrorDiffers as difference:
    sys.exit(str(difference))
`;
const PROGRAMS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["the recipe", [PYTHON ?? "", join(RECIPES, "miroir.py")]],
  ["the Python client", [PYTHON ?? "", "-c", CLIENT]],
];

const title = serverAbsence === null ? "a mirror" : `a mirror (${serverAbsence})`;
const FOLLOWED = PROGRAMS.filter(([name]) => IS_FULL || name === "the recipe");
describe.skipIf(serverAbsence !== null).each([...FOLLOWED])(`${title} kept by %s`, (_, command) => {
  let database: TestDatabase;
  let api: ApiProcess;
  let key: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await createDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), SOURCE: winter };
    expect(await ingest(winter).exited).toBe(0);
    const store = await openRelational({ database: { kind: "server", url: database.url }, dataDir: "" });
    key = (await createKey(store.database, { name: "miroir", plan: "interne" })).key;
    await store.close();
    api = await startApi(environment);
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  const ingest = (source: string) =>
    Bun.spawn([process.execPath, "ingest/index.ts", "--source", source, "--force"], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdout: "ignore",
      stderr: "pipe",
    });

  async function ingestKilled(source: string): Promise<void> {
    const run = ingest(source);
    for await (const chunk of run.stderr) {
      if (Buffer.from(chunk).toString().includes("Enregistrement")) break;
    }
    await Bun.sleep(80);
    run.kill("SIGKILL");
    await run.exited;
  }

  const mirror = (folder: string, stderr: "inherit" | "pipe" = "inherit") =>
    Bun.spawn([...command, folder], {
      env: { ...process.env, PYTHONPATH: join(ROOT, "clients/python"), API: api.url, CLE: key },
      stdout: "ignore",
      stderr,
    });

  /** The message of a pass over a copy that differs from the service; null when they are equal. */
  async function difference(folder: string): Promise<string | null> {
    const pass = mirror(folder, "pipe");
    const said = await new Response(pass.stderr).text();
    return (await pass.exited) === 0 ? null : said;
  }

  /** What a mirror and the service must have in common. */
  const lineOf = ({ boi_id, titre, statut, date_publication, contenu_texte }: Record<string, unknown>) =>
    [boi_id, titre, statut, date_publication, contenu_texte].join(" | ");

  async function served(): Promise<string[]> {
    const answer = await fetch(`${api.url}/v1/export`, { headers: { "x-api-key": key } });
    const lines = (await answer.text()).trimEnd().split("\n");
    return lines.slice(1, -1).map((line) => lineOf(JSON.parse(line)));
  }

  async function mirrored(folder: string): Promise<string[]> {
    const names = readdirSync(folder).filter((name) => /^BOI-.*\.json$/.test(name));
    const documents = await Promise.all(names.map((name) => Bun.file(join(folder, name)).json()));
    return documents.map(lineOf);
  }

  test.skipIf(PYTHON === null)("ends equal to the service after two ingestions and a kill", async () => {
    const folder = temporaryFolder();
    // One that is killed begins again where it was.
    const killed = mirror(folder);
    await Bun.sleep(300);
    killed.kill("SIGKILL");
    await killed.exited;
    let isOver = false;
    const passes = (async () => {
      while (!isOver) expect(await mirror(folder).exited).toBe(0);
    })();
    await ingestKilled(spring);
    expect(await ingest(spring).exited).toBe(0);
    expect(await ingest(summer).exited).toBe(0);
    isOver = true;
    await passes;
    expect(await mirror(folder).exited).toBe(0);
    const service = await served();
    expect((await mirrored(folder)).toSorted()).toEqual(service.toSorted());
    expect(service).toHaveLength(ALL - 1);
    expect(service.filter((line) => line.includes("Rectifié"))).toHaveLength(1);
  });

  test.skipIf(PYTHON === null)(
    "goes on past a document whose text the law had removed, and drops it",
    async () => {
      const answer = await fetch(`${api.url}/v1/journal?apres=0&limit=1000`, {
        headers: { "x-api-key": key },
      });
      const { derivation, entrees } = (await answer.json()) as {
        derivation: number;
        entrees: { sequence: number; boi_id: string; empreinte_apres: string }[];
      };
      const last = entrees.findLast(({ boi_id }) => boi_id === idOf(1));
      const shown = last?.empreinte_apres ?? "none";
      const store = await openRelational({ database: { kind: "server", url: database.url }, dataDir: "" });
      await eraseWording(store.database, { empreinte: shown, reason: "essai" }, new Date());
      await store.close();
      // A mirror that was away before that document came, and has it.
      const folder = temporaryFolder();
      expect(await difference(folder)).toBeNull();
      const held = Bun.file(join(folder, `${idOf(1)}.json`));
      await Bun.write(held, JSON.stringify({ boi_id: idOf(1) }));
      const dernier = (last?.sequence ?? 0) - 1;
      await Bun.write(join(folder, "etat.json"), JSON.stringify({ dernier, derivation }));
      expect(await difference(folder)).toBeNull();
      expect(await held.exists()).toBeFalse();
    },
  );

  test.skipIf(PYTHON === null)(
    "says that it differs from the service when a row of it is not the service's",
    async () => {
      const folder = temporaryFolder();
      expect(await difference(folder)).toBeNull();
      const file = Bun.file(join(folder, `${idOf(3)}.json`));
      const kept = await file.text();
      const { edition, ...document } = JSON.parse(kept);
      const changes = {
        statut: { ...document, edition, statut: "retire" },
        source: { ...document, edition: { ...edition, empreinte_source: "0".repeat(64) } },
        empreinte: {
          ...document,
          contenu_texte: "Faux.",
          edition: { ...edition, empreinte: "0".repeat(64) },
        },
      };
      for (const changed of Object.values(changes)) {
        await Bun.write(file, JSON.stringify(changed));
        expect(await difference(folder)).toContain("diffère du service");
      }
      await Bun.write(file, JSON.stringify({ ...document, edition, contenu_texte: "Faux." }));
      const told = await difference(folder);
      expect(told).toContain("diffère du service");
      await file.delete();
      expect(await difference(folder)).toContain("diffère du service");
      await Bun.write(file, kept);
      expect(await difference(folder)).toBeNull();
      // As its message asks.
      await Bun.write(file, JSON.stringify(changes.statut));
      await Bun.file(join(folder, "etat.json")).delete();
      expect(await difference(folder)).toBeNull();
    },
  );
});
