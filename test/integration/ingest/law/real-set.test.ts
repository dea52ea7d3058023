import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dayAfter, dayBefore } from "../../../../bofip/days/days.ts";
import { TAX_CODES } from "../../../../bofip/law/codes.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import {
  findLawText,
  readArticlesOfDay,
  readLaw,
  readLawTexts,
  readLawVersions,
} from "../../../../db/queries/law/articles.ts";
import type { RunEnd } from "../../../../db/runs/runs.ts";
import { forEachStore } from "../../../servers/stores.ts";
import { independentlyOn, lettersOf, type ReadVersion, readIndependently } from "./independent-reading.ts";
import { hasLegiSet, LEGI_SET, readLawFrom, skippedSet } from "./law-run.ts";

const ARCHIVES = [
  "Freemium_legi_global_20260524-140000.tar.gz",
  "LEGI_20260527-213012.tar.gz",
  "LEGI_20260603-211547.tar.gz",
].map((name) => join(LEGI_SET, name));

const KEYS: Readonly<Record<string, string>> = {
  ...{
    CGI: "CGI",
    LPF: "LPF",
    ANX1: "CGI, ann. I",
    ANX2: "CGI, ann. II",
    ANX3: "CGI, ann. III",
    ANX4: "CGI, ann. IV",
  },
};

