import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { ParagraphAnswer } from "../../../src/features/paragraphs/answer.ts";
import { Resolution } from "../../../src/features/resolution/answer.ts";
import { DetailedErrorAnswer } from "../../../src/schemas/responses.ts";
import { createMigratedDatabase, serverAbsence } from "../../servers/postgres.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(120_000);

interface Case {
  readonly id: string;
  readonly why: string;
  readonly ref: string;
  readonly expected: Partial<Resolution>;
}

const file = new URL("../../fixtures/verdicts/resolution.json", import.meta.url);
const { cases }: { cases: readonly Case[] } = await Bun.file(file).json();

async function openOnServer(): Promise<TestService> {
  const { url, drop } = await createMigratedDatabase();
  const service = await openService("sample", { database: { kind: "server", url } });
  return {
    ...service,
    async close() {
      await service.close();
      await drop();
    },
  };
}

describe.each([
  ["PGlite", null, () => openService()],
  ["PostgreSQL", serverAbsence, openOnServer],
] as const)("what a person holds in the hand, over %s", (_, absence, open) => {
  describe.skipIf(absence !== null)(absence ?? "", () => {
    let service: TestService;
    let key = "";
    const resolve = async (ref: string): Promise<Resolution> => {
      const answer = await service.get(`/v1/resolution?${new URLSearchParams({ ref })}`, key);
      expect(answer.status).toBe(200);
      return Value.Parse(Resolution, await answer.json());
    };

    beforeAll(async () => {
      service = await open();
      key = await service.key("interne");
    });
    afterAll(() => service.close());

    test.each(cases.map(({ id, why, ref, expected }) => [id, why, ref, expected] as const))(
      "%s, %s: %s",
      async (_id, _why, ref, expected) => {
        const resolved = await resolve(ref);
        expect(resolved).toMatchObject(expected);
        expect(resolved.adresse !== null).toBe(resolved.detenu);
        if (resolved.adresse === null) return;
        expect((await service.get(resolved.adresse, key)).status).toBe(200);
        const page = await service.get(new URL(resolved.page ?? "").pathname);
        expect(page.status).toBe(200);
      },
    );

    test.each<[string, Partial<Resolution>]>([
      [
        "[BOI-IR-LIQ-20-10](https://bofip.impots.gouv.fr/bofip/9031-PGP.html)",
        { boi_id: "BOI-IR-LIQ-20-10", detenu: true },
      ],
      [
        "[BOI-IR-LIQ-20-20](https://bofip.impots.gouv.fr/bofip/9031-PGP.html)",
        { genre: "inconnu", detenu: false },
      ],
      [
        "le § 30 de https://bofip.impots.gouv.fr/bofip/9031-PGP",
        { genre: "paragraphe", boi_id: "BOI-IR-LIQ-20-10", numero: "30" },
      ],
      ["BOI-IR-LIQ-20-10, § 30 à 50", { genre: "inconnu" }],
      [
        "BOI-IR-LIQ-20-10, en vigueur le 1er janvier 2026",
        { genre: "edition", date: "2025-04-14", detenu: true },
      ],
      ["BOI-IR-LIQ-20-10, version du 31 février 2026", { genre: "inconnu", detenu: false }],
      [
        "https://bofip.impots.gouv.fr/bofip/1-PGP.html/identifiant=BOI-IR-LIQ-20-10-20260622",
        { genre: "edition", detenu: true, pgp: 1 },
      ],
      ["BOI-IR-LIQ-20-10 et l'article 197 du CGI", { genre: "inconnu" }],
      ["COVID-19", { genre: "inconnu", candidats: [] }],
      [
        "http://localhost/consultation/BOI-IR-LIQ-20-10/2025-04-14#p30",
        { genre: "paragraphe", date: "2025-04-14", numero: "30" },
      ],
      ["http://localhost/articles/CGI/197", { genre: "article", cle: "CGI:197", detenu: true }],
      ["CGI:197", { genre: "article", cle: "CGI:197", detenu: true }],
      ["CE-402006", { genre: "decision", cle: "CE-402006", detenu: true }],
      ["http://localhost/v1/decisions/CE-402006", { genre: "decision", detenu: true }],
      ["%", { genre: "inconnu" }],
      ["\u0000", { genre: "inconnu" }],
      ["BOI-".repeat(120), { genre: "inconnu" }],
      ["9031-PGP ".repeat(50), { detenu: true, boi_id: "BOI-IR-LIQ-20-10" }],
    ])("%s", async (ref, expected) => {
      expect(await resolve(ref)).toMatchObject(expected);
    });

    test("what is several things has them all among its candidates, five at most", async () => {
      const { candidats } = await resolve("BOI-IR-LIQ-20-10, § 30 et BOI-TVA-DED-20");
      expect(candidats.map(({ boi_id, numero }) => [boi_id, numero])).toEqual([
        ["BOI-IR-LIQ-20-10", "30"],
        ["BOI-TVA-DED-20", null],
      ]);
      const many = Array.from({ length: 9 }, (_, rank) => `BOI-IR-${rank + 1}0`).join(", ");
      expect((await resolve(many)).candidats.length).toBeLessThanOrEqual(5);
    });

    test.each([
      ["BOI-TVA-DECLA-99", 404, "unknown_document", "ne détient pas"],
      [
        "BOI-IR-LIQ-20-10-20200101",
        404,
        "edition_not_held",
        "ne détient pas l'édition de BOI-IR-LIQ-20-10 du 1er janvier 2020",
      ],
      ["BOI-IR-LIQ-20-10-20230230", 404, "unknown_document", "ne détient pas"],
    ])("%s is not held: %d %s, never « n'existe pas »", async (id, status, code, words) => {
      const answer = await service.get(`/v1/boi/${id}`, key);
      const { error } = Value.Parse(DetailedErrorAnswer, await answer.json());
      expect([answer.status, error.code]).toEqual([status, code]);
      expect(error.message).toContain(words);
      expect(error.message).not.toContain("n'existe pas");
    });

    test("what is not held but named is refused with the § that name it", async () => {
      const sql = service.database.$client;
      const [named] = await sql<{ target: string }[]>`
        select r.target from edition_references r join documents d on d.edition_id = r.edition_id
        where d.statut = 'en_vigueur' and r.target not in (select boi_id from documents)
          and r.cibles -> 0 ->> 'depuis' is not null order by 1 limit 1`;
      const { details } = Value.Parse(
        DetailedErrorAnswer,
        await (await service.get(`/v1/boi/${named?.target}`, key)).json(),
      );
      const [first] = details?.nomme_par ?? [];
      expect(first).toBeDefined();
      expect((await service.get(`/v1/boi/${first?.boi_id}/paragraphes/${first?.numero}`, key)).status).toBe(
        200,
      );
    });

    test("the addresses that the service gives lead back to what they are of", async () => {
      const asked = await service.get("/v1/boi/BOI-IR-LIQ-20-10/paragraphes/30", key);
      const { page, url } = Value.Parse(ParagraphAnswer, await asked.json());
      expect(await resolve(page)).toMatchObject({ genre: "paragraphe", numero: "30", detenu: true });
      expect(await resolve(url)).toMatchObject({ boi_id: "BOI-IR-LIQ-20-10", detenu: true });
    });
  });
});
