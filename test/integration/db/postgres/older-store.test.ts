/** A store of a release older than 1.5.0 is refused as it is; one of 1.5.0, or an empty one, is opened. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { OperatorFault } from "../../../../config/operator-fault.ts";
import { openPglite } from "../../../../db/pglite/open.ts";
import { connectPglite, connectServer, disconnect } from "../../../../db/postgres/client.ts";
import { openRelational } from "../../../../db/postgres/open.ts";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";
import { makeTables } from "../../../fixtures/upgrade/tables.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { createDataDir } from "../../../servers/pglite.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../../../..");

interface Place {
  readonly config: Parameters<typeof openRelational>[0];
  readonly environment: Readonly<Record<string, string>>;
  /** Works on its tables while no program has it open. */
  within<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  drop(): Promise<void>;
}

const EMPTY = "drop schema if exists public, drizzle cascade; create schema public";

const nothing = async (sql: Sql): Promise<void> => {
  await sql.unsafe(EMPTY);
};

const ofMigrations = (count: number) => async (sql: Sql) => {
  await nothing(sql);
  await makeTables(sql, count);
};

/** What a release left: its migrations, and the parser that its last run derived the texts with. */
const derived = (derivation: number) => async (sql: Sql) => {
  await ofMigrations(33)(sql);
  await sql`update corpus set derivation = ${derivation}`;
};

const REFUSED = [
  ["of the first release", ofMigrations(9), "Cette base vient d'une version antérieure à la 1.5.0"],
  ["of 1.4.0", ofMigrations(21), "passez d'abord par la 1.5.0"],
  ["that lacks one migration of 1.5.0", ofMigrations(32), "Rien n'a été modifié"],
  ["that 1.5.0 migrated, and never read again", derived(5), "lancez-y d'abord une ingestion de la 1.5.0"],
] as const;

const OPENED = [
  ["without tables", nothing],
  ["whose first start was interrupted", ofMigrations(0)],
  ["that 1.5.0 migrated, before any ingestion", derived(0)],
  ["of 1.5.0", derived(8)],
] as const;

describe("in a data folder", () => refusals(openFolder));
describe.skipIf(serverAbsence !== null)(`on a server${serverAbsence ? ` (${serverAbsence})` : ""}`, () =>
  refusals(openServer),
);

function refusals(open: () => Promise<Place>): void {
  let store: Place;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test.each(REFUSED)("a store %s is refused with what to do, and stays as it is", async (_, leave, told) => {
    const before = await store.within(async (sql) => {
      await leave(sql);
      return await contentOf(sql);
    });
    const refusal = await rejectionOf(openRelational(store.config));
    expect(refusal).toBeInstanceOf(OperatorFault);
    expect(String(refusal)).toContain(told);
    expect(await store.within(contentOf)).toEqual(before);
  });

  test.each(OPENED)("a store %s is opened", async (_, leave) => {
    await store.within(leave);
    const { database, close } = await openRelational(store.config);
    expect(await database.execute("select from plans")).toHaveLength(3);
    await close();
  });

  test("the law cited in a store of 1.5.0 is moved, and that release reads and writes it as before", async () => {
    const before = await store.within(async (sql) => {
      await derived(8)(sql);
      await sql`
        insert into editions (boi_id, debut_de_validite, pgp, kind, titre, type, domaine, url, source_kind, record_hash,
          source_hash, derivation_version, text_hash, statut, current)
        values ('BOI-IR', '2020-01-01', 1, 'contenu', '', 'commentaire', 'IR', '', 'export', '', '', 8, '', 'en_vigueur', true)`;
      await writeLaw(sql);
      return await lawOf(sql);
    });
    const { close } = await openRelational(store.config);
    await close();
    await store.within(async (sql) => {
      expect(await lawOf(sql)).toEqual(before);
      await sql`delete from edition_articles where edition_id = any(array(select id from editions))`;
      await sql`delete from edition_cited_law where edition_id = any(array(select id from editions))`;
      expect(await sql`select from cited_law`).toHaveLength(0);
      await writeLaw(sql);
      expect(await lawOf(sql)).toEqual(before);
      const columns = await sql`
        select e.boi_id, l.genre, l.position, l.cle, l.article, l.champs, l.mentions
        from cited_law l join editions e on e.id = l.edition_id order by l.genre, l.position`;
      expect([...columns]).toEqual(MOVED);
    });
  });

  test("the service, the worker and the commands end with code 1, and say why without a stack", async () => {
    await store.within(ofMigrations(21));
    for (const command of [
      ["src/index.ts"],
      ["ingest/worker.ts"],
      ["ingest/index.ts"],
      ["src/keys.ts", "list"],
    ]) {
      const child = Bun.spawn([process.execPath, ...command], {
        cwd: ROOT,
        env: { ...BARE_ENVIRONMENT, MODEL: "off", PORT: "0", SOURCE: "sample", ...store.environment },
        stdout: "ignore",
        stderr: "pipe",
      });
      const told = await new Response(child.stderr).text();
      expect([command[0], await child.exited]).toEqual([command[0], 1]);
      expect(told).toStartWith("Cette base vient d'une version antérieure à la 1.5.0");
      expect(told).not.toContain(" at ");
    }
  });
}

