/** Notices as the source publishes them, asked by every route: what they end is never served as doctrine in force. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRuns } from "../../../db/runs/runs.ts";
import { contenu, dating, type Edition, TEN, writeExport } from "../../integration/ingest/exports.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(600_000);

const NOTICES = join(import.meta.dir, "../../../../shared/corpus-2/notices.jsonl");

interface Published {
  readonly boiId: string;
  readonly day: string;
  readonly statut: "retire" | "transfere";
  readonly target: string | null;
  /** Of its text. */
  readonly words: string;
  readonly line: string;
}

function notice(boiId: string, target: string | null, edition: Omit<Edition, "titre">): Published {
  const line = contenu(boiId, edition);
  const statut = target === null ? "retire" : "transfere";
  return { boiId, day: edition.date, statut, target, words: "ruches", line };
}

const OWN: readonly Published[] = [
  notice("BOI-IR-RUCHE-10", null, {
    date: "2019-07-31",
    pgp: 301,
    html: "<p>Actualité liée : 31/07/2019 : IR - Fin d'un crédit d'impôt (loi n° 2018-900, art. 7)</p><p>L'article 7 de la loi n° 2018-900 du 3 déc. 2018 supprime le crédit d'impôt pour l'achat de ruches.</p><p>Les commentaires relatifs à ce dispositif sont retirés. Les sommes déjà déduites restent régies par ces règles.</p><p>Attention : les liens de cette page ne sont plus suivis.</p>",
  }),
  notice("BOI-IR-RUCHE-20", "BOI-IR-BASE-10", {
    date: "2021-02-03",
    pgp: 302,
    html: '<p>Les commentaires du présent BOI sur les ruches sont mis à jour et transférés au BOI-IR-BASE-10.</p><p>L\'onglet "Versions" donne les versions précédentes.</p>',
  }),
];
/** The former texts of both, and one that was never received. */
const FORMER = OWN.map(({ boiId }, index) =>
  contenu(boiId, { date: "2015-01-05", pgp: 301 + index, texte: "Les ruches ouvrent droit au crédit." }),
);

describe("notices in the source's style", () => {
  describe("of documents whose text was held", () => suite(OWN, [[...TEN, ...FORMER, dating("2018-01-01")]]));
  describe("that are all that is known", () => suite(OWN, []));
});

describe.skipIf(!existsSync(NOTICES))("the published notices (skipped without ../shared)", () => {
  const lines = existsSync(NOTICES) ? readFileSync(NOTICES, "utf8").trim().split("\n") : [];
  const published = lines.map((line): Published => {
    const { identifiant_juridique: boiId, debut_de_validite: day } = JSON.parse(line);
    const target = boiId === "BOI-RSA-PENS-10-10-10-30" ? "BOI-RSA-PENS-30-10-20" : null;
    return {
      boiId,
      day,
      statut: target === null ? "retire" : "transfere",
      target,
      words: "commentaires antérieurs versions précédentes",
      line,
    };
  });
  suite(published, []);
  describe("without their HTML", () =>
    suite(
      published.map((one) => ({
        ...one,
        line: JSON.stringify({ ...JSON.parse(one.line), contenu_html: null }),
      })),
      [],
    ));
});

