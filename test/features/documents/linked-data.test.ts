/** What machines read of the pages: JSON-LD, links to other forms, the catalogue of the data. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

async function dataOf(path: string): Promise<Record<string, unknown>> {
  const html = await (await service.get(path)).text();
  const [, json = ""] = /<script type="application\/ld\+json">([^<]+)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

test("a page says what it shows as schema.org's Legislation: this edition, its interval, the others", async () => {
  const past = await dataOf("/consultation/BOI-IR-LIQ-20-10/2025-04-14");
  expect(past).toMatchObject({
    "@type": "Legislation",
    "@id": "http://localhost/consultation/BOI-IR-LIQ-20-10/2025-04-14",
    legislationIdentifier: "BOI-IR-LIQ-20-10",
    legislationDateVersion: "2025-04-14",
    temporalCoverage: "2025-04-14/2026-06-22",
    legislationLegalForce: "NotInForce",
    encoding: { contentUrl: "http://localhost/v1/boi/BOI-IR-LIQ-20-10-20250414" },
  });
  const latest = await dataOf("/consultation/BOI-IR-LIQ-20-10");
  expect(latest).toMatchObject({ temporalCoverage: "2026-06-22/..", legislationLegalForce: "InForce" });
  const work = latest["exampleOfWork"] as { workExample: { "@id": string }[] };
  expect(work.workExample.map((edition) => edition["@id"])).toContain(String(past["@id"]));
});

test("every other document that it names is one that the corpus has, at its address", async () => {
  const { citation } = await dataOf("/consultation/BOI-IR-LIQ-20-10");
  const cited = citation as { "@id": string }[];
  expect(cited.length).toBeGreaterThan(0);
  for (const { "@id": address } of cited)
    expect((await service.get(new URL(address).pathname)).status).toBe(200);
});

test("the page and the API lead to each other", async () => {
  const page = await service.get("/consultation/BOI-IR-LIQ-20-10/2025-04-14");
  const [, api = ""] =
    /^<([^>]+)>; rel="alternate"; type="application\/json"/.exec(page.headers.get("link") ?? "") ?? [];
  const key = await service.key("pro");
  for (const _ of ["rendered", "kept"]) {
    const answer = await service.get(api, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("link")).toBe(
      '<http://localhost/consultation/BOI-IR-LIQ-20-10/2025-04-14>; rel="alternate"; type="text/html"',
    );
  }
});

test("a catalogue describes the data for portals, with the addresses that answer", async () => {
  const answer = await service.get("/catalogue.jsonld");
  expect(answer.headers.get("content-type")).toBe("application/ld+json; charset=utf-8");
  const catalogue = (await answer.json()) as Record<string, Record<string, unknown>>;
  expect(catalogue).toMatchObject({ "@type": "dcat:Catalog", "dcat:dataset": { "@type": "dcat:Dataset" } });
  const key = await service.key("interne");
  const distributions = catalogue["dcat:dataset"]?.["dcat:distribution"] as Record<
    string,
    Record<string, string>
  >[];
  for (const distribution of distributions) {
    const address = new URL(distribution["dcat:accessURL"]?.["@id"] ?? "");
    const asked = await service.get(address.pathname, key);
    const mediaType = (asked.headers.get("content-type") ?? "").split(";")[0];
    expect(distribution["dcat:mediaType"]?.["@id"]).toEndWith(`/${mediaType}`);
    await asked.body?.cancel();
  }
});
