/** What an answer states about today is recomputed, however long ago it was first cached. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { openService, type TestService } from "../../servers/service.ts";

const EVENING = "2026-11-20T22:59:00Z";
const AFTER_MIDNIGHT = "2026-11-20T23:01:00Z";
const ID = "BOI-IR-LIQ-20-10";

let now = EVENING;
let service: TestService;
let key: string;
beforeAll(async () => {
  service = await openService("sample", {}, { clock: () => new Date(now) });
  key = await service.key("pro");
});
beforeEach(() => {
  now = EVENING;
});
afterAll(() => service.close());

/** An answer, and the day that its edition mentions. */
async function ask(address: string) {
  const answer = await service.get(address, key);
  const { edition } = (await answer.json()) as { edition: { jour: string } };
  return { etag: answer.headers.get("etag"), edition };
}

test.each([`/v1/boi/${ID}`, `/v1/boi/${ID}/paragraphes/40`])(
  "%s tells of the day in Paris",
  async (address) => {
    const before = await ask(address);
    expect(before.edition.jour).toBe("2026-11-20");
    now = AFTER_MIDNIGHT;
    const after = await ask(address);
    expect(after.edition.jour).toBe("2026-11-21");
    expect(after.etag).not.toBe(before.etag);
  },
);

test("the same day answers the same with and without a date", async () => {
  const { edition } = await ask(`/v1/boi/${ID}`);
  expect((await ask(`/v1/boi/${ID}?date=2026-11-20`)).edition).toEqual(edition);
});

test("the page of a document tells of the day in Paris", async () => {
  const page = async () => await (await service.get(`/consultation/${ID}`)).text();
  expect(await page()).toContain("Le 20 novembre 2026, l&#x27;édition et ses mots sont présumés");
  now = AFTER_MIDNIGHT;
  expect(await page()).toContain("Le 21 novembre 2026, l&#x27;édition et ses mots sont présumés");
});
