/** The clients and the guides' programs, against a service that is unlike the API, or hostile. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { createClient } from "../../../clients/typescript/src/index.ts";
import { temporaryFolder } from "../../folders.ts";
import { FakeApi, hasPython, pythonAbsence } from "../../servers/fake-api.ts";

const api = new FakeApi();
const other = new FakeApi();
/** What the other host was sent. */
let reached: string[];

beforeEach(() => {
  reached = [];
  other.answer = (request) => {
    reached.push(`${request.method} ${request.headers.get("x-api-key")}`);
    return Response.json({ total: 0, results: [] });
  };
});
afterAll(async () => {
  await Promise.all([api.close(), other.close()]);
});

/** Searches for each of the words in turn; what it prints is the outcome of each, then how long the client waited. */
const SEARCHES = `
words = json.loads(os.environ["MOTS"])
print(json.dumps([[outcome(lambda: client.search_documents(q=word)) for word in words], waited]))`;
const searched = (words: readonly string[]) => api.python(SEARCHES, { MOTS: JSON.stringify(words) });
const wordOf = (url: URL) => Number(url.searchParams.get("q"));

describe("a redirection takes the key to no other address", () => {
  const STATUSES = [300, 301, 302, 303, 307, 308];
  const redirectBy = (status: number) =>
    new Response(null, { status, headers: { location: `${other.url}/v1/search` } });

  test.skipIf(!hasPython)(`from the Python client${pythonAbsence}`, async () => {
    api.answer = (_, url) => redirectBy(wordOf(url));
    const told = await searched(STATUSES.map(String));
    const refusal = ["DoctrineError", "redirected", expect.stringContaining(other.url)];
    expect([told, reached]).toEqual([[STATUSES.map(() => refusal), []], []]);
  });

  test.each(STATUSES.slice(1))("from the TypeScript client, by %i", async (status) => {
    api.answer = () => redirectBy(status);
    const client = createClient({ url: api.url, key: "boi_clef" });
    const asked = [
      client.GET("/v1/search", { params: { query: { q: "taxe" } } }),
      client.POST("/v1/citations", { body: { texte: "Voir." } }),
    ];
    const outcomes = (await Promise.allSettled(asked)).map((each) => each.status);
    expect([outcomes, reached]).toEqual([["rejected", "rejected"], []]);
  });

  test("from the guide's loop", async () => {
    api.answer = () => redirectBy(307);
    expect((await api.loopRecipe(`await relire(service, "Voir.");`)).code).not.toBe(0);
    expect(reached).toEqual([]);
  });

  test.skipIf(!hasPython)(`from the guide's mirror${pythonAbsence}`, async () => {
    api.answer = () => redirectBy(302);
    expect((await api.mirrorRecipe(temporaryFolder())).code).not.toBe(0);
    expect(reached).toEqual([]);
  });
});

test.skipIf(!hasPython)(
  `a wait that the service asks for is of a minute at most${pythonAbsence}`,
  async () => {
    const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toUTCString();
    const asked: readonly (readonly [retryAfter: string, seconds: number])[] = [
      ["7", 7],
      ["0", 0],
      ["", 5],
      ["999999999", 60],
      ["9".repeat(5_000), 60],
      ["-3", 5],
      ["NaN", 5],
      ["Infinity", 60],
      ["demain", 5],
      [dayFromNow(1), 60],
      [dayFromNow(-1), 0],
      ["Fri, 31 Dec 99999 23:59:59 GMT", 5],
      ["Fri, 99 Foo 2026 99:99:99 +9999999999", 5],
    ];
    const body = { error: { code: "rate_limited", message: "Attendez." } };
    api.answer = (_, url) =>
      Response.json(body, { status: 429, headers: { "retry-after": asked[wordOf(url)]?.[0] ?? "" } });
    const [outcomes, waited] = (await searched(asked.map((_, index) => String(index)))) as unknown[][];
    expect(outcomes).toEqual(asked.map(() => ["DoctrineError", "rate_limited", "Attendez."]));
    // Asked three times, waited for in between.
    expect(waited).toEqual(asked.flatMap(([, seconds]) => [seconds, seconds]));
  },
);

