/** The tables of the doctrine as data: which ones there are, their cells, their CSV, who finds them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { inTransaction } from "../../../db/postgres/statements.ts";
import { raiseRevision } from "../../../db/queries/corpus.ts";
import type { DocumentTables, TableList } from "../../../src/features/tables/answer.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { openService, type TestService } from "../../servers/service.ts";

const ID = "BOI-IR-LIQ-20-10";
const CSV = { headers: { accept: "text/csv" } };

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
  await addDocuments(service.database, {
    boiId: "BOI-IR-ZZ-10",
    statut: "retire",
    shown: { date: "2020-01-01", dateFin: "2020-01-01", kind: "retire", statut: "retire", texte: "" },
  });
});
afterAll(() => service.close());

async function read<Body>(path: string): Promise<Body> {
  const answer = await service.get(path, key);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Body;
}

const refused = async (path: string) => {
  const answer = await service.get(path, key);
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, error.code, error.message];
};

describe("the tables of a document", () => {
  test("each has its place, its cells, its fingerprint, its citation and its page", async () => {
    const { tableaux, edition, ...rest } = await read<DocumentTables>(`/v1/boi/${ID}/tableaux`);
    expect(rest).toMatchObject({ boi_id: ID, titre: expect.stringContaining("IR - Liquidation") });
    expect(tableaux).toHaveLength(1);
    const [table] = tableaux;
    expect(table).toMatchObject({
      rang: 1,
      paragraphe: "50",
      titre: "Barème fictif retenu pour l'exemple",
      entetes: 1,
      entete_presumee: false,
      citation: `${ID}, § 50, version du 22 juin 2026`,
      page: expect.stringMatching(new RegExp(`/consultation/${ID}/2026-06-22#tableau-1$`)),
    });
    const { lignes = [] } = table ?? {};
    expect(lignes[0]).toEqual(
      ["Fraction du revenu par part", "Taux"].map((texte) => ({
        ...{ texte, nombre: null, unite: null, bornes: null },
        ...{ hauteur: 1, largeur: 1, entete: true },
      })),
    );
    expect(lignes.at(-1)?.map(({ nombre, unite, bornes }) => ({ nombre, unite, bornes }))).toEqual([
      { nombre: null, unite: "EUR", bornes: { de: expect.any(Number), a: null } },
      { nombre: expect.any(Number), unite: "%", bornes: null },
    ]);
    const words = lignes.flatMap((row) => row.map(({ texte }) => texte)).join(" ");
    expect(table?.empreinte).toBe(fingerprint(words));
    expect(edition).toMatchObject({ date_debut: "2026-06-22", redactions: 1 });
  });

  test("those of a day are those of the edition in force that day", async () => {
    const past = await read<DocumentTables>(`/v1/boi/${ID}/tableaux?date=2025-07-01`);
    expect(past.edition.date_debut).toBe("2025-04-14");
    const dated = await read<DocumentTables>(`/v1/boi/${ID}-20250414/tableaux`);
    expect(dated.tableaux).toEqual([...past.tableaux]);
    const { empreinte } = past.edition;
    const said = await read<DocumentTables>(`/v1/boi/${ID}/tableaux?empreinte=${empreinte}`);
    expect(said.tableaux).toEqual([...past.tableaux]);
  });

  test("one is asked by its rank, in the same shape", async () => {
    const all = await read<DocumentTables>("/v1/boi/BOI-BAREME-000001/tableaux");
    expect(all.tableaux.map(({ titre }) => titre)).toEqual([
      "Barème fictif de l'illustration",
      "Étapes du calcul",
    ]);
    const second = await read<DocumentTables>("/v1/boi/BOI-BAREME-000001/tableaux/2");
    expect(second).toEqual({ ...all, tableaux: all.tableaux.slice(1) });
    expect(second.tableaux[0]).toMatchObject({
      rang: 2,
      paragraphe: null,
      citation: "BOI-BAREME-000001, version du 14 avril 2025",
    });
  });

  test("a document without tables has none", async () => {
    expect((await read<DocumentTables>("/v1/boi/BOI-IR-LIQ/tableaux")).tableaux).toEqual([]);
  });

  test.each([
    [`/v1/boi/${ID}/tableaux/2`, 404, "unknown_table", "n'a pas de tableau 2 : il en a 1"],
    ["/v1/boi/BOI-IR-LIQ/tableaux/1", 404, "unknown_table", "il n'en a aucun"],
    ["/v1/boi/BOI-IR-ZZ-10/tableaux", 404, "text_not_held", "ses tableaux ont pu exister"],
    ["/v1/boi/BOI-IR-INCONNU/tableaux", 404, "unknown_document", "BOI-IR-INCONNU"],
    [`/v1/boi/${ID}/tableaux?date=2025-01-01`, 404, "edition_not_held", "commence le 14 avril 2025"],
    [`/v1/boi/${ID}/tableaux/0`, 400, "invalid_parameter", "de 1 à 9999"],
    [`/v1/boi/${ID}/tableaux?tri=1`, 400, "invalid_parameter", "« tri »"],
  ] as const)("%s is %i %s", async (path, status, code, words) => {
    expect(await refused(path)).toEqual([status, code, expect.stringContaining(words)]);
  });

  test("a § says how many it has, alone and in its document", async () => {
    const { paragraphes } = await read<{ paragraphes: { numero: string; tableaux: number }[] }>(
      `/v1/boi/${ID}`,
    );
    const counts = paragraphes.filter(({ tableaux }) => tableaux > 0);
    expect(counts.map(({ numero, tableaux }) => [numero, tableaux])).toEqual([["50", 1]]);
    expect(await read(`/v1/boi/${ID}/paragraphes/50`)).toMatchObject({ tableaux: 1 });
    expect(await read(`/v1/boi/${ID}/paragraphes/10`)).toMatchObject({ tableaux: 0 });
  });
});

describe("a table as CSV", () => {
  const path = "/v1/boi/BOI-BAREME-000001/tableaux/1";

  test("for who prefers it, with an ETag of its own; JSON for any other, before and after", async () => {
    const forms = ["application/json", "text/csv", "*/*", "text/csv;q=0.5, application/json", "text/csv"];
    const types: (string | null)[] = [];
    const etags = new Set<string | null>();
    for (const accept of forms) {
      const answer = await service.get(path, key, { headers: { accept } });
      expect([accept, answer.status, answer.headers.get("vary")]).toEqual([
        accept,
        200,
        "accept, accept-encoding",
      ]);
      types.push(answer.headers.get("content-type"));
      etags.add(answer.headers.get("etag"));
    }
    const [json, csv] = ["application/json; charset=utf-8", "text/csv; charset=utf-8"];
    expect(types).toEqual([json, csv, json, json, csv]);
    expect(etags.size).toBe(2);
  });

  test("has a line a row", async () => {
    const answer = await service.get(path, key, CSV);
    expect(await answer.text()).toBe(
      "Tranche,Fraction du revenu par part,Taux\r\n" +
        "1,Jusqu'à 10\u00a0000\u00a0€,0\u00a0%\r\n" +
        "2,De 10\u00a0000\u00a0€ à 30\u00a0000\u00a0€,10\u00a0%\r\n" +
        "3,Au-delà de 30\u00a0000\u00a0€,30\u00a0%\r\n",
    );
  });

  test("is 304 for who holds it, and has no body for HEAD", async () => {
    const etag = (await service.get(path, key, CSV)).headers.get("etag") ?? "";
    const again = await service.get(path, key, { headers: { ...CSV.headers, "if-none-match": etag } });
    expect(again.status).toBe(304);
    const head = await service.get(path, key, { ...CSV, method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  });

  test("a refusal is JSON", async () => {
    const answer = await service.get(`${path}0`, key, CSV);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      404,
      "application/json; charset=utf-8",
    ]);
  });
});

