/** The journal as pages and as Atom feeds. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { RelaxNGValidator, XmlDocument } from "libxml2-wasm";
import { keepFeedHost } from "../../../db/queries/corpus.ts";
import * as stretches from "../../../db/queries/journal.ts";
import { classificationNodes } from "../../../db/schema/documents.ts";
import { createApp } from "../../../src/app.ts";
import { atomFeed } from "../../../src/features/journal/feed.ts";
import { ATTRIBUTION } from "../../../src/http/attribution.ts";
import { addEntries, newEntry } from "../../fixtures/journal.ts";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let grammar: RelaxNGValidator;

beforeAll(async () => {
  service = await openService();
  await service.database
    .insert(classificationNodes)
    .values({ chemin: "TVA/ZZ", parent: "TVA", segment: "ZZ", titre: "Essai", documents: 0 });
  await addEntries(
    service.database,
    newEntry({
      boiId: "BOI-TVA-ZZ-1",
      titre: 'TVA - « R&D » <br> "x"\u0001',
      date: "2026-06-01",
      porteeAnnoncee: "formelle",
      porteeTexte: "fond",
      paragraphes: { ajoutes: [], modifies: ["10", "20"], supprimes: [] },
    }),
  );
  const schema = await Bun.file(join(import.meta.dir, "../../fixtures/atom.rng")).text();
  grammar = RelaxNGValidator.fromDoc(XmlDocument.fromString(schema));
});
afterAll(() => service.close());

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await service.get(path, undefined, { headers });
  return { answer, text: await answer.text() };
}

const dateOf = (instant: number) => new Date(instant).toUTCString();

/** @throws when it is not a feed of RFC 4287. */
function validate(xml: string): void {
  const document = XmlDocument.fromString(xml);
  grammar.validate(document);
  document.dispose();
}

describe("a feed", () => {
  test.each(["/flux.atom", "/flux/IR.atom", "/flux/IR/LIQ.atom", "/flux/TVA/ZZ.atom"])(
    "%s is one of RFC 4287, with the attribution",
    async (path) => {
      const { answer, text } = await read(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        "application/atom+xml; charset=utf-8",
      ]);
      validate(text);
      expect(text).toContain(`<rights>${ATTRIBUTION}</rights>`);
      expect(text).toContain(`<link rel="self" type="application/atom+xml" href="http://localhost${path}"/>`);
    },
  );

  test("would not pass for one without what is asked of it", () => {
    const feed = {
      publicUrl: "https://a.fr",
      tags: { corpus: "sample", former: "a.fr", until: 0 },
      path: "/flux.atom",
      page: "/journal",
      title: "Journal",
      subtitle: "Jusqu'à un jour.",
      entries: [],
    };
    const xml = atomFeed(feed);
    validate(xml);
    expect(() => validate(xml.replace(/<updated>.*<\/updated>/, ""))).toThrow();
    expect(() => validate(xml.replace(/<id>.*<\/id>/, "<id>sans schéma</id>"))).toThrow();
  });

  test("holds the latest hundred entries, whose identifiers never change", async () => {
    const { text } = await read("/flux.atom");
    const ids = [...text.matchAll(/<entry><id>(tag:sample,2026:journal\/\d+)<\/id>/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(70);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).toContain(
      "<title>Nouvelle édition : BOI-TVA-ZZ-1, TVA - « R&amp;D » &lt;br&gt; &quot;x&quot; </title>",
    );
    expect(text).toContain(
      "portée annoncée : de forme ; d&#x27;après les textes : de fond ; § 10, 20 modifiés",
    );
  });

  const idsOf = (text: string) => [...text.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id = ""]) => id);

  test("has the same identifiers whatever the address of the service", async () => {
    const moved = createApp({ ...service.deps, publicUrl: () => "https://ailleurs.example" });
    const answer = await moved.handle(new Request("http://localhost/flux/IR.atom"));
    const text = await answer.text();
    expect(text).toContain('href="https://ailleurs.example/flux/IR.atom"');
    expect(idsOf(text)).toEqual(idsOf((await read("/flux/IR.atom")).text));
  });

  test("keeps the identifiers given by an earlier release, under the address that it had", async () => {
    const { database } = service;
    const ids = idsOf((await read("/flux.atom")).text);
    const until = Number(ids[3]?.split("/").at(-1));
    await database.$client`update corpus set feed_until = ${until}, revision = revision + 1`;
    await keepFeedHost(database, "doctrine.example");
    await keepFeedHost(database, "ailleurs.example");
    const kept = idsOf((await read("/flux.atom")).text);
    await database.$client`update corpus set feed_until = 0, feed_host = null, revision = revision + 1`;
    const former = (id = "") => id.replace("tag:sample,", "tag:doctrine.example,");
    expect(kept).toEqual([former(ids[0]), ...ids.slice(1, 3), ...ids.slice(3).map(former)]);
  });

  test("of a node holds what lies there and below, alone", async () => {
    const { text } = await read("/flux/TVA/ZZ.atom");
    expect(text.match(/<entry>/g)).toHaveLength(1);
    expect((await read("/flux/tva/zz.atom")).text).toContain("BOI-TVA-ZZ-1");
  });

  test("is spared to who has it already, and says when it changed", async () => {
    const { answer } = await read("/flux.atom");
    expect(Date.parse(String(answer.headers.get("last-modified")))).toBeGreaterThan(0);
    const again = await read("/flux.atom", { "if-none-match": String(answer.headers.get("etag")) });
    expect([again.answer.status, again.text]).toEqual([304, ""]);
  });

  test.each<[string, (modified: number) => Record<string, string>, number]>([
    ["the same day", (modified) => ({ "if-modified-since": dateOf(modified) }), 304],
    ["a later one", (modified) => ({ "if-modified-since": dateOf(modified + 60_000) }), 304],
    ["an earlier one", (modified) => ({ "if-modified-since": dateOf(modified - 1_000) }), 200],
    ["what is no date", () => ({ "if-modified-since": "hier" }), 200],
    [
      "another tag, which counts alone",
      (modified) => ({ "if-modified-since": dateOf(modified), "if-none-match": '"a"' }),
      200,
    ],
  ])("to who says when it had it, by %s", async (_, headersOf, status) => {
    for (const path of ["/flux.atom", "/flux/TVA/ZZ.atom"]) {
      const modified = Date.parse(String((await read(path)).answer.headers.get("last-modified")));
      expect((await read(path, headersOf(modified))).answer.status).toBe(status);
    }
  });

  test.each(["/flux/IR", "/flux/.atom", "/flux/IR--LIQ.atom", "/flux/IR.rss", "/flux/IR/INCONNU.atom"])(
    "%s is none",
    async (path) => {
      expect((await read(path)).answer.status).toBe(404);
    },
  );

  test("of a node that is not is refused before the journal is read", async () => {
    const readings = spyOn(stretches, "readLatestEntries");
    await read("/flux/INCONNU.atom");
    expect(readings).not.toHaveBeenCalled();
    readings.mockRestore();
  });
});

