import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { askOwner, ControlFault } from "../../../../db/data-folder/control-client.ts";
import { jsonParser } from "../../../../db/engine/parse-json.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";

const parseAccepted = jsonParser(Type.Object({ id: Type.Integer() }));

let service: Bun.Server<undefined> | null = null;

afterEach(async () => {
  await service?.stop(true);
});

/** Starts a service that answers every request with it; returns its socket. */
function answering(answer: (request: Request) => Response | Promise<Response>): string {
  const unix = join(temporaryFolder(), "control.sock");
  service = Bun.serve({ unix, fetch: answer });
  return unix;
}

function ask(socket: string): Promise<{ id: number }> {
  return askOwner(socket, { method: "POST", path: "/ingest", body: { force: true } }, parseAccepted);
}

test("the service is asked on its admin routes, and its answer is typed", async () => {
  let asked = "";
  const socket = answering(async (request) => {
    const body = JSON.stringify(await request.json());
    asked = `${request.method} ${new URL(request.url).pathname} ${body}`;
    return Response.json({ id: 7, source: "…" }, { status: 202 });
  });
  expect((await ask(socket)).id).toBe(7);
  expect(asked).toBe('POST /admin/ingest {"force":true}');
});

const refusal = (message: unknown) => Response.json({ error: { code: "c", message } }, { status: 400 });

test.each<[string, () => Response, string]>([
  ["a refusal, in the words of the service", () => refusal("Formule inconnue."), "Formule inconnue."],
  [
    "a refusal, without the passwords of its addresses",
    () => refusal("Refusée : http://moi:secret@ici/."),
    "Refusée : http://***@ici/.",
  ],
  ["a refusal without words", () => new Response("Bad", { status: 502 }), "a refusé la demande (502)"],
  ["a refusal of another shape", () => refusal(3), "a refusé la demande (400)"],
  ["an answer of another shape", () => Response.json({ id: "7" }), "n'est pas de la version"],
  ["an answer that is no JSON", () => new Response("<p>"), "n'est pas de la version"],
])("%s, is a fault that tells it", async (_, answer, told) => {
  const fault = await rejectionOf(ask(answering(answer)));
  expect(fault).toBeInstanceOf(ControlFault);
  expect(String(fault)).toContain(told);
});

test("a service that is gone is a fault that tells it", async () => {
  const fault = await rejectionOf(ask(join(temporaryFolder(), "control.sock")));
  expect(fault).toBeInstanceOf(ControlFault);
  expect(String(fault)).toContain("ne répond pas sur son socket de contrôle");
});