describe.skipIf(!hasLegiSet)(`the published set${skippedSet}`, () => {
  forEachStore((_name, open) => {
    let store: RelationalStore;
    let run: RunEnd;
    let versions: ReadVersion[] = [];

    beforeAll(async () => {
      store = await open();
      run = await readLawFrom(store.database, LEGI_SET);
      const texts = new Set(TAX_CODES.map(({ text }) => text));
      versions = readIndependently(ARCHIVES).filter(({ text }) => texts.has(text));
    });
    afterAll(() => store.close());

    const articleOf = ([first]: readonly ReadVersion[]) => {
      return { code: codeOf(first?.text ?? ""), article: doctrineWriting(first?.num ?? "") };
    };
    const codeOf = (text: string) => TAX_CODES.find((code) => code.text === text)?.code ?? text;

    test("holds the versions that another reading finds, with their days and their words, and no other", async () => {
      const { $client: sql } = store.database;
      const held = await sql<
        { id: string; num: string; debut: string; fin: string; etat: string; texte: string | null }[]
      >`
        select legiarti as id, num, date_debut as debut, coalesce(date_fin, '2999-01-01') as fin, etat,
          contenu_texte as texte from law_versions order by legiarti`;
      const told = held.map(({ texte, ...row }) => ({
        ...row,
        letters: texte === null ? null : lettersOf(texte),
      }));
      const expected = versions.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      expect(told.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      // A version may end on a day not yet known: it has no known end.
      const known = expected.map(({ text: _, fin, ...version }) => {
        return { ...version, fin: fin === "2222-02-22" ? "2999-01-01" : fin };
      });
      expect(told).toEqual(known);
      expect(told.length).toBeGreaterThan(1_100);
    });

    test("gives on every bound of every version, and the days around it, the version of another reading", async () => {
      const articles = Map.groupBy(
        versions.filter(({ num }) => num !== ""),
        ({ text, num }) => `${text} ${num}`,
      );
      const questions = [...articles.values()].flatMap((group) => {
        const bounds = group.flatMap(({ debut, fin }) => [debut, fin]).filter((day) => day < "2222-01-01");
        const days = new Set(bounds.flatMap((day) => [dayBefore(day), day, dayAfter(day)]));
        return [...days].map((day) => ({ day, group }));
      });
      const wrong: string[] = [];
      for (const [day, asked] of Map.groupBy(questions, (question) => question.day)) {
        const named = asked.map(({ group }) => articleOf(group));
        const texts = await readLawTexts(store.database, named, day);
        asked.forEach(({ group }, rank) => {
          const expected = independentlyOn(group, day)?.id ?? null;
          const found = texts.filter(({ legiarti }) => group.some(({ id }) => id === legiarti));
          const told = found.map(({ legiarti }) => legiarti).join(" ") || null;
          if (told !== expected)
            wrong.push(`${JSON.stringify(named[rank])} ${day}: ${told} instead of ${expected}`);
        });
      }
      expect(wrong).toEqual([]);
      expect(questions.length).toBeGreaterThan(3_000);
    });

    test("gives each version of the list of origins that is there after the three archives, file or not", async () => {
      const lines = readFileSync(join(LEGI_SET, "provenance.tsv"), "utf8").trim().split("\n").slice(1);
      const rows = lines.map((line) => line.split("\t"));
      const kept = rows.filter(
        ([id = "", code = ""]) => KEYS[code] !== undefined && versions.some((one) => one.id === id),
      );
      const missing: string[] = [];
      for (const [id = "", , , , , , fichier] of kept) {
        const text = await findLawText(store.database, id);
        if (text === null || (text.contenu_texte !== null) !== (fichier === "present")) missing.push(id);
      }
      // One whose file is cut is listed by none.
      expect(missing).toEqual([]);
      expect(kept.length).toBeGreaterThan(1_100);
    });

    test("names the file that is cut, passes over other texts, and reaches the day of the last archive", async () => {
      expect(run.errors).toMatchObject([{ identifiant: "LEGIARTI000099000971" }]);
      expect(run.errors[0]?.message).toContain("LEGIARTI000099000971.xml");
      const { law, fault } = await readLaw(store.database);
      expect(fault).toBeNull();
      const whole = TAX_CODES.map(({ code }) => code).filter((code) => code !== "CGI, ann. IV");
      expect(law).toEqual({ jusqu_au: "2026-06-03", trous: [], codes: whole });
      const others = await store.database.$client`
        select from law_files where path !~ ${TAX_CODES.map(({ text }) => text).join("|")}`;
      expect(others.length).toBe(0);
    });

    const onDay = async (code: string, article: string, day: string) =>
      (await readLawTexts(store.database, [{ code, article }], day))[0]?.legiarti ?? null;

    test.each([
      ["a new version ends the former one", "CGI", "196 B", "2026-06-01", "LEGIARTI000099000980"],
      ["a deferred version waits", "CGI", "200 A", "2026-12-31", null],
      [
        "a deferred version that was replaced never begins",
        "CGI",
        "200 A",
        "2027-01-01",
        "LEGIARTI000099000983",
      ],
      ["an abrogation ends an article", "CGI", "199 octodecies", "2026-06-02", "none"],
      ["a transfer ends an article", "LPF", "L. 135 XA", "2026-06-02", "none"],
      ["a transfer begins another", "LPF", "L. 135 XB", "2026-06-02", "LEGIARTI000099000982"],
      ["an identifier that replaced another holds", "CGI", "163-0 A", "2020-01-01", "LEGIARTI000099000984"],
      ["a line that lacks a slash deletes its file", "CGI, ann. I", "999 F", "2020-01-01", "none"],
      ["the newer of two copies holds", "CGI", "8 ter", "2020-01-01", "LEGIARTI000006302206"],
      ["a star is none", "LPF", "R. 196-1", "2020-01-01", undefined],
    ])("%s", async (_title, code, article, day, expected) => {
      const found = await onDay(code, article, day);
      if (expected === "none") expect(found).toBeNull();
      else if (expected === null || expected === undefined) expect(found).not.toBeNull();
      else expect(found).toBe(expected);
    });

    test("tells the change that has come since it was announced, and none that is to come", async () => {
      const changes = async (article: string, since: string, day: string) =>
        (await readArticlesOfDay(store.database, [{ code: "CGI", article, since }], day))[0]?.modifie_depuis;
      expect(await changes("200 quater A", "2026-01-01", "2026-11-28")).toMatchObject({ date: "2026-09-01" });
      expect(await changes("200 A", "2026-01-01", "2026-11-28")).toBeNull();
      expect(await changes("163-0 A", "2026-01-01", "2026-11-28")).toBeNull();
      expect(await changes("199 octodecies", "2026-01-01", "2026-11-28")).toMatchObject({
        date: "2026-06-02",
        legiarti: null,
      });
    });

    test("changes nothing when it is read again", async () => {
      const stateOf = async () =>
        await store.database.$client`
        select md5(string_agg(v::text, ' ' order by legiarti)) as versions from law_versions v`;
      const before = await stateOf();
      await store.database.$client`update law_archives set codes = ''`;
      const again = await readLawFrom(store.database, LEGI_SET);
      expect(await stateOf()).toEqual(before);
      expect(again.message).toBeNull();
      expect((await readLawVersions(store.database, { code: "CGI", article: "197" })).length).toBeGreaterThan(
        40,
      );
    });
  });
});

/** As doctrine writes it. */
function doctrineWriting(num: string): string {
  return num.replace(/^([LRDA])\*?(?=\d)/, "$1. ");
}
