import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openService, type TestService } from "../../servers/service.ts";

const PAGE = "/consultation/BOI-IR-LIQ-20-10";
const FIRST = `${PAGE}/2025-04-14`;
const LAST = `${PAGE}/2026-06-22`;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const read = async (path: string) => {
  const answer = await service.get(path);
  return { status: answer.status, location: answer.headers.get("location"), html: await answer.text() };
};

describe("a day in the address of a document", () => {
  test.each([
    ["on which an edition begins is its page", FIRST, 200, null],
    ["leads to the edition in force that day", `${PAGE}/2025-12-31`, 303, FIRST],
    ["leads from the day before a new edition to the former", `${PAGE}/2026-06-21`, 303, FIRST],
    ["leads to the latest edition once it is in force", `${PAGE}/2026-06-23`, 303, LAST],
    ["before the first edition held is told so", `${PAGE}/2013-01-01`, 404, null],
    ["to come is no page", `${PAGE}/2199-01-01`, 404, null],
    ["of an unknown document is no page", "/consultation/BOI-ZZ-10/2025-12-31", 404, null],
    ["asked by the form leads to the page of that day", `${PAGE}?date=2025-12-31`, 303, `${PAGE}/2025-12-31`],
    ["asked in lower case too", "/consultation/boi-ir-liq-20-10?date=2025-12-31", 303, `${PAGE}/2025-12-31`],
    ["that does not exist is refused", `${PAGE}?date=2025-02-30`, 400, null],
    ["to come is refused by the form", `${PAGE}?date=2199-01-01`, 400, null],
  ])("%s", async (_, path, status, location) => {
    const answer = await read(path);
    expect([answer.status, answer.location]).toEqual([status, location]);
  });

  test("before the first edition held says that there may have been one", async () => {
    const { html } = await read(`${PAGE}/2013-01-01`);
    expect(html).toContain("ne détient pas l&#x27;édition en vigueur à cette date. Il a pu y en avoir une");
  });
});

describe("the page of an edition", () => {
  test("leads to the next one, and that one back", async () => {
    expect((await read(FIRST)).html).toContain(
      `<a href="${LAST}" rel="next">Édition suivante (22 juin 2026)</a>`,
    );
    expect((await read(LAST)).html).toContain(
      `<a href="${FIRST}" rel="prev">Édition précédente (14 avril 2025)</a>`,
    );
  });

  test("asks for a day, and compares with another edition, earlier words first", async () => {
    const { html } = await read(LAST);
    expect(html).toContain('<input type="date" id="jour" name="date"');
    expect(html).toContain('<option value="2025-04-14">14 avril 2025</option>');
    const expected = `${PAGE}/comparaison?de=2025-04-14&a=2026-06-22`;
    for (const [edition, avec] of [
      ["2025-04-14", "2026-06-22"],
      ["2026-06-22", "2025-04-14"],
    ]) {
      const { status, location } = await read(`${PAGE}/comparaison?edition=${edition}&avec=${avec}`);
      expect([status, location]).toEqual([303, expected]);
    }
  });

  test("says which § have changed since, each with a link to what changed", async () => {
    const { html } = await read(FIRST);
    const links = [...html.matchAll(/class="changed-since" href="([^"#]+)#([^"]+)"/g)];
    expect(links.length).toBeGreaterThan(0);
    const compared = await read((links[0]?.[1] ?? "").replaceAll("&amp;", "&"));
    expect(compared.status).toBe(200);
    for (const [, , anchor] of links) expect(compared.html).toContain(`id="titre-${anchor}"`);
    expect(html.match(/class="paragraph"/g)?.length).toBeGreaterThan(links.length);
  });

  test.each([[PAGE], [LAST]])("%s is in force: nothing has changed since", async (path) => {
    const { html } = await read(path);
    expect(html).toContain('class="paragraph"');
    expect(html).not.toContain("changed-since");
  });
});
