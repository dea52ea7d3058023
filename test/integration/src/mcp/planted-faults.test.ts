/** The loop of an agent: a question, what answers it, an answer with true and planted false citations, their check. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { openService, type TestService } from "../../../servers/service.ts";
import { connectHttp, type McpClient } from "./client.ts";

const QUESTION =
  "Comment se calcule l'impôt avec le barème progressif et le plafonnement du quotient familial ?";

/** How an answer writes a quotation and its source, and another work beside them. */
const STYLES: readonly ((words: string, citation: string) => string)[] = [
  (words, citation) => `« ${words} » (${citation}).`,
  (words, citation) => `Selon le ${citation} : « ${words} ».`,
  (words, citation) => `- **${citation}** : “${words}”`,
  (words, citation) => `> ${words}\n>\n> — ${citation}`,
  (words, citation) => `Tel est le cas : « ${words} »[^1].\n\n[^1]: ${citation}.`,
  (words, citation) => `L'administration précise que « ${words} » (${citation} ; RJF 7/21 n° 644).`,
];

/** A false citation, the words of its line in the tool's text, and what that line tells. */
interface Fault {
  readonly name: string;
  readonly written: string;
  readonly line: string;
  readonly told: RegExp;
}

const FAULTS: readonly Fault[] = [
  {
    name: "the right words under another §",
    written:
      "- **BOI-IR-LIQ-20-10, § 30** : “Seule la fraction du revenu comprise dans une tranche supporte le taux de cette tranche”",
    line: "BOI-IR-LIQ-20-10, § 30 »",
    told: /citation_inexacte.*au § 1\b/,
  },
  {
    name: "the § of another work, given to the doctrine",
    written: "Le n° 1450 de la documentation BOI-IR-LIQ-20-10 traite du taux marginal.",
    line: "n° 1450",
    told: /paragraphe_absent/,
  },
  {
    name: "a document that is withdrawn",
    written: "Les intérêts d'emprunt ouvrent droit à une réduction (BOI-IR-RICI-350, § 10).",
    line: "BOI-IR-RICI-350, § 10",
    told: /retiree/,
  },
  {
    name: "a quotation with one word changed",
    written: "« Les parts de base sont toujours plafonnées » (BOI-IR-LIQ-20-20, § 10).",
    line: "BOI-IR-LIQ-20-20, § 10 »",
    told: /citation_inexacte.*Les parts de base ne sont jamais plafonnées/,
  },
  {
    name: "an ellipsis that hides a negation",
    written:
      "« Une augmentation de salaire […] peut […] diminuer le revenu disponible du foyer » (BOI-IR-LIQ-20-10, § 40).",
    line: "BOI-IR-LIQ-20-10, § 40 »",
    told: /citation_tronquee.*sans « ne »/,
  },
  {
    name: "words of today, said of an edition that had not got them",
    written:
      "« Une augmentation de salaire ne peut pas, du seul fait du barème, diminuer le revenu disponible du foyer » (BOI-IR-LIQ-20-10, § 40, dans sa version applicable au 1er janvier 2026).",
    line: "§ 40, dans sa version applicable",
    told: /citation_inexacte/,
  },
  {
    name: "an edition that never was",
    written: "Voir BOI-IR-LIQ-20-20, § 20, version du 3 mars 2019.",
    line: "BOI-IR-LIQ-20-20, § 20, version du 3 mars 2019",
    told: /edition_non_detenue/,
  },
  {
    name: "a document that is invented",
    written: "Le lissage des revenus est exposé au BOI-IR-LIQ-20-95, § 10.",
    line: "BOI-IR-LIQ-20-95, § 10",
    told: /document_inconnu/,
  },
  {
    name: "a decision of another date",
    written: "Le juge l'a confirmé (CE, plén., 21 décembre 2016, n° 402006).",
    line: "CE, plén., 21 décembre 2016, n° 402006",
    told: /la date ou le numéro est à corriger/,
  },
  {
    name: "a link to another document than its label",
    written: "Voir [BOI-IR-LIQ-20-20](https://bofip.impots.gouv.fr/bofip/9031-PGP.html).",
    line: "9031-PGP",
    told: /lien_contradictoire/,
  },
];

const Elements = z.array(
  z.object({ numero: z.string().nullable(), texte: z.string(), citation: z.string() }),
);

describe("an answer with ten right citations and ten planted faults", () => {
  let service: TestService;
  let mcp: McpClient;
  let lines: readonly string[];
  let cited: readonly { readonly words: string; readonly citation: string }[];

  beforeAll(async () => {
    service = await openService();
    service.app.listen({ hostname: "127.0.0.1", port: 0 });
    mcp = await connectHttp(`http://127.0.0.1:${service.app.server?.port}`, await service.key("pro"));
    const context = await mcp.call("get_context", { question: QUESTION });
    cited = Elements.parse(context.data["elements"])
      .filter(({ numero }) => numero !== null)
      .slice(0, FAULTS.length)
      .map(({ texte, citation }) => ({ words: firstSentence(texte), citation }));
    const right = cited.map(({ words, citation }, rank) => STYLES[rank % STYLES.length]?.(words, citation));
    const texte = FAULTS.flatMap(({ written }, rank) => [right[rank], written]).join("\n\n");
    const { text } = await mcp.call("check_citations", { texte });
    lines = text.split("\n");
  });
  afterAll(async () => {
    await mcp.client.close();
    await service.app.server?.stop(true);
    await service.close();
  });

  test("as many are right as are false, and the tool counts them so", () => {
    expect([cited.length, FAULTS.length]).toEqual([10, 10]);
    expect(lines).toContain("Bilan : 10 justes, 8 à corriger, 2 non détenues.");
  });

  test.each(FAULTS.map((fault) => [fault.name, fault] as const))("%s is told", (_, { line, told }) => {
    const own = lines.filter((one) => one.startsWith("- « ") && one.includes(line));
    expect(own).toEqual([expect.stringMatching(told)]);
    expect(own[0]).not.toContain("à citer ainsi");
  });

  test("none of the right ones is wrong: each is given to be cited as the context gave it", () => {
    for (const { citation } of cited) {
      const own = lines.filter((one) => one.endsWith(`à citer ainsi : ${citation}`));
      expect(own).toEqual([expect.stringMatching(/ : verifiee ; mots cités : exact ; /)]);
    }
  });
});

/** Up to its first full stop, colon or bracket. */
function firstSentence(texte: string): string {
  return texte.split(/\s?[.:(]/u, 1)[0] ?? "";
}
