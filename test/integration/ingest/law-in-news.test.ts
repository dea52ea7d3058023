/** The law that actualités cite, from one run to the next. */
import { describe, expect, test } from "bun:test";
import { readTextsCiting } from "../../../db/queries/cited-law/citing.ts";
import { readNews } from "../../../db/queries/news.ts";
import { DERIVATION_VERSION } from "../../../ingest/parse/derive.ts";
import { forEachStore } from "../../servers/stores.ts";
import { actualite, dating, ingester, TEN, writeExport } from "./exports.ts";
import { useOwnStore } from "./own-store.ts";

const ID = "ACTU-2020-00007";
const DECISION = "CE, 13 janvier 2010, n° 315469";
const LAW = { genre: "decision", cle: "CE-315469", article: null } as const;

const announcing = (texte: string, titre = "IR - Jurisprudence") =>
  actualite(ID, "2020-06-01", texte).replace(`"Nouvelle ${ID}"`, JSON.stringify(titre));

forEachStore((_, open) => {
  const store = useOwnStore(open);

  const receive = (news: string, asOf = "2020-07-01") =>
    ingester(store.database).ingest(writeExport([...TEN, news, dating(asOf)]));
  const citing = () =>
    readTextsCiting(store.database, LAW, { limit: 10, offset: 0 }).then(({ actualites }) =>
      actualites.map(({ id }) => id),
    );

  describe("an actualité", () => {
    test("has the law of its title and of its text", async () => {
      const texte = "L'article 150 U du code général des impôts et la loi n° 2012-1509 du 29 décembre 2012.";
      await receive(announcing(texte, `IR - Jurisprudence (${DECISION})`));
      const [news] = await readNews(store.database, [ID]);
      expect(news?.articles).toMatchObject([{ code: "CGI", article: "150 U", paragraphes: [] }]);
      expect(news?.citedLaw.map(({ cle, rang }) => [cle, rang])).toEqual([
        ["CE-315469", "titre"],
        ["loi-2012-1509", "corps"],
      ]);
      expect(await citing()).toEqual([ID]);
    });

    test("that no longer cites a decision is no longer found by it", async () => {
      await receive(announcing(`Voir ${DECISION}.`));
      expect(await citing()).toEqual([ID]);
      await receive(announcing("Rectificatif."), "2020-08-01");
      expect(await citing()).toEqual([]);
    });

    test("stored before its law was read has it after the next run", async () => {
      await receive(announcing(`Voir ${DECISION}.`));
      const sql = store.database.$client;
      await sql`delete from cited_law where actualite_id is not null`;
      await sql`update actualites set derivation_version = ${DERIVATION_VERSION - 1}`;
      expect(await citing()).toEqual([]);
      await receive(announcing(`Voir ${DECISION}.`), "2020-08-01");
      expect(await citing()).toEqual([ID]);
    });
  });
});
