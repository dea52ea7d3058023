/** The keys of an account, as its own programs manage them: GET, POST and DELETE on /v1/compte/cles. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createMigratedDatabase, serverAbsence } from "../../servers/postgres.ts";
import { ADMIN_TOKEN, openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let key: string;
let other: string;

beforeAll(async () => {
  service = await openService(null);
});
beforeEach(async () => {
  [key, other] = [await service.key("pro", { monthlyQuota: 3 }), await service.key("gratuit")];
});
afterAll(() => service.close());

/** The fields of the answers of these routes. */
interface Body {
  readonly key: string;
  readonly visible_start: string;
  readonly cles: readonly object[];
  readonly error: { readonly code: string; readonly message: string };
}

async function ask(method: string, path = "", body?: object, by = key) {
  const init = {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  };
  const answer = await service.get(`/v1/compte/cles${path}`, by, init);
  const answered: Body = JSON.parse(await answer.text());
  return { status: answer.status, body: answered };
}

async function create(name = "Recette"): Promise<string> {
  const { body } = await ask("POST", "", { name });
  await service.deps.keys.refresh();
  return body.key;
}

test("a key creates another, given once, which its account lists by name", async () => {
  const { status, body } = await ask("POST", "", { name: " Recette " });
  expect(status).toBe(201);
  expect(body.key).toMatch(/^boi_\w{38}$/);
  expect(body).toMatchObject({ visible_start: body.key.slice(0, 12), name: "Recette" });
  const listed = await ask("GET");
  expect(listed.body.cles).toMatchObject([
    { visible_start: key.slice(0, 12), name: "essai", ends_at: null },
    { visible_start: body.visible_start, name: "Recette", ends_at: null },
  ]);
  expect(JSON.stringify(listed.body)).not.toContain(body.key.slice(12));
});

test("keys of an account use one quota and one minute, and a key tells what all have used", async () => {
  const added = await create();
  const asked = [key, added, key, added].map((by) => service.get("/v1/plan", by));
  const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, 402]);
  const account = await (await service.get("/v1/compte", added)).json();
  expect(account).toMatchObject({ mois: { quota: 3, utilise: 3, restant: 0 } });
});

test("none of it is charged, and all of it goes on when the quota is used up", async () => {
  const spent = await service.key("pro", { monthlyQuota: 0 });
  const made = await ask("POST", "", { name: "Recette" }, spent);
  const statuses = [made.status, (await ask("GET", "", undefined, spent)).status];
  const removed = await ask("DELETE", `/${made.body.visible_start}`, undefined, spent);
  expect([...statuses, removed.status]).toEqual([201, 200, 200]);
});

test("a revoked key is refused, the others go on", async () => {
  const added = await create();
  expect((await service.get("/v1/compte", added)).status).toBe(200);
  const { status, body } = await ask("DELETE", `/${added.slice(0, 12)}`);
  expect({ status, body }).toMatchObject({ status: 200, body: { name: "Recette" } });
  expect((await ask("GET")).body.cles).toHaveLength(1);
});

/** What the API answers to a well-formed key that no account has. */
const UNKNOWN_KEY = {
  error: { code: "invalid_api_key" },
  doc_url: "http://localhost/docs/erreurs#invalid_api_key",
};
const ENGINES = [
  { name: "PGlite", absence: null, open: async () => ({ engines: {}, drop: async () => {} }) },
  {
    name: "PostgreSQL",
    absence: serverAbsence,
    open: async () => {
      const { url, drop } = await createMigratedDatabase();
      return { engines: { database: { kind: "server", url } as const }, drop };
    },
  },
];

describe.each(ENGINES)(
  "a key that is revoked, and that this process still caches ($name)",
  ({ absence, open }) => {
    let own: TestService;
    let drop: () => Promise<void>;
    let account: { first: string; stolen: string; spare: string };

    beforeAll(async () => {
      if (absence !== null) return;
      const { engines, drop: dropped } = await open();
      [own, drop] = [await openService(null, engines), dropped];
    });
    afterAll(async () => {
      if (absence !== null) return;
      await own.close();
      await drop();
    });

    const send = async (method: string, path: string, by: string, body?: object) => {
      const headers = { "content-type": "application/json" };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await own.get(`/v1/compte/cles${path}`, by, init);
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    };
    const make = async (by: string, name: string): Promise<string> =>
      (await send("POST", "", by, { name })).body.key;

    beforeEach(async () => {
      if (absence !== null) return;
      const first = await own.key("pro");
      account = { first, stolen: await make(first, "Volée"), spare: await make(first, "Réserve") };
      await own.deps.keys.refresh();
      for (const each of Object.values(account)) expect((await own.get("/v1/compte", each)).status).toBe(200);
    });

    const byOperator = async () => {
      const init = { method: "DELETE", headers: { authorization: `Bearer ${ADMIN_TOKEN}` } };
      expect((await own.get(`/admin/keys/${account.first.slice(0, 12)}`, undefined, init)).status).toBe(200);
    };
    const byAccount = async () => {
      const revoked = await send("DELETE", `/${account.stolen.slice(0, 12)}`, account.first);
      expect(revoked.status).toBe(200);
    };

    test.skipIf(absence !== null).each([
      ["the operator has revoked the account", byOperator, 0],
      ["its own account has revoked it", byAccount, 2],
    ])("makes and revokes nothing, like an unknown key: %s", async (_, revoke, left) => {
      await revoke();
      const unknown = await send("POST", "", `boi_${"a".repeat(38)}`, { name: "Prise" });
      expect(unknown).toMatchObject({ status: 401, body: UNKNOWN_KEY });
      expect((await own.get("/v1/compte", account.stolen)).status).toBe(200);
      expect(await send("POST", "", account.stolen, { name: "Prise" })).toEqual(unknown);
      expect(await send("DELETE", `/${account.spare.slice(0, 12)}`, account.stolen)).toEqual(unknown);
      const listed = await send("GET", "", account.stolen);
      expect(listed.body.cles).toHaveLength(left);
    });
  },
);

describe("is refused", () => {
  test("a sixth key", async () => {
    for (const name of ["2", "3", "4", "5"]) await create(name);
    const { status, body } = await ask("POST", "", { name: "6" });
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: "too_many_keys" });
    expect(body.error.message).toContain("5 clés au plus");
  });

  test("to revoke the last one", async () => {
    const { status, body } = await ask("DELETE", `/${key.slice(0, 12)}`);
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: "last_key" });
  });

  test.each(["boi_inconnue", "%00", "boi_%F0%9F%97%9D"])(
    "the key %s, which the account has not",
    async (start) => {
      const { status, body } = await ask("DELETE", `/${start}`);
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: "unknown_key" });
    },
  );

  test("a key of another account, of which nothing is said", async () => {
    const { status, body } = await ask("DELETE", `/${other.slice(0, 12)}`);
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: "unknown_key" });
    expect((await service.get("/v1/compte", other)).status).toBe(200);
    expect(JSON.stringify((await ask("GET")).body)).not.toContain(other.slice(0, 12));
  });

  test.each([{}, { name: "" }, { name: 3 }, { name: "x".repeat(101) }, { name: "a", plan: "interne" }])(
    "the body %j",
    async (body) => {
      expect((await ask("POST", "", body)).status).toBe(400);
    },
  );

  test("whoever has no key", async () => {
    const answers = [
      await service.get("/v1/compte/cles"),
      await service.get("/v1/compte/cles", undefined, { method: "POST", body: "{}" }),
      await service.get("/v1/compte/cles/boi_inconnue", undefined, { method: "DELETE" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