describe("the page of the journal", () => {
  test("shows the latest week, with what happened and both scopes, and leads to its feed", async () => {
    const { answer, text } = await read("/journal");
    expect(answer.status).toBe(200);
    expect(text).toContain("Nouvelle édition du 1er juin 2026 · reçu le ");
    expect(text).toContain("portée annoncée : de forme · d&#x27;après les textes : de fond");
    expect(text).toContain('<link rel="alternate" type="application/atom+xml" href="/flux.atom">');
  });

  test("is filtered by series", async () => {
    const { text } = await read("/journal?domaine=tva");
    expect([text.includes("BOI-TVA-ZZ-1"), text.includes("BOI-IR-LIQ-20-10")]).toEqual([true, false]);
    expect((await read("/journal?domaine=&semaine=")).answer.status).toBe(200);
    expect((await read("/journal?domaine=ir")).text).toContain("Rien n&#x27;a été reçu de ce domaine");
  });

  test("folds what was received at first into one line, and never tells it as changes", async () => {
    const { text } = await read("/journal");
    expect(text).toMatch(
      /Premier chargement le [^<:]+ : \d+ documents et \d+ actualités?, avec leurs éditions\./,
    );
    expect(text).not.toContain("BOI-IR-LIQ-20-10");
    expect(text.match(/class="entry-title"/g)).toHaveLength(1);
  });

  test("has a table of its weeks, each at its Monday", async () => {
    await addEntries(
      service.database,
      newEntry({ boiId: "BOI-TVA-ZZ-2", titre: "Plus tard", date: "2026-06-20" }),
    );
    await service.database.$client`
      update journal set detecte_le = detecte_le + interval '14 days' where boi_id = 'BOI-TVA-ZZ-2'`;
    await service.database.$client`update corpus set revision = revision + 1`;
    const { text } = await read("/journal");
    const paths = [...text.matchAll(/href="(\/journal\?semaine=([\d-]+))"/g)];
    expect(paths).toHaveLength(2);
    for (const [, path = "", monday = ""] of paths) {
      expect(new Date(monday).getUTCDay()).toBe(1);
      expect((await read(path)).answer.status).toBe(200);
    }
    expect((await read(paths[1]?.[1] ?? "")).text).toContain("BOI-TVA-ZZ-1");
  });

  test.each(["/journal?semaine=1999-01-04", "/journal?semaine=2026", "/journal?domaine=ZZZ"])(
    "%s is none",
    async (path) => {
      expect((await read(path)).answer.status).toBe(404);
    },
  );

  test("is led to from the home page, which has the latest changes of documents since the first load", async () => {
    const { text } = await read("/");
    expect(text).toContain('href="/journal"');
    const [, changes = ""] = /<h2 id="changements">(.*?)<\/section>/s.exec(text) ?? [];
    const paths = [...changes.matchAll(/class="entry" href="([^"]*)"/g)].map(([, path]) => path);
    expect(paths).toContain("/consultation/BOI-TVA-ZZ-1/2026-06-01");
    expect(paths.join(" ")).not.toMatch(/ACTU|BOI-IR-LIQ/);
    expect(paths.length).toBeLessThan(5);
  });
});
