/** The pages of the law that the doctrine cites: codes, then articles in their order, then the documents. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

async function entriesOf(path: string): Promise<{ paths: string[]; names: string[]; text: string }> {
  const answer = await service.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  const text = await answer.text();
  const entries = [
    ...text.matchAll(/class="entry entry-row" href="([^"]+)"><span class="entry-title">([^<]+)/g),
  ];
  return { paths: entries.map(([, href = ""]) => href), names: entries.map(([, , name = ""]) => name), text };
}

test("the navigation leads to the codes, a code to its articles in its order, an article to its documents", async () => {
  expect(await (await service.get("/")).text()).toContain('<a href="/articles">Articles</a>');
  const codes = await entriesOf("/articles");
  expect(codes.names.slice(0, 1)).toEqual(["CGI"]);
  const articles = await entriesOf(codes.paths[0] ?? "");
  const listed = await (
    await service.get("/v1/articles?code=CGI&limit=100", await service.key("pro"))
  ).json();
  const { articles: expected } = listed as { articles: { article: string }[] };
  expect(articles.names).toEqual(expected.map(({ article }) => `art. ${article}`));
  expect((await service.get(articles.paths[0] ?? "")).status).toBe(200);
});

test("another spelling of a code leads to its page", async () => {
  const answer = await service.get("/articles/cgi");
  expect([answer.status, answer.headers.get("location")]).toEqual([308, "/articles/CGI"]);
});

test.each(["/articles/inconnu", "/articles/CGI?page=99", "/articles/CGI?page=0"])(
  "%s is none",
  async (path) => {
    expect((await service.get(path)).status).toBe(404);
  },
);