describe("the list of tables", () => {
  const listed = async (query: string) => {
    const { total, tableaux } = await read<TableList>(`/v1/tableaux?${query}`);
    expect(tableaux.length).toBeLessThanOrEqual(total);
    return tableaux.map(({ boi_id, rang }) => `${boi_id} ${rang}`);
  };

  test("has those of the documents in force, by identifier, then by rank, without their cells", async () => {
    const { total, tableaux, page_suivante } = await read<TableList>("/v1/tableaux");
    expect([total, tableaux.length, page_suivante]).toEqual([11, 11, null]);
    const keys = tableaux.map(({ boi_id, rang }) => `${boi_id} ${rang}`);
    expect(keys).toEqual([...keys].sort());
    expect(tableaux.find(({ boi_id }) => boi_id === ID)).toEqual({
      boi_id: ID,
      document: expect.stringContaining("IR - Liquidation"),
      rang: 1,
      paragraphe: "50",
      section: expect.any(Array),
      titre: "Barème fictif retenu pour l'exemple",
      intitules: ["Fraction du revenu par part", "Taux"],
      lignes: 5,
      page: expect.stringMatching(/2026-06-22#tableau-1$/),
    });
  });

  test.each([
    ["q=barème", ["BOI-BAREME-000001 1", `${ID} 1`, "BOI-RPPM-RCM-20 1"]],
    ["q=taux", ["BOI-BAREME-000001 1", "BOI-BIC-AMT-10 1", `${ID} 1`, "BOI-TVA 1"]],
    ["q=usufruits", ["BOI-ENR-DMTG-20 1"]],
    [`q=${encodeURIComponent('"taux annuel"')}`, ["BOI-BIC-AMT-10 1"]],
    [`q=${ID}`, [`${ID} 1`]],
    ["q=introuvable", []],
    ["chemin=IR/LIQ", ["BOI-IR-LIQ-10 1", `${ID} 1`]],
    ["chemin=ir/liq/20/10/", [`${ID} 1`]],
    ["chemin=TVA", ["BOI-TVA 1", "BOI-TVA-DED-20 1"]],
    ["chemin=TV", []],
    ["chemin=IR&q=barème", [`${ID} 1`]],
  ])("%s finds %j", async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  test("is read whole by following its pages, which keep what was asked", async () => {
    const found: string[] = [];
    let next: string | null = "https://doctrine.exemple/v1/tableaux?q=taux&limit=3";
    for (let pages = 0; next !== null && pages < 5; pages += 1) {
      const { pathname, search }: URL = new URL(next);
      const page: TableList = await read<TableList>(pathname + search);
      expect([page.total, page.tableaux.length]).toEqual([4, Math.min(3, 4 - found.length)]);
      found.push(...page.tableaux.map(({ boi_id }) => boi_id));
      next = page.page_suivante;
    }
    expect(found).toEqual(["BOI-BAREME-000001", "BOI-BIC-AMT-10", ID, "BOI-TVA"]);
    expect(await listed("q=taux&offset=4")).toEqual([]);
  });

  test.each([
    ["q=a", 400, "invalid_parameter"],
    ["q=%22a", 400, "invalid_query"],
    ["chemin=", 400, "invalid_parameter"],
    ["limit=101", 400, "invalid_parameter"],
    ["offset=10001", 400, "invalid_parameter"],
    ["domaine=IR", 400, "invalid_parameter"],
  ])("%s is %i %s", async (query, status, code) => {
    expect(await refused(`/v1/tableaux?${query}`)).toEqual([status, code, expect.any(String)]);
  });

  test("forgets those of a text erased by law", async () => {
    await service.database.$client`
      update wordings set erased_at = now(), erasure_reason = 'jugement'
      where edition_id = (select edition_id from documents where boi_id = 'BOI-TVA-DED-20')`;
    await inTransaction(service.database, (sql) => [raiseRevision(sql)]);
    expect(await listed("chemin=TVA")).toEqual(["BOI-TVA 1"]);
  });
});

describe("on the pages", () => {
  test("a table has its address, in its document, and a file, without a key", async () => {
    const { tableaux } = await read<DocumentTables>(`/v1/boi/${ID}/tableaux`);
    const address = new URL(tableaux[0]?.page ?? "");
    const html = await (await service.get(address.pathname)).text();
    expect(html).toContain(`id="${address.hash.slice(1)}"`);
    const file = `/consultation/${ID}/2026-06-22/tableaux/1.csv`;
    expect(html).toContain(`href="${file}"`);
    const answer = await service.get(file);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="${ID}-2026-06-22-tableau-1.csv"`,
    );
    const keyed = await service.get(`/v1/boi/${ID}/tableaux/1`, key, CSV);
    expect(await answer.text()).toBe(await keyed.text());
  });

  test("so has one of another wording of an edition", async () => {
    const { edition } = await read<DocumentTables>(`/v1/boi/${ID}/tableaux?date=2025-07-01`);
    const path = `/consultation/${ID}/2025-04-14`;
    const html = await (await service.get(`${path}?empreinte=${edition.empreinte}`)).text();
    const file = `${path}/tableaux/1.csv?empreinte=${edition.empreinte}`;
    expect(html).toContain(`href="${file}"`);
    expect((await service.get(file)).status).toBe(200);
  });

  test.each([
    [`/consultation/${ID.toLowerCase()}/2026-06-22/tableaux/1.csv`, 308],
    [`/consultation/${ID}/2026-06-22/tableaux/2.csv`, 404],
    [`/consultation/${ID}/2026-06-22/tableaux/1`, 404],
    [`/consultation/${ID}/2026-06-23/tableaux/1.csv`, 404],
    [`/consultation/${ID}/2026-06-22/tableaux/1.csv?empreinte=abc`, 404],
  ])("%s is %i", async (path, status) => {
    expect((await service.get(path)).status).toBe(status);
  });
});

describe("a ruling", () => {
  test("has its question, its answer and what it is bound to, in its own words", async () => {
    expect(await read("/v1/boi/BOI-RES-IR-000001")).toMatchObject({
      question: expect.stringMatching(/^Un étudiant majeur, .* parts\s\?$/),
      reponse: expect.stringMatching(/^Le partage de la majoration .* juge civil\.$/s),
      document_lie: expect.stringMatching(/^BOI-IR-LIQ-10-10\s: /),
    });
  });

  test("says null for what its text does not show; another document has none of it", async () => {
    const nothing = { question: null, reponse: null, document_lie: null };
    expect(await read("/v1/boi/BOI-RES")).toMatchObject(nothing);
    const comment = await read<object>(`/v1/boi/${ID}`);
    expect(Object.keys(nothing).filter((name) => name in comment)).toEqual([]);
  });
});
