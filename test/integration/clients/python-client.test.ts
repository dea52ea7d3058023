/** The published Python client, installed from its folder, used against the service. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { OpenAPIV3 } from "openapi-types";
import { pythonOperations } from "../../../deploy/python-client/operations.ts";
import { pythonTypes } from "../../../deploy/python-client/types.ts";
import { temporaryFolder } from "../../folders.ts";
import { IS_FULL } from "../../full/faults/seed.ts";
import { installPythonPackage } from "../../python-package.ts";
import { openService, type TestService } from "../../servers/service.ts";

const PACKAGE = join(import.meta.dir, "../../../clients/python");
const isUpdated = Bun.env["UPDATE_CLIENT"] === "1";
const MYPY = "mypy==1.18.2";
const LIMIT_MS = 240_000;

let service: TestService;
let url: string;
let key: string;

beforeAll(async () => {
  service = await openService();
  service.app.listen({ hostname: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${service.app.server?.port}`;
  key = await service.key("interne");
});
afterAll(async () => {
  await service.app.server?.stop(true);
  await service.close();
});

test.each([
  ["types.py", pythonTypes],
  ["operations.py", pythonOperations],
])("%s is that of the OpenAPI document; `bun run client` writes it", async (file, generate) => {
  const document = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
  const path = join(PACKAGE, "doctrine_fiscale", file);
  if (isUpdated) await Bun.write(path, generate(document));
  expect((await Bun.file(path).text()) === generate(document)).toBe(true);
});

/** A copy: installing leaves files beside what it installs. */
const copy = join(temporaryFolder(), "python");
cpSync(PACKAGE, copy, { recursive: true });
const installed = await installPythonPackage(copy);
const isAbsent = typeof installed === "string";
const title = "the Python client";

describe.skipIf(isAbsent)(isAbsent ? `${title} (skipped: ${installed})` : title, () => {
  test("walks through every page of a list", async () => {
    const titles = await run(`
hits = list(every(client.search_documents, "results", q="impôt", limit=3))
first = client.search_documents(q="impôt", limit=1)
print(json.dumps([len(hits), first["total"], len({hit["boi_id"] for hit in hits})]))`);
    const [all, total, distinct] = titles as number[];
    expect(all).toBeGreaterThan(3);
    expect([total, distinct]).toEqual([all, all]);
  });

  test("computes the fingerprint that the service gives", async () => {
    const [computed, given] = (await run(`
paragraph = client.get_paragraph("BOI-IR-LIQ-20-10", "40")
print(json.dumps([fingerprint(paragraph["texte"]), paragraph["empreinte"]]))`)) as string[];
    expect(computed).toBe(given ?? "");
  });

  test("says what is wrong in the citations of a text, and where", async () => {
    const wrong = await run(`
text = "x" * 50_010 + "\\n🗝 Voir BOI-IR-LIQ-20-10, § 40, et BOI-IR-INCONNU, § 10."
print(json.dumps([(text[w.start:w.end], w.text, w.citation["etat"]) for w in wrong_citations(client, text)]))`);
    const written = "BOI-IR-INCONNU, § 10";
    expect(wrong).toEqual([[written, written, "document_inconnu"]]);
  });

  test("finds the invented document that comes after more citations than the service reads at once", async () => {
    const wrong = await run(`
right = "Voir BOI-IR-LIQ-20-10, § 40.\\n\\n" * 320
text = right + "Voir BOI-IR-INCONNU, § 10.\\n\\n" + right
cut = client.check_citations(texte=text[:50_000])["tronque"]
print(json.dumps([cut, [(w.start - len(right), w.text, w.state) for w in wrong_citations(client, text)]]))`);
    expect(wrong).toEqual([true, [[5, "BOI-IR-INCONNU, § 10", "document_inconnu"]]]);
  });

  test("raises refusals with their code, and waits when the service asks", async () => {
    expect(
      await run(`
waited = []
patient = Client(os.environ["API"], os.environ["CLE"], sleep=waited.append, attempts=2)
def code(call):
    try:
        call()
    except DoctrineError as refusal:
        return [refusal.status, refusal.code, "«" in str(refusal)]
codes = [code(lambda: patient.get_document("BOI-IR-INCONNU")), code(lambda: patient.search_documents(q="a (b"))]
print(json.dumps([codes, waited]))`),
    ).toEqual([
      [
        [404, "unknown_document", true],
        [400, "invalid_query", expect.any(Boolean)],
      ],
      [],
    ]);
    const limited = await service.key("pro", { minuteLimit: 1 });
    expect(
      await run(
        `
waited = []
patient = Client(os.environ["API"], os.environ["CLE"], sleep=waited.append, attempts=2)
patient.search_documents(q="impôt")
try:
    patient.search_documents(q="taxe")
except DoctrineError as refusal:
    print(json.dumps([refusal.code, waited]))`,
        { CLE: limited },
      ),
    ).toEqual(["rate_limited", [60]]);
  });

  test("keeps a mirror that ends equal to the service, and says when it does not", async () => {
    const folder = temporaryFolder();
    const passes = `
mirror = Mirror(client, os.environ["DOSSIER"])
mirror.update()
documents = list(mirror.documents())
mirror.update()
path = pathlib.Path(os.environ["DOSSIER"]) / (documents[0]["boi_id"] + ".json")
path.write_text(json.dumps({**documents[0], "contenu_texte": "Autre chose."}))
try:
    mirror.update()
    outcome = "equal"
except MirrorDiffers:
    outcome = "differs"
mirror.rebuild()
print(json.dumps([len(documents), len(list(mirror.documents())), outcome]))`;
    const stats = (await (await service.get("/v1/stats")).json()) as { total_documents: number };
    expect(await run(passes, { DOSSIER: folder })).toEqual([
      stats.total_documents,
      stats.total_documents,
      "differs",
    ]);
  });

  test.skipIf(!IS_FULL)(
    "has no type that a strict checker refuses",
    async () => {
      const checker = await installPythonPackage(MYPY);
      if (typeof checker === "string") throw new Error(checker);
      const options = ["-m", "mypy", "--strict", "--cache-dir", temporaryFolder(), "doctrine_fiscale"];
      const child = Bun.spawn([checker.python, ...options], {
        cwd: PACKAGE,
        env: { PATH: Bun.env["PATH"], ...checker.environment },
        stdout: "pipe",
      });
      expect(await new Response(child.stdout).text()).toContain("Success");
    },
    LIMIT_MS,
  );
});

/** What a program that has a client prints, as JSON. */
async function run(program: string, variables: Record<string, string> = {}): Promise<unknown> {
  if (typeof installed === "string") throw new Error(installed);
  const imports = `
import json, os, pathlib
from doctrine_fiscale import *
client = Client(os.environ["API"], os.environ["CLE"])
`;
  const child = Bun.spawn([installed.python, "-c", imports + program], {
    env: { PATH: Bun.env["PATH"], ...installed.environment, API: url, CLE: key, ...variables },
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await new Response(child.stdout).text());
}
