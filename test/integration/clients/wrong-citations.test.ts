/** What the helpers say of the citations of a text: right, only where the API did. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";
import { FakeApi, hasPython, pythonAbsence } from "../../servers/fake-api.ts";

const LIMIT_MS = 60_000;
const RIGHT = "Voir BOI-IR-LIQ-20-10, § 40.";
const INVENTED = "BOI-IR-INVENTE, § 10";

const api = new FakeApi();
afterAll(() => api.close());

/** The texts that the service was asked about. */
let parts: string[];

/** As told by a service that has nothing more to tell than its entries do. */
const RIGHT_ALONE = { verifiees: 1, remplacees: 0, a_corriger: 0, a_lire: 0, non_detenues: 0 };

/** Reads a text as the API does: what says « INVENTE » or « inventés » is wrong; 300 citations at most. */
function checked(texte: string) {
  const placed = (pattern: RegExp) =>
    [...texte.matchAll(pattern)].map(({ 0: found, index }) => {
      const debut = [...texte.slice(0, index)].length;
      return { debut, fin: debut + [...found].length, texte: found };
    });
  const citations = placed(/BOI(?:-[A-Z0-9]+)+, § \d+/g);
  return {
    bilan: RIGHT_ALONE,
    citations: citations.slice(0, 300).map((each) => ({
      ...each,
      etat: each.texte.includes("INVENTE") ? "document_inconnu" : "verifiee",
    })),
    citations_libres: placed(/«[^«»]*»/g).map((each) => ({
      ...each,
      etat: each.texte.includes("inventés") ? "introuvable" : "trouvee",
    })),
    non_lues: [],
    references_droit: [],
    ...(citations.length > 300 ? { tronque: true } : {}),
  };
}

/** What the Python helper tells of each text, or why it does not say that it has read everything. */
async function wrong(...texts: string[]): Promise<unknown> {
  const file = join(temporaryFolder(), "textes.json");
  await Bun.write(file, JSON.stringify(texts));
  return await api.python(
    `
def wrong(text):
    return [[w.text, w.state, text[w.start:w.end] == w.text] for w in wrong_citations(client, text)]
texts = json.loads(pathlib.Path(os.environ["TEXTES"]).read_text(encoding="utf-8"))
print(json.dumps([outcome(lambda: wrong(text)) for text in texts]))`,
    { TEXTES: file },
  );
}

beforeEach(() => {
  parts = [];
  api.answer = async (request) => {
    const { texte }: { texte: string } = JSON.parse(await request.text());
    parts.push(texte);
    const refusal = { error: { code: "invalid_body", message: "Trop long." } };
    return [...texte].length > 50_000
      ? Response.json(refusal, { status: 400 })
      : Response.json(checked(texte));
  };
});

describe.skipIf(!hasPython)(`a text of many parts${pythonAbsence}`, () => {
  test.each([
    ["after 320 right ones, a line each", `${RIGHT}\n`.repeat(320) + INVENTED],
    ["after 320 right ones, in one line", `${RIGHT} `.repeat(320) + INVENTED],
    ["after 1 000 right ones between 🗝", `🗝 ${`${RIGHT} 🗝 `.repeat(1_000)}${INVENTED}.`],
    ["where the API stops reading", `${"mots ".repeat(9_999).padEnd(49_992, "x")} ${INVENTED}.`],
    ["in the middle of one long word", `${"x".repeat(42_990)} ${INVENTED} ${"x".repeat(43_000)}`],
    ["after a mark that is never closed", `« ${`${RIGHT}\n`.repeat(320)}${INVENTED}`],
  ])(
    "has its invented document told, once, %s",
    async (_, texte) => expect(await wrong(texte)).toEqual([[[INVENTED, "document_inconnu", true]]]),
    LIMIT_MS,
  );

  const FILLER = `${"Un mot. ".repeat(10)}\n\n`;
  const WORDS = "des mots cités, ".repeat(180);
  test.each([
    ["of two paragraphs", `« ${WORDS}\n\nqui sont inventés »`],
    ["whose paragraphs each begin with a mark", `« ${WORDS}\n\n« ${WORDS} qui sont inventés »`],
  ])(
    "has its quotation %s never cut",
    async (_, quotation) => {
      const texts = [0, 1_400, 2_900, 20_000].map(
        (before) => `${FILLER.repeat(400).slice(0, 28_000 - before)}\n${quotation}\n\n${FILLER.repeat(500)}`,
      );
      await wrong(...texts);
      expect(parts.length).toBeGreaterThan(texts.length);
      for (const part of parts) expect(part.includes("« des")).toBe(part.includes("inventés »"));
    },
    LIMIT_MS,
  );

  test(
    "has the end of a long quotation told with its beginning",
    async () => {
      const quotation = `« ${"des mots cités, ".repeat(1_800)}\n\nqui sont inventés »`;
      expect(await wrong(`${FILLER.repeat(300)}${quotation}\n\n${FILLER.repeat(300)}`)).toEqual([
        [[quotation, "introuvable", true]],
      ]);
    },
    LIMIT_MS,
  );

  test(
    "has what stands where it is cut read with what is around it",
    async () => {
      const lines = Array.from({ length: 1_200 }, (_, index) => `${index}. ${"Un mot. ".repeat(10)}`);
      await wrong(lines.join("\n\n"));
      const alone = lines
        .slice(1)
        .filter((line, index) => !parts.some((part) => part.includes(`${lines[index] ?? ""}\n\n${line}`)));
      expect([parts.length > 1, alone]).toEqual([true, []]);
    },
    LIMIT_MS,
  );

  test("is not said right when the service can't read it to its end", async () => {
    api.answer = () => Response.json({ ...checked(RIGHT), tronque: true });
    const unfinished = ["UnfinishedCheck", null, expect.stringContaining("caractères 0 à ")];
    expect(await wrong(RIGHT, RIGHT.repeat(400))).toEqual([unfinished, unfinished]);
  });

  test("is not said right when one quotation is longer than what the API reads", async () => {
    expect(await wrong(`« ${"mots ".repeat(12_000)} » (${INVENTED})`)).toEqual([
      ["UnfinishedCheck", null, expect.any(String)],
    ]);
  });
});

