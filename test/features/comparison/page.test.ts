/** « Comparer »: two versions of a document on a page, without a script. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openService, type TestService } from "../../servers/service.ts";

const PATH = "/consultation/BOI-IR-LIQ-20-10/comparaison";
const [BEFORE, AFTER] = ["2025-04-14", "2026-06-22"];

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

async function read(path: string): Promise<{ status: number; location: string | null; html: string }> {
  const answer = await service.get(path, undefined, {
    headers: { accept: "text/html" },
    redirect: "manual",
  });
  return { status: answer.status, location: answer.headers.get("location"), html: await answer.text() };
}

describe("two versions compared", () => {
  test("each is cited, with its fingerprint and a link to its page", async () => {
    const { status, html } = await read(`${PATH}?de=${BEFORE}&a=${AFTER}`);
    expect(status).toBe(200);
    for (const [date, words] of [
      [BEFORE, "14 avril 2025"],
      [AFTER, "22 juin 2026"],
    ]) {
      expect(html).toContain(
        `/consultation/BOI-IR-LIQ-20-10/${date}">BOI-IR-LIQ-20-10, version du ${words}</a>`,
      );
    }
    expect(html.match(/<code class="fingerprint">[0-9a-f]{64}<\/code>/g)).toHaveLength(2);
    expect(html).not.toContain("<script");
  });
  test("what changed is shown word by word, § by §; what did not is counted", async () => {
    const { html } = await read(`${PATH}?de=${BEFORE}&a=${AFTER}`);
    expect(html).toContain("Le texte diffère sur le fond. 5 § inchangés, qui ne sont pas affichés ici.");
    expect(html).toContain('<h2 id="titre-p40">§ 40 modifié</h2>');
    expect(html).toContain("<ins> Une augmentation de salaire ne peut pas");
    expect(html).toContain("<del>");
    expect(html).not.toContain('id="titre-p10"');
  });
  test("without sides, the version before the current one and the current one", async () => {
    const asked = await read(`${PATH}?de=${BEFORE}&a=${AFTER}`);
    // Each states what is certain on its own day.
    const undated = (html: string) => html.replaceAll(/<span class="quiet">Le [^<]*<\/span>/g, "");
    expect(undated((await read(PATH)).html)).toBe(undated(asked.html));
  });
  test("each side says what is certain of it on its day", async () => {
    const { html } = await read(`${PATH}?de=${BEFORE}&a=${AFTER}`);
    expect(html).toContain("ses mots sont présumés : les sources ont montré ces mots le 2 mars 2026.");
  });
  test("a side may be the fingerprint of a text", async () => {
    const asked = await read(`${PATH}?de=${BEFORE}&a=${AFTER}`);
    const [, empreinte = ""] = /<code class="fingerprint">([0-9a-f]{64})</.exec(asked.html) ?? [];
    expect((await read(`${PATH}?de=${empreinte}&a=${AFTER}`)).html).toBe(asked.html);
  });
  test("one text twice is said to be the same", async () => {
    const { html } = await read(`${PATH}?de=${AFTER}&a=${AFTER}`);
    expect(html).toContain("Les deux textes sont les mêmes");
  });
});

test.each([
  [
    "a side that is neither a day nor a fingerprint",
    `${PATH}?de=hier`,
    400,
    "jour AAAA-MM-JJ ou une empreinte",
  ],
  ["a day before what is held", `${PATH}?de=2001-01-01`, 404, "ne détient pas"],
  ["a document that is not held", "/consultation/BOI-IR-LIQ-99/comparaison", 404, "ne détient pas"],
])("%s is refused in words", async (_, path, status, words) => {
  const answer = await read(path);
  expect([answer.status, answer.html.includes(words)]).toEqual([status, true]);
});

test("an address in another writing leads to the usual one", async () => {
  const { status, location } = await read("/consultation/boi-ir-liq-20-10/comparaison");
  expect([status, location]).toEqual([308, PATH]);
});