describe("an answer that is not the API's is a clear refusal", () => {
  const ANSWERS: readonly (readonly [status: number, body: string | Uint8Array<ArrayBuffer>])[] = [
    [200, "<html>"],
    [200, ""],
    [200, '{"results": ['],
    [200, "[]"],
    [200, "null"],
    [200, new Uint8Array([0xff, 0xfe, 0x7b])],
    [200, "[".repeat(200_000)],
    [502, "<html>"],
    [400, '{"error": "non"}'],
    [400, "[1]"],
    [400, '{"error": {"code": 7, "message": null}}'],
  ];

  test.skipIf(!hasPython)(`of the Python client${pythonAbsence}`, async () => {
    api.answer = (_, url) => {
      const [status, body] = ANSWERS[wordOf(url)] ?? [];
      return new Response(body, { status: status ?? 500 });
    };
    expect(await searched(ANSWERS.map((_, index) => String(index)))).toEqual([
      ANSWERS.map(([status]) => ["DoctrineError", "unreadable", `Réponse ${status} illisible.`]),
      [],
    ]);
  });

  test.skipIf(!hasPython)(`without an end, it is not kept in memory${pythonAbsence}`, async () => {
    api.answer = () => new Response("x".repeat(2_000));
    const told = await api.python(`
import doctrine_fiscale.client as module
module.MAX_ANSWER_BYTES = 1_000
calls = [lambda: client.search_documents(q="taxe"), lambda: list(client.export_documents())]
print(json.dumps([outcome(call) for call in calls]))`);
    expect(told).toEqual(Array(2).fill(["DoctrineError", "unreadable", "Réponse 200 illisible."]));
  });

  test.each(ANSWERS.filter(([status]) => status >= 400))(
    "of the TypeScript client: %i, %s",
    async (status, body) => {
      api.answer = () => new Response(body, { status, headers: { "retry-after": "7" } });
      const client = createClient({ url: api.url });
      const { error, response } = await client.GET("/v1/search", { params: { query: { q: "taxe" } } });
      const told: unknown = error;
      expect(told).toEqual({ error: { code: "unreadable", message: `Réponse ${status} illisible.` } });
      expect([response.status, response.headers.get("retry-after")]).toEqual([status, "7"]);
    },
  );
});