const PLACE = { debut: 0, fin: 4, texte: "Voir" };
const cited = (etat: string, more = {}) => ({ citations: [{ ...PLACE, etat, ...more }] });
const quoted = (etat: string) => ({ citations_libres: [{ ...PLACE, etat }] });
const law = (of: object) => ({ references_droit: [{ ...PLACE, ...of }] });

/** Answers about a text of one word, each with the states that are told of it. */
const ANSWERS: readonly (readonly [found: object, states: readonly string[]])[] = [
  [cited("verifiee"), []],
  [cited("verifiee", { non_lus: [] }), []],
  [cited("verifiee", { non_lus: [PLACE] }), ["partielle"]],
  [cited("verifiee", { citation_textuelle: { etat: "coupee" } }), []],
  [cited("remplacee"), ["remplacee"]],
  [cited("non_verifiee"), ["non_verifiee"]],
  [cited("un_etat_a_venir"), ["un_etat_a_venir"]],
  [quoted("trouvee"), []],
  [quoted("introuvable"), ["introuvable"]],
  [quoted("non_verifiee"), ["non_verifiee"]],
  [quoted("un_etat_a_venir"), ["un_etat_a_venir"]],
  [{ non_lues: [PLACE] }, ["non_lue"]],
  [law({ genre: "decision" }), []],
  [law({ genre: "decision", date_discordante: true }), ["date_discordante"]],
  [law({ genre: "article", etat: "en_vigueur", citation_textuelle: { etat: "exact" } }), []],
  [law({ genre: "article", etat: "en_vigueur", citation_textuelle: { etat: "absent" } }), ["absent"]],
  [law({ genre: "article", etat: "abroge", citation_textuelle: null }), ["abroge"]],
  [law({ genre: "article", etat: "un_etat_a_venir" }), ["un_etat_a_venir"]],
];

/** Answers that are not of the API. */
const SHAPES: readonly object[] = [
  { bilan: undefined },
  { bilan: { ...RIGHT_ALONE, a_lire: 1 } },
  { bilan: { ...RIGHT_ALONE, un_compte_a_venir: 1 } },
  { citations: null },
  { citations_libres: undefined },
  { non_lues: {} },
  { references_droit: undefined },
  { citations: ["verifiee"] },
  { citations: [PLACE] },
  { references_droit: ["CE"] },
  { citations: [{ ...PLACE, etat: null }] },
  { citations: [{ ...PLACE, fin: 40, etat: "retiree" }] },
  { citations: [{ ...PLACE, debut: -1, etat: "retiree" }] },
  { citations: [{ ...PLACE, debut: "0", etat: "retiree" }] },
];

/** Answers the n-th of these to the n-th text. */
function answerInTurn(answers: readonly object[]): string[] {
  let turn = 0;
  api.answer = () => Response.json({ ...checked(""), ...answers[turn++] });
  return answers.map(() => "Voir.");
}

describe.skipIf(!hasPython)(`the Python helper${pythonAbsence}`, () => {
  test("tells whatever the API does not say right, and only that", async () => {
    const texts = answerInTurn(ANSWERS.map(([found]) => found));
    const told = ANSWERS.map(([, states]) => states.map((state) => ["Voir", state, true]));
    expect(await wrong(...texts)).toEqual(told);
  });

  test("takes no answer of another shape for one where nothing is wrong", async () => {
    const unreadable = ["DoctrineError", "unreadable", expect.stringContaining("illisible")];
    expect(await wrong(...answerInTurn(SHAPES))).toEqual(SHAPES.map(() => unreadable));
  });
});

test("the guide's program tells whatever the API does not say right, and that it was not read to its end", async () => {
  const uncounted = { bilan: { ...RIGHT_ALONE, un_compte_a_venir: 1 } };
  const answers = [...ANSWERS.map(([found]) => found), { tronque: true }, uncounted];
  const texts = answerInTurn(answers);
  const { printed } = await api.loopRecipe(
    `const relus = [];
for (const texte of ${JSON.stringify(texts)}) relus.push((await relire(service, texte)).length);
console.log(JSON.stringify(relus));`,
  );
  expect(JSON.parse(printed)).toEqual([...ANSWERS.map(([, { length }]) => length), 1, 1]);
});