const place = (paragraphe: string | null, precision: string | null, texte: string) => ({
  ...{ paragraphe, precision, precisions: precision === null ? [] : [precision], texte },
});

const ARTICLES = [
  {
    ...{ code: "CGI", article: "197", position: 0, texte: "CGI, art. 197", etendue: null, precision: null },
    ...{ paragraphes: ["20", "10"], mentions: 4, rang: "titre", role: "commente" },
    occurrences: [
      place(null, null, "CGI, art. 197"),
      ...[place("20", "I", "I de l'article 197 du CGI"), place("10", null, "CGI, art. 197")],
      place("20", null, "CGI, art. 197"),
    ],
  },
  {
    ...{ code: "LPF", article: "L. 10", position: 1, texte: "LPF, art. L. 10 à L. 54 A", precision: null },
    ...{ etendue: { de: "L. 10", a: "L. 54 A" }, paragraphes: [], mentions: 1, rang: "corps", role: "cite" },
    occurrences: [place(null, null, "LPF, art. L. 10 à L. 54 A")],
  },
];
const DECISION = { date: null, ecli: null, formation: null, juridiction: "CE", numero: "402006", url: null };
const LAW = [
  {
    ...{ position: 0, genre: "decision", cle: "CE-402006", article: null, champs: DECISION, rang: "corps" },
    occurrences: [{ paragraphe: "10", texte: "CE, n° 402006" }],
  },
];
const MOVED = [
  {
    ...{ boi_id: "BOI-IR", genre: "article", position: 0, cle: "CGI", article: "197", mentions: 4 },
    champs: { role: "commente", etendue: null },
  },
  {
    ...{ boi_id: "BOI-IR", genre: "article", position: 1, cle: "LPF", article: "L. 10", mentions: 1 },
    champs: { role: "cite", etendue: { de: "L. 10", a: "L. 54 A" } },
  },
  {
    ...{ boi_id: "BOI-IR", genre: "decision", position: 0, cle: "CE-402006", article: null, mentions: 1 },
    champs: DECISION,
  },
];

/** As 1.5.0 writes it. */
async function writeLaw(sql: Sql): Promise<void> {
  await sql`
    insert into edition_articles (edition_id, code, article, position, texte, etendue, precision, paragraphes, mentions,
      rang, role, occurrences)
    select (select id from editions), r.code, r.article, r.position, r.texte, r.etendue, r.precision, r.paragraphes,
      r.mentions, r.rang, r.role, r.occurrences
    from json_to_recordset(${JSON.stringify(ARTICLES)}::text::json) as r(code text, article text, position int,
      texte text, etendue jsonb, precision text, paragraphes jsonb, mentions int, rang text, role text, occurrences jsonb)`;
  await sql`
    insert into edition_cited_law (edition_id, position, genre, cle, article, champs, rang, occurrences)
    select (select id from editions), r.position, r.genre, r.cle, r.article, r.champs, r.rang, r.occurrences
    from json_to_recordset(${JSON.stringify(LAW)}::text::json) as r(position int, genre text, cle text, article text,
      champs jsonb, rang text, occurrences jsonb)`;
}

/** What 1.5.0 reads of it. */
async function lawOf(sql: Sql): Promise<unknown> {
  return [
    [...(await sql`select * from edition_articles order by position`)],
    [...(await sql`select * from edition_cited_law order by position`)],
  ];
}

/** The tables and the columns of a store, and the migrations that it records. */
async function contentOf(sql: Sql): Promise<unknown> {
  const columns = await sql`
    select table_schema, table_name, column_name from information_schema.columns
    where table_schema in ('public', 'drizzle') order by 1, 2, 3`;
  return [
    [...columns],
    [...(await sql`select * from drizzle.__drizzle_migrations`)],
    [...(await sql`select * from plans`)],
  ];
}

async function openFolder(): Promise<Place> {
  const dataDir = await createDataDir();
  const within: Place["within"] = async (work) => {
    const thread = await openPglite(join(dataDir, "pg"));
    const database = connectPglite(thread.connect());
    try {
      return await work(database.$client);
    } finally {
      await disconnect(database);
      await thread.close();
    }
  };
  return {
    config: { database: { kind: "embedded" }, dataDir },
    environment: { DATA_DIR: dataDir },
    within,
    drop: async () => rmSync(dataDir, { recursive: true }),
  };
}

async function openServer(): Promise<Place> {
  const { url, drop } = await createDatabase();
  return {
    config: { database: { kind: "server", url }, dataDir: "" },
    environment: { DATABASE_URL: url, DATA_DIR: temporaryFolder() },
    async within(work) {
      const database = connectServer({ url }, 1);
      try {
        return await work(database.$client);
      } finally {
        await disconnect(database);
      }
    },
    drop,
  };
}
