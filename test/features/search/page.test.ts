/** The results of a search on the pages: what is closest first, then all of them by pages, kept to a series or a kind. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());

async function read(path: string): Promise<string> {
  const answer = await service.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.text()).replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

interface Found {
  readonly total: number;
  readonly facettes: Record<"domaine" | "type", { code: string; documents: number }[]>;
}

async function search(parameters: string): Promise<Found> {
  return JSON.parse(await (await service.get(`/v1/search?${parameters}&facettes=true`, key)).text());
}

/** The day on which the edition found of each document began. */
async function datesOf(parameters: string): Promise<Map<string, string>> {
  const pages = [0, 100].map(async (offset) => {
    const answer = await service.get(`/v1/search?${parameters}&limit=100&offset=${offset}`, key);
    const { results }: { results: { boi_id: string; date_publication: string }[] } = JSON.parse(
      await answer.text(),
    );
    return results.map(({ boi_id, date_publication }) => [boi_id, date_publication] as const);
  });
  return new Map((await Promise.all(pages)).flat());
}

const hitsOf = (html: string) =>
  [...html.matchAll(/class="entry" href="\/consultation\/(BOI-[A-Z0-9-]+)/g)].map(([, id]) => id);

describe("all the documents that contain the words", () => {
  test("are one click away, by pages of twenty, each document once", async () => {
    const { total } = await search("q=imp%C3%B4t");
    expect(total).toBeGreaterThan(20);
    const first = await read("/?q=imp%C3%B4t");
    expect(first).toContain(`href="/?q=imp%C3%B4t&page=1"`);
    const pages = Math.ceil(total / 20);
    const found = await Promise.all(
      Array.from({ length: pages }, async (_, index) =>
        hitsOf(await read(`/?q=imp%C3%B4t&page=${index + 1}`)),
      ),
    );
    expect(found.map((hits) => hits.length).slice(0, -1)).toEqual(
      Array.from({ length: pages - 1 }, () => 20),
    );
    expect(new Set(found.flat()).size).toBe(total);
  });

  test.each(["page=0", "page=501", "page=x", "type=rien", "domaine=rien", "tri=rien"])(
    "%s leads nowhere",
    async (parameter) => {
      expect((await service.get(`/?q=taxe&${parameter}`)).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe("the documents that contain the words", () => {
  test.each(["", "&date=2026-03-01"])("come by the day of their edition when asked to%s", async (scope) => {
    const expected = await datesOf(`q=imp%C3%B4t${scope}`);
    expect(expected.size).toBeGreaterThan(20);
    const [first = "", second = ""] = await Promise.all(
      [1, 2].map((page) => read(`/?q=imp%C3%B4t${scope}&tri=date&page=${page}`)),
    );
    const ordered = [...expected].sort(
      ([one, early], [other, late]) => late.localeCompare(early) || (one < other ? -1 : 1),
    );
    expect([...hitsOf(first), ...hitsOf(second)]).toEqual(ordered.map(([id]) => id).slice(0, 40));
    expect(first).toContain(`${scope}&tri=date&page=2"`);
  });

  test("keep that order, whatever they are then kept to, and have the other one click away", async () => {
    expect(await read("/?q=imp%C3%B4t")).toContain('href="/?q=imp%C3%B4t&tri=date&page=1"');
    const byDate = await read("/?q=imp%C3%B4t&tri=date");
    expect(byDate).toMatch(/domaine=[A-Z]+&tri=date&page=1"/);
    expect(byDate).toContain('href="/?q=imp%C3%B4t&page=1">pertinence</a>');
  });
});

test("series and kinds are links with their counts, which keep to them", async () => {
  const { facettes } = await search("q=imp%C3%B4t");
  const html = await read("/?q=imp%C3%B4t&page=1");
  for (const { code, documents } of facettes.domaine) {
    expect(html).toContain(`domaine=${code}&page=1">${code} (${documents})</a>`);
    const kept = await read(`/?q=imp%C3%B4t&domaine=${code}&page=1`);
    expect(kept).toContain(`${documents.toLocaleString("fr-FR")} document`);
  }
});

test("a search for an article of a code shows its page first", async () => {
  const html = await read("/?q=imp%C3%B4t+article+156+du+CGI");
  expect(html).toContain('href="/articles/CGI/156"');
  expect(html.indexOf("/articles/CGI/156")).toBeLessThan(html.indexOf('class="entry"'));
  expect(await read("/?q=article+1965+ZZZ+du+CGI")).not.toContain("/articles/CGI/1965");
});

test("a word that no document has is corrected, and the syntax is one click away", async () => {
  const html = await read("/?q=plusvalue");
  expect(html).toContain("Vouliez-vous dire <a");
  expect(html).toContain('href="/docs/recherche#operateurs"');
});
