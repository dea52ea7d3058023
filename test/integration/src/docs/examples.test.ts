/** The requests of the documentation are answered as it shows, in every language that it writes them in. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { OpenAPIV3 } from "openapi-types";
import { fingerprint, sha256 } from "../../../../bofip/text/characters.ts";
import { shorten } from "../../../../src/docs/document.ts";
import { GUIDE_ANSWERS, ROUTE_ANSWERS } from "../../../../src/docs/examples/answers.ts";
import { filled, SAMPLE_NAMES } from "../../../../src/docs/examples/names.ts";
import {
  LANGUAGES,
  parseRequest,
  programsOf,
  requestOf,
  type ShownRequest,
} from "../../../../src/docs/examples/samples.tsx";
import { fencesOf } from "../../../../src/docs/markdown/render.tsx";
import { textOf } from "../../../../src/docs/markdown/text-page.tsx";
import { operationsOf } from "../../../../src/docs/operations.ts";
import { DOC_PAGES } from "../../../../src/docs/site.ts";
import { inlined } from "../../../fixtures/inlined.ts";
import { proofConfig, proveStore } from "../../../fixtures/proof.ts";
import { openService, type TestService } from "../../../servers/service.ts";
import { readLawFrom } from "../../ingest/law/law-run.ts";
import { RUNNERS, runPrograms } from "./programs.ts";
import { haveRevokedKey } from "./revoked-key.ts";
import { settle } from "./settled.ts";

const FOLDER = join(import.meta.dir, "../../../../src/docs/examples");

/** What is not JSON has no example: the guide shows it. */
const JSON_TYPE = "application/json; charset=utf-8";

/** A request, with the name of its answer: null when it is not shown. */
interface Named {
  readonly name: string | null;
  readonly request: ShownRequest;
}

let service: TestService;
let server: Bun.Server<undefined>;
let routes: Named[];
let guides: Named[];
/** What the programs asked, and what they were answered. */
const asked: { address: string; method: string; body: unknown; status: number }[] = [];

beforeAll(async () => {
  service = await openService();
  await readLawFrom(service.database, "sample");
  await proveStore(service.database, proofConfig({ origin: "doctrine.example/preuves" }));
  const document = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
  const operations = operationsOf(inlined(document));
  routes = operations.map((operation) => ({ name: operation.id, request: requestOf(operation) }));
  guides = DOC_PAGES.filter(({ slug }) => slug !== "essayer" && slug !== "erreurs").flatMap(({ slug }) =>
    fencesOf(textOf(slug))
      .filter(({ kind }) => kind === "request")
      .map(({ argument, body }) => ({
        name: argument === "" ? null : argument,
        request: parseRequest(filled(body, SAMPLE_NAMES), operations),
      })),
  );
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answerNoting });
});
afterAll(async () => {
  await server.stop(true);
  await service.close();
});

async function answerNoting(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  await haveRevokedKey(service, request);
  const sent = await request.clone().text();
  const body = sent === "" ? null : JSON.parse(sent);
  const answer = await service.app.handle(request);
  asked.push({ address: pathname + search, method: request.method, body, status: answer.status });
  return answer;
}

/** Of a successful answer. */
const statusOf = ({ address, method }: Pick<ShownRequest, "address" | "method">) =>
  method === "POST" && address === "/v1/compte/cles" ? 201 : 200;