function suite(published: readonly Published[], before: readonly (readonly string[])[]): void {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await openService(null);
    for (const lines of before) await service.ingest(writeExport([...lines]), true);
    await service.ingest(
      writeExport([...TEN, ...published.map(({ line }) => line), dating("2026-03-01")]),
      true,
    );
    key = await service.key("interne", { minuteLimit: 1_000_000 });
  });
  afterAll(() => service.close());

  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared with what is expected, whole
  async function read(path: string, body?: object): Promise<any> {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const answer = await service.get(path, key, body === undefined ? undefined : init);
    expect([path, answer.status]).toEqual([path, 200]);
    return await answer.json();
  }

  const identifiers = published.map(({ boiId }) => boiId);

  test.each([...published])("$boiId is told as ended, with its notice and where it went", async (one) => {
    const { boiId, day, statut, target } = one;
    const document = await read(`/v1/boi/${boiId}`);
    expect(document).toMatchObject({
      boi_id: boiId,
      statut,
      ...(target === null ? {} : { transfere_vers: target }),
    });
    expect(document.texte_detenu).toBe(before.length > 0);
    expect(document.avis).toContain("commentaires");
    const { versions } = await read(`/v1/boi/${boiId}/historique`);
    expect(versions[0]).toMatchObject({ date_mise_a_jour: day, statut });
    const { citations } = await read("/v1/citations", { texte: `Voir ${boiId}.` });
    expect(citations).toMatchObject([
      { boi_id: boiId, etat: statut === "retire" ? "retiree" : "transferee" },
    ]);
    const { references } = await read("/v1/suivi", { references: [{ boi_id: boiId, date: "2015-06-01" }] });
    expect(references).toMatchObject([{ etat: statut === "retire" ? "retiree" : "transferee", depuis: day }]);
  });

  test("no search finds them, and no context is made of them", async () => {
    const among = (found: readonly { boi_id: string }[]) =>
      found.map(({ boi_id }) => boi_id).filter((id) => identifiers.includes(id));
    for (const question of new Set(published.flatMap((one) => [one.words, one.boiId]))) {
      const { results } = await read(`/v1/search?q=${encodeURIComponent(question)}`);
      expect(["search", among(results)]).toEqual(["search", []]);
      for (const route of ["search/semantic", "search/hybride"]) {
        const found = await read(`/v1/${route}`, { question });
        expect([route, among(found.results)]).toEqual([route, []]);
      }
      const { elements } = await read("/v1/contexte", { question });
      expect(["contexte", among(elements)]).toEqual(["contexte", []]);
    }
  });

  test("none of them is left to be judged", async () => {
    expect((await read("/v1/status")).checks.sources.a_juger).toBe(0);
  });
}

test("a short text without § that is no notice is counted and told, when it is a comment or an annexe", async () => {
  const service = await openService(null);
  const doubtful = "<p>Les commentaires du présent document seront retirés le 1er janvier 2030.</p>";
  const short = (boiId: string, pgp: number, html = doubtful) =>
    contenu(boiId, { date: "2020-01-15", pgp, html });
  await service.ingest(
    writeExport([
      ...TEN,
      short("BOI-IR-RUCHE-30", 401),
      short("BOI-ANNX-000401", 402),
      ...["BAREME", "FORM", "LETTRE", "CARTE", "RES-IR"].map((serie, index) =>
        short(`BOI-${serie}-000401`, 403 + index),
      ),
      short("BOI-IR-RUCHE-40", 410, doubtful.repeat(30)),
      short("BOI-IR-RUCHE-50", 411, "<p>Les commentaires du présent document sont retirés.</p>"),
      JSON.stringify({
        ...JSON.parse(
          contenu("BOI-IR-RUCHE-60", { date: "2020-01-15", pgp: 412, texte: "1La ruche.10Le miel." }),
        ),
        contenu_html: null,
      }),
      dating("2026-03-01"),
    ]),
  );
  const status = await (await service.get("/v1/status")).json();
  expect(status).toMatchObject({ checks: { sources: { a_juger: 2 } } });
  const [run] = await readRuns(service.database, 1);
  expect(run?.counts.toJudge).toBe(2);
  expect(run?.errors.map(({ message }) => message)).toEqual([
    "À juger : 2 documents courts sans paragraphe numéroté, dont aucune phrase ne dit le retrait ni le transfert (BOI-ANNX-000401, BOI-IR-RUCHE-30).",
  ]);
  await service.close();
});

test("one that an earlier release kept as doctrine is read again by the next run", async () => {
  const service = await openService(null);
  const [held, moved] = OWN.map(({ line }) => line);
  const lines = writeExport([...TEN, ...FORMER, held ?? "", moved ?? "", dating("2026-03-01")]);
  await service.ingest(lines);
  await service.database.execute("update editions set kind = 'contenu', derivation_version = 1, avis = null");
  await service.ingest(lines);
  const { rows } = await service.database
    .execute<{ kind: string }>("select kind from editions where avis is not null order by boi_id")
    .then((found) => ({ rows: [...found] }));
  expect(rows).toMatchObject([{ kind: "retire" }, { kind: "transfere" }]);
  const key = await service.key("interne");
  const answer = await service.get("/v1/boi/BOI-IR-RUCHE-10", key);
  expect(await answer.json()).toMatchObject({
    statut: "retire",
    avis: expect.stringContaining("sont retirés"),
  });
  await service.close();
});
