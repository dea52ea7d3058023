/** The phrases of test/fixtures/verdicts/law.json, which says how they are judged, through the API. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { expectLists, type LawLists } from "../../fixtures/verdicts/expect-law.ts";
import law from "../../fixtures/verdicts/law.json";
import { temporaryFolder } from "../../folders.ts";
import { openService, type TestService } from "../../servers/service.ts";

const isOfDocument = ({ lieu }: { readonly lieu: string }) => lieu === "document";
const boiIdOf = (id: string) => `BOI-IR-DROIT-${Number(id.slice(1))}`;

interface Served {
  readonly service: TestService;
  readonly key: string;
}

/** The sample; and beside it, since corpora do not mix, a document for each case of one. */
let sample: Served;
let documents: Served;

beforeAll(async () => {
  const file = join(temporaryFolder(), "droit.jsonl");
  await Bun.write(file, law.cases.filter(isOfDocument).map(recordOf).join("\n"));
  sample = await serve("sample");
  documents = await serve(file);
});
afterAll(async () => {
  await sample.service.close();
  await documents.service.close();
});

async function serve(source: string): Promise<Served> {
  const service = await openService(source);
  return { service, key: await service.key("interne", { minuteLimit: 1_000_000 }) };
}

type Case = (typeof law.cases)[number];

function recordOf(one: Case, rank: number): string {
  const identifiant_juridique = `${boiIdOf(one.id)}-20200101`;
  return JSON.stringify({
    type: "Contenu",
    titre: "titre" in one && one.titre ? one.titre : "Essai",
    debut_de_validite: "2020-01-01",
    serie: "IR",
    division: null,
    identifiant_juridique,
    permalien: `https://bofip.impots.gouv.fr/bofip/${90_000 + rank}-PGP.html/identifiant=${identifiant_juridique}`,
    contenu_html: `<p class="numero-de-paragraphe-western" id="1_0">1</p><p class="paragraphe-western">${one.texte}</p>`,
  });
}

async function answerOf(
  { service, key }: Served,
  path: string,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  const response = await service.get(path, key, init);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Record<string, unknown>;
}

/** The law of a memo, by kind. */
async function lawOfMemo(texte: string): Promise<LawLists> {
  const { references_droit } = await answerOf(sample, "/v1/citations", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ texte }),
  });
  const references = references_droit as LawLists[string];
  const of = (genre: string) => references.filter((reference) => reference["genre"] === genre);
  return { decisions: of("decision"), normes: of("norme"), reponses: of("reponse") };
}

async function lawOfDocument(id: string): Promise<LawLists> {
  const lists = (await answerOf(documents, `/v1/boi/${boiIdOf(id)}`)) as LawLists;
  const articles = (lists["articles"] ?? []).map((article) => {
    const occurrences = article["occurrences"] as LawLists[string];
    return { ...article, precisions: occurrences[0]?.["precisions"] };
  });
  return { ...lists, articles };
}

describe("a memo's law is read and checked:", () => {
  for (const one of law.cases.filter((each) => !isOfDocument(each)))
    test(`${one.id} ${one.why}`, async () => {
      const texts = "textes" in one && one.textes ? one.textes : [one.texte ?? ""];
      for (const texte of texts) expectLists(await lawOfMemo(texte), one.expected);
    });
});

describe("a document's law is listed:", () => {
  // The role is of the article's list, judged by the reader's own test.
  for (const one of law.cases.filter(isOfDocument))
    test(`${one.id} ${one.why}`, async () =>
      expectLists(await lawOfDocument(one.id), one.expected, new Set(["role"])));
});