async function answerTo(request: ShownRequest, key: string): Promise<unknown> {
  const { address, method, body, isKeyed } = request;
  const headers = {
    ...(isKeyed && { "x-api-key": key }),
    ...(body !== null && { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body !== null && { body: JSON.stringify(body) }) };
  const answer = await answerNoting(new Request(`http://localhost${address}`, init));
  expect([address, answer.status]).toEqual([address, statusOf(request)]);
  if (answer.headers.get("content-type") !== JSON_TYPE) return undefined;
  return settle(shorten(await answer.json()));
}

async function answersTo(requests: readonly Named[]): Promise<Map<string, unknown>> {
  const key = await service.key("pro");
  const answers = new Map<string, unknown>();
  for (const { name, request } of requests)
    if (name !== null) answers.set(name, await answerTo(request, key));
  return answers;
}

/** Whether the answers are written anew: what was imported of them is then that of before. */
const IS_WRITING = process.env["UPDATE_EXAMPLES"] === "1";
const HOW_TO_WRITE =
  "answers and examples differ; where that is meant: UPDATE_EXAMPLES=1 bun test ./test/integration/src/docs/examples.test.ts";

async function compareOrWrite(
  file: string,
  answers: Map<string, unknown>,
  shown: ReadonlyMap<string, unknown>,
) {
  const found = JSON.parse(JSON.stringify(Object.fromEntries(answers)));
  if (!IS_WRITING) return expect(found, HOW_TO_WRITE).toEqual(Object.fromEntries(shown));
  const path = join(FOLDER, file);
  await Bun.write(path, JSON.stringify(found, undefined, 2));
  await Bun.$`bunx biome format --write ${path}`.quiet();
}

test("every route answers its example request with its example", async () => {
  await compareOrWrite("routes.json", await answersTo(routes), ROUTE_ANSWERS);
});

test("every request that a guide names is answered as the guide shows", async () => {
  await compareOrWrite("guides.json", await answersTo(guides), GUIDE_ANSWERS);
});

describe("what the guides say of an answer is so", () => {
  async function ask(address: string): Promise<Record<string, unknown>> {
    const told = guides.find(({ request }) => request.address === address);
    expect([address, told !== undefined]).toEqual([address, true]);
    return (await (await service.get(address, await service.key("gratuit"))).json()) as Record<
      string,
      unknown
    >;
  }

  test("the fingerprints of « Retrouver ce que disait la doctrine » are those of its texts", async () => {
    const addressOf = (name: string) => guides.find((guide) => guide.name === name)?.request.address ?? "";
    const { texte, empreinte } = await ask(addressOf("paragraphe"));
    expect(empreinte).toBe(fingerprint(String(texte)));
    const { contenu, empreinte_source } = await ask(addressOf("source"));
    expect(empreinte_source).toBe(sha256(String(contenu)));
  });

  test.each([
    ["/v1/articles?code=CGI&prefixe=156", '"article":"156"'],
    ["/v1/articles/CGI/156", "BOI-IR-LIQ-10-20"],
    ["/v1/boi/BOI-IR-LIQ-10-20/paragraphes/30", '"precision":"II-2°"'],
    ["/v1/search?q=pension*+OU+enfant*&article=CGI:156&facettes=true", '"matiere":[{"code":"IR"'],
    ["/v1/suggest?q=bareme+progresif", "Barème progressif"],
    [
      "/v1/search?q=%22quotient+familial%22+SAUF+outre-mer&domaine=IR&limit=2",
      "<mark>quotient familial</mark>",
    ],
  ])("%s holds what the next step relies on", async (address, held) => {
    expect(JSON.stringify(await ask(address))).toContain(held);
  });
});

// curl and Python are not needed to work on this project.
describe.each([...LANGUAGES])("in $name, where it is installed", ({ id }) => {
  test.skipIf(RUNNERS[id].command === null)(
    "every program asks what it shows and prints the answer",
    async () => {
      const shown = [...routes, ...guides];
      const key = await service.key("pro");
      const programs = shown.map(({ request }) => {
        const written = programsOf(request, server.url.origin).find(({ language }) => language === id);
        return written?.text ?? "";
      });
      asked.length = 0;
      const outputs = await runPrograms(RUNNERS[id], programs, key);
      expect(asked).toEqual(
        shown.map(({ request }) => {
          const { address, method, body } = request;
          return { address, method, body, status: statusOf(request) };
        }),
      );
      for (const [index, { name, request }] of shown.entries()) {
        const printed = outputs[index] ?? [];
        const known = ROUTE_ANSWERS.get(name ?? "") ?? GUIDE_ANSWERS.get(name ?? "");
        if (request.hasLines) expect(printed.at(-1)).toHaveProperty("fin");
        else if (known === undefined || IS_WRITING) expect(printed).toHaveLength(1);
        else expect([name, settle(shorten(printed[0]))]).toEqual([name, known]);
      }
    },
  );
});
