import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "../../../clients/typescript/src/index.ts";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { startApi } from "../../servers/api.ts";
import { meilisearchAbsence, startServer } from "../../servers/meilisearch.ts";
import { smallSource } from "./corpus.ts";
import { type Found, wordedFigures } from "./relevance/judge.ts";
import { hasTestSet, type JudgedQuestion, readTestSet } from "./relevance/test-set.ts";

const ROOT = join(import.meta.dir, "../../..");
/** The largest page of either route. */
const ASKED = 50;
const POLL_MS = 2_000;

type Environment = Readonly<Record<string, string>>;
type Engine = "SQLite" | "Meilisearch";
type Route = "search" | "hybride";
/** What each route of each engine finds. */
type Results = Readonly<Record<string, readonly Found[]>>;

/**
 * The public test set: how well the documents that answer each question rank, by `/v1/search` and `/v1/search/hybride`,
 * over both full-text engines.
 * @param options `--closed` the half that settles nothing, `--program=FOLDER` another release, installed there,
 *   `--out=FILE` keeps what is found, `--against=FILE` compares with what another run kept (95 % intervals, paired by
 *   question), `--engine=SQLite` or `Meilisearch`, `--model` with the embedded language model (`MODEL_FILE` spares
 *   fetching it).
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      closed: { type: "boolean", default: false },
      program: { type: "string", default: ROOT },
      out: { type: "string" },
      against: { type: "string" },
      engine: { type: "string", default: "" },
      model: { type: "boolean", default: false },
    },
  });
  const half = values.closed ? "closed" : "open";
  if (!hasTestSet(half)) return console.log(`Les questions « ${half} » sont absentes : rien à mesurer.`);
  const questions = readTestSet(half);
  const former: Results | null = values.against === undefined ? null : await Bun.file(values.against).json();
  const results: Record<string, readonly Found[]> = {};
  for (const engine of ["SQLite", "Meilisearch"] as const) {
    if (!engine.includes(values.engine)) continue;
    if (engine === "Meilisearch" && meilisearchAbsence !== null) {
      console.log(meilisearchAbsence);
      continue;
    }
    const found = await askEngine(engine, questions, { program: values.program, hasModel: values.model });
    for (const [route, answers] of found) {
      const name = `${engine}, ${route}`;
      results[name] = answers;
      console.log(`\n## ${name}`);
      for (const line of wordedFigures(questions, answers, former?.[name] ?? null)) console.log(line);
    }
  }
  if (values.out !== undefined) await Bun.write(values.out, JSON.stringify(results));
  removeFolders();
}

interface Asked {
  readonly program: string;
  readonly hasModel: boolean;
}

/** Ingests the corpus into a service of its own, and asks it every question by both routes. */
async function askEngine(
  engine: Engine,
  questions: readonly JudgedQuestion[],
  { program, hasModel }: Asked,
): Promise<[Route, Found[]][]> {
  const server = engine === "Meilisearch" ? await startServer(temporaryFolder()) : null;
  const dataDir = join(temporaryFolder(), "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const environment = {
    DATA_DIR: dataDir,
    SOURCE: smallSource(),
    LOG_LEVEL: "silent",
    MODEL: hasModel ? "on" : "off",
    ...(Bun.env["MODEL_FILE"] === undefined || !hasModel ? {} : { MODEL_FILE: Bun.env["MODEL_FILE"] }),
    ...(server === null ? {} : { MEILI_URL: server.url, MEILI_KEY: server.key }),
  };
  if (hasModel) await command(["ingest/model.ts"], program, environment);
  await command(["ingest/index.ts"], program, environment);
  const created = await command(
    ["src/keys.ts", "create", "--name", "banc", "--plan", "interne"],
    program,
    environment,
  );
  const key = /boi_\w{38}/.exec(created)?.[0] ?? "";
  const api = await startApi(environment, program);
  try {
    if (hasModel) await untilFilled(api.url);
    const client = createClient({ url: api.url, key });
    return [
      ["search", await askEach(questions, (q) => search(client, q))],
      ["hybride", await askEach(questions, (question) => hybrid(client, question))],
    ];
  } finally {
    await api.stop();
    await server?.stop();
  }
}

type Client = ReturnType<typeof createClient>;

async function askEach(
  questions: readonly JudgedQuestion[],
  ask: (asked: string) => Promise<readonly { readonly boi_id: string }[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const { list, asked } of questions) {
    const hits = await ask(asked);
    found.push({ list, asked, ids: hits.map(({ boi_id: boiId }) => boiId.replace(/^BOI-/, "")) });
  }
  return found;
}

/** Nothing for a query that breaks the syntax, as an unbalanced parenthesis: its author finds nothing either. */
async function search(client: Client, q: string) {
  const { data } = await client.GET("/v1/search", { params: { query: { q, limit: ASKED } } });
  return data?.results ?? [];
}

async function hybrid(client: Client, question: string) {
  const { data, error } = await client.POST("/v1/search/hybride", { body: { question, top_k: ASKED } });
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.results;
}

/** Until questions are compared with the vectors of the language model, all of them. */
async function untilFilled(url: string): Promise<void> {
  for (;;) {
    const status = await (await fetch(`${url}/v1/status`)).text();
    if (status.includes("comparées aux vecteurs du modèle de langue.")) return;
    await Bun.sleep(POLL_MS);
  }
}

/** Returns what a command of the program prints. */
async function command(words: readonly string[], program: string, variables: Environment): Promise<string> {
  const started = Bun.spawn([process.execPath, ...words], {
    cwd: program,
    env: { ...BARE_ENVIRONMENT, ...variables },
    stdout: "pipe",
    stderr: "inherit",
  });
  const printed = await new Response(started.stdout).text();
  if ((await started.exited) !== 0) throw new Error(`${words.join(" ")}: ${printed}`);
  return printed;
}