describe.skipIf(!hasPython)(`a mirror${pythonAbsence}`, () => {
  const outside = temporaryFolder();
  const HOSTILE: readonly unknown[] = [
    "../../evade",
    join(outside, "evade"),
    "BOI-IR\0",
    "BOI-IR\n",
    "BOI-IR/../../../evade",
    "BOI-..\\evade",
    "BOI-IR:flux",
    "boi-ir-un",
    "BOI-IR-É",
    "CON",
    "etat",
    "",
    `BOI-${"A".repeat(300)}`,
    7,
  ];
  const documentOf = (boi_id: unknown) => ({
    boi_id,
    statut: "en_vigueur",
    contenu_texte: "Un texte.",
    edition: { date_debut: "2024-01-01", pgp: 1, empreinte: "0", empreinte_source: null },
  });
  let inJournal: readonly unknown[];
  let exported: readonly unknown[];
  let suivant: string | null;
  let asked: string[];

  const page = () =>
    [
      { sequence: 1, derivation: 1 },
      ...exported.map(documentOf),
      { fin: true, suivant, racine: { valeur: "0", sequence: 1 } },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("");

  beforeEach(() => {
    inJournal = [];
    exported = ["BOI-IR-UN", "BOI-IR-DEUX"];
    suivant = null;
    asked = [];
    api.answer = (_, { pathname, searchParams }) => {
      if (pathname === "/v1/export") return new Response(page());
      if (pathname === "/v1/journal") {
        const apres = Number(searchParams.get("apres"));
        const entrees = apres > 1 ? [] : inJournal.map((boi_id) => ({ boi_id }));
        const { length } = entrees;
        return Response.json({ derivation: 1, entrees, count: length, dernier: apres + length });
      }
      asked.push(pathname);
      return Response.json(documentOf(decodeURIComponent(basename(pathname))));
    };
  });

  const UPDATE = `print(json.dumps(outcome(lambda: Mirror(client, os.environ["DOSSIER"]).update())))`;
  const KEEPERS: readonly (readonly [name: string, keep: (folder: string) => Promise<string>])[] = [
    ["the Python client", async (folder) => JSON.stringify(await api.python(UPDATE, { DOSSIER: folder }))],
    ["the recipe", async (folder) => (await api.mirrorRecipe(folder)).said],
  ];

  describe.each([...KEEPERS])("kept by %s", (_, keep) => {
    test("has no file but those of its documents, and names what it refused", async () => {
      exported = [...HOSTILE, null, "BOI-IR-UN", "BOI-IR-DEUX"];
      const parent = temporaryFolder();
      const folder = join(parent, "un", "miroir");
      const said = await keep(folder);
      expect(readdirSync(folder).toSorted()).toEqual(["BOI-IR-DEUX.json", "BOI-IR-UN.json", "etat.json"]);
      expect([readdirSync(parent), readdirSync(join(parent, "un"))]).toEqual([["un"], ["miroir"]]);
      expect(readdirSync(outside)).toEqual([]);
      expect(said).toContain("../../evade");
      expect(said).toContain("diffère du service");
    });

    test("asks for nothing that the journal names unlike a document, and goes on", async () => {
      inJournal = [...HOSTILE, null, "BOI-IR-TROIS"];
      const folder = temporaryFolder();
      expect(await keep(folder)).toContain("../../evade");
      expect(existsSync(join(folder, "BOI-IR-TROIS.json"))).toBeTrue();
      expect(asked).toEqual(["/v1/boi/BOI-IR-TROIS"]);
    });

    test("replaces a link, and does not write through it", async () => {
      const [folder, kept] = [temporaryFolder(), join(temporaryFolder(), "dehors")];
      await Bun.write(kept, "Intact.");
      for (const name of ["BOI-IR-UN.tmp", "BOI-IR-UN.json", "etat.tmp"])
        symlinkSync(kept, join(folder, name));
      await keep(folder);
      expect(await Bun.file(kept).text()).toBe("Intact.");
      expect((await Bun.file(join(folder, "BOI-IR-UN.json")).json()).boi_id).toBe("BOI-IR-UN");
    });

    test("ends when the pages of the export do not advance", async () => {
      suivant = "BOI-A";
      expect(await keep(temporaryFolder())).toContain("illisible");
    });

    test("takes everything again when its state can't be read", async () => {
      const folder = temporaryFolder();
      const state = Bun.file(join(folder, "etat.json"));
      await Bun.write(state, '{"dernier":');
      await keep(folder);
      expect((await state.json()).dernier).toBe(1);
    });
  });

  test("kept by the Python client asks again for a page that came cut", async () => {
    const { answer } = api;
    let cuts = 3;
    api.answer = (request, url) =>
      url.pathname === "/v1/export" && cuts-- > 0
        ? new Response(page().slice(0, 90 * cuts))
        : answer(request, url);
    const folder = temporaryFolder();
    await api.python(UPDATE, { DOSSIER: folder });
    expect(readdirSync(folder)).toContain("BOI-IR-DEUX.json");
  });

  test.each(["{", "[]", "{}", '{"boi_id":7}'])(
    "kept by the Python client differs when it has a file of « %s »",
    async (content) => {
      const folder = temporaryFolder();
      await Bun.write(join(folder, "etat.json"), '{"dernier":1,"derivation":1}');
      await Bun.write(join(folder, "BOI-IR-A.json"), content);
      const told = await api.python(UPDATE, { DOSSIER: folder });
      expect(told).toEqual(["MirrorDiffers", null, expect.stringContaining("diffère du service")]);
    },
  );
});
