import { afterAll, beforeAll, expect, test } from "bun:test";
import { dayAfter, dayBefore } from "../../../bofip/days/days.ts";
import { compareArticles } from "../../../bofip/law/article-number.ts";
import { DamagedText } from "../../../db/integrity/damages.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import {
  findLawText,
  readArticlesOfDay,
  readLaw,
  readLawChanges,
  readLawTexts,
  readLawVersions,
  readSection,
} from "../../../db/queries/law/articles.ts";
import { fillLaw } from "../../fixtures/law.ts";
import { rejectionOf } from "../../rejection.ts";
import { forEachStore } from "../../servers/stores.ts";

forEachStore((_name, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
    await fillLaw(store.database);
  });
  afterAll(() => store.close());

  const wordsOn = async (code: string, article: string, day: string) =>
    (await readLawTexts(store.database, [{ code, article }], day)).map(({ contenu_texte }) => contenu_texte);

  test.each([
    [
      "begins on its first day",
      "CGI",
      "4 B",
      "2020-01-01",
      ["1. Le domicile est le foyer ou le lieu de séjour."],
    ],
    ["has not begun the day before", "CGI", "4 B", "2019-12-31", ["1. Le domicile est le foyer."]],
    [
      "ends the day before its end",
      "CGI",
      "4 B",
      "2025-02-15",
      ["1. Le domicile est le foyer ou le lieu de séjour."],
    ],
    ["is none before the article", "CGI", "4 B", "1979-06-30", []],
    ["is none while the article is abrogated", "CGI", "156", "2016-05-01", []],
    ["is none on the day of an abrogation", "CGI", "156", "2015-01-01", []],
    [
      "comes back with the article",
      "CGI",
      "156",
      "2018-01-01",
      ["Le revenu net est imposé, moins les charges."],
    ],
    ["has no words without its file, rather than older ones", "CGI", "83", "2021-06-01", [null]],
    [
      "of two of one day, is that of the greatest identifier",
      "CGI",
      "197",
      "2023-01-01",
      ["Le taux est de 11 %."],
    ],
    ["waits for its day when it is deferred", "CGI", "200 A", "2026-12-31", ["Le taux est de 12,8 %."]],
    ["begins on its day when it is deferred", "CGI", "200 A", "2027-01-01", ["Le taux est de 13 %."]],
    ["never begins when its day is unknown", "CGI", "12", "2300-01-01", ["L'impôt est annuel."]],
    [
      "has its star or not",
      "LPF",
      "R. 196-1",
      "2020-01-01",
      ["Pour être recevables, les réclamations sont présentées."],
    ],
    ["is that of its code", "CGI, ann. IV", "4 B", "2020-01-01", []],
  ])("the version of a day %s", async (_title, code, article, day, words) => {
    expect(await wordsOn(code, article, day)).toEqual(words);
  });

  test("texts of several articles come in the order asked, those without a version left out", async () => {
    const asked = ["200 A", "156", "4 B"].map((article) => ({ code: "CGI", article }));
    const texts = await readLawTexts(store.database, asked, "2016-01-01");
    expect(texts.map(({ article }) => article)).toEqual(["4 B"]);
    const later = await readLawTexts(store.database, asked, "2020-01-01");
    expect(later.map(({ article }) => article)).toEqual(["200 A", "156", "4 B"]);
    expect(later[2]).toMatchObject({
      section: ["Livre premier", "Section 1"],
      nota: "Modifications effectuées au 1er janvier 2020.",
      modifie_par: [{ cle: "loi-2019-1479" }],
      date_debut: "2020-01-01",
      date_fin: "2025-02-16",
    });
  });

  test("versions come latest first, a deferred one with its day", async () => {
    const versions = await readLawVersions(store.database, { code: "CGI", article: "12" });
    expect(versions.map(({ date_debut, etat }) => [date_debut, etat])).toEqual([
      ["2222-02-22", "VIGUEUR_DIFF"],
      ["1979-07-01", "VIGUEUR"],
    ]);
  });

  const changeOf = async (article: string, since: string, day: string) => {
    const [told] = await readArticlesOfDay(store.database, [{ code: "CGI", article, since }], day);
    return told?.modifie_depuis ?? null;
  };

  test.each([
    ["a rewording", "4 B", "2019-06-01", "2024-01-01", { date: "2020-01-01", portee_texte: "fond" }],
    ["the last of two", "4 B", "2019-06-01", "2026-01-01", { date: "2025-02-16", portee_texte: "fond" }],
    [
      "one of form alone",
      "4 B",
      "2021-01-01",
      "2026-01-01",
      { date: "2025-02-16", portee_texte: "formelle" },
    ],
    ["not one of the edition's own day", "4 B", "2025-02-16", "2026-01-01", null],
    [
      "one of the day of the answer",
      "4 B",
      "2021-01-01",
      "2025-02-16",
      { date: "2025-02-16", portee_texte: "formelle" },
    ],
    ["not one to come", "200 A", "2020-01-01", "2026-12-31", null],
    ["not one of an unknown day", "12", "2020-01-01", "2400-01-01", null],
    ["one without its file", "83", "2020-06-01", "2021-06-01", { date: "2021-01-01", portee_texte: null }],
    [
      "an abrogation",
      "157",
      "2020-01-01",
      "2024-06-01",
      { date: "2024-06-01", legiarti: null, portee_texte: null },
    ],
    ["not an abrogation to come", "157", "2020-01-01", "2024-05-31", null],
    [
      "a restoration after it",
      "156",
      "2014-01-01",
      "2026-01-01",
      { date: "2018-01-01", portee_texte: "fond" },
    ],
    ["an abrogation before it", "156", "2014-01-01", "2017-01-01", { date: "2015-01-01", legiarti: null }],
    ["nothing of an article that is not held", "999", "2014-01-01", "2017-01-01", null],
  ])("a change since an edition is %s", async (_title, article, since, day, change) => {
    const told = await changeOf(article, since, day);
    if (change === null) expect(told).toBeNull();
    else expect(told).toMatchObject(change);
  });

  test("one statement tells of many articles, in the order asked", async () => {
    const asked = [
      { code: "LPF", article: "L. 80 A", since: "2000-01-01" },
      { code: "CGI", article: "999", since: "2000-01-01" },
      { code: "CGI", article: "6", since: null },
    ];
    expect(await readArticlesOfDay(store.database, asked, "2026-06-01")).toMatchObject([
      { droit: { date_debut: "2009-01-01" }, modifie_depuis: { date: "2009-01-01", portee_texte: "fond" } },
      { droit: null, modifie_depuis: null },
      { droit: { date_debut: "1979-07-01" }, modifie_depuis: null },
    ]);
  });

  test("changes of the law come latest first, those to come included, one for each day of an article", async () => {
    const page = { since: "2023-01-01", code: "CGI", limit: 3, offset: 0 };
    const first = await readLawChanges(store.database, page);
    const rest = await readLawChanges(store.database, { ...page, limit: 10, offset: 3 });
    expect([first.total, rest.total]).toEqual([5, 5]);
    const told = [...first.changements, ...rest.changements];
    expect(told.map(({ article, date, portee_texte }) => [article, date, portee_texte])).toEqual([
      ["12", "2222-02-22", "fond"],
      ["200 A", "2027-01-01", "fond"],
      ["4 B", "2025-02-16", "formelle"],
      ["157", "2024-06-01", null],
      ["197", "2023-01-01", "fond"],
    ]);
    expect(told.map(({ legiarti }) => legiarti === null)).toEqual([false, false, false, true, false]);
  });

  test("what follows an article in its section is in the order of the code", async () => {
    const rest = async (article: string, day: string) =>
      (await readSection(store.database, { code: "CGI", article }, day)).filter(
        (other) => compareArticles(article, other) <= 0,
      );
    expect(await rest("4 B", "2020-01-01")).toEqual(["4 B", "6", "7"]);
    expect(await rest("6", "2020-01-01")).toEqual(["6", "7"]);
    expect(await rest("6", "1970-01-01")).toEqual([]);
  });

  test("each version is that of every day from its first to the day before its end, and of no other", async () => {
    const versions = await readLawVersions(store.database, { code: "CGI", article: "4 B" });
    for (const { legiarti, date_debut, date_fin } of versions) {
      const held = async (day: string) =>
        (await readLawTexts(store.database, [{ code: "CGI", article: "4 B" }], day))[0]?.legiarti;
      expect(await held(date_debut)).toBe(legiarti);
      expect(await held(dayAfter(date_debut))).toBe(legiarti);
      expect(await held(dayBefore(date_debut))).not.toBe(legiarti);
      if (date_fin === null) continue;
      expect(await held(dayBefore(date_fin))).toBe(legiarti);
      expect(await held(date_fin)).not.toBe(legiarti);
    }
  });

  test("what is held is told with its day", async () => {
    const { law, fault } = await readLaw(store.database);
    expect(law).toEqual({ jusqu_au: "2026-06-03", trous: [], codes: ["CGI", "LPF", "CGI, ann. IV"] });
    expect(fault).toBeNull();
  });

  test("a text that is no longer what was written is never given", async () => {
    const { database } = store;
    const [{ legiarti = "" } = {}] = await readLawVersions(database, { code: "CGI, ann. IV", article: "18" });
    expect(await findLawText(database, legiarti)).toMatchObject({ contenu_texte: "Le barème est annexé." });
    await database.$client`
      update law_versions set contenu_html = '<p>Le barème est supprimé.</p>' where legiarti = ${legiarti}`;
    expect(await rejectionOf(findLawText(database, legiarti))).toBeInstanceOf(DamagedText);
  });
});
