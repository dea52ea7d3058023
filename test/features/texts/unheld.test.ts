/**
 * A document known only by the notice of its withdrawal or of its move: reported as not stored, never as
 * non-existent.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LAW_OF_PAST_DOCTRINE } from "../../../bofip/law/past-doctrine.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { CheckedText } from "../../../src/features/citations/answer.ts";
import type { FullDocument } from "../../../src/features/documents/answer.ts";
import type { History } from "../../../src/features/history/answer.ts";
import type { TrackedReferences } from "../../../src/features/tracking/answer.ts";
import type { ErrorBody } from "../../../src/http/errors/api-error.ts";
import { contenu, dating, TEN, writeExport } from "../../integration/ingest/exports.ts";
import { connectHttp } from "../../integration/src/mcp/client.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const OF_NOTHING = fingerprint("");

interface Unheld {
  readonly boiId: string;
  readonly statut: "retire" | "transfere";
  /** Day of the notice. */
  readonly day: string;
  readonly dayBefore: string;
  readonly inWords: string;
  readonly target: string | null;
}

const OF_EXPORT: readonly Unheld[] = [
  {
    boiId: "BOI-IR-RETIRE",
    statut: "retire",
    day: "2018-03-07",
    dayBefore: "2018-03-06",
    inWords: "7 mars 2018",
    target: null,
  },
  {
    boiId: "BOI-IR-DEPLACE",
    statut: "transfere",
    day: "2016-07-28",
    dayBefore: "2016-07-27",
    inWords: "28 juillet 2016",
    target: "BOI-IR-BASE-10",
  },
];

const EXPORT = [
  ...TEN,
  contenu("BOI-IR-RETIRE", {
    date: "2018-03-07",
    pgp: 201,
    html: "<p>Le présent document est retiré à compter du 07/03/2018.</p>",
  }),
  contenu("BOI-IR-DEPLACE", {
    date: "2016-07-28",
    pgp: 202,
    html: "<p>Les présents commentaires sont transférés au BOI-IR-BASE-10.</p>",
  }),
  dating("2020-01-15"),
];

describe("known by a notice", () => {
  suite(OF_EXPORT, () => [writeExport(EXPORT)]);
});

describe.skipIf(!existsSync(CORPUS))(
  "known by a notice of the real archives (skipped without ../shared)",
  () => {
    const documents: readonly Unheld[] = [
      { ...OF_EXPORT[0], boiId: "BOI-IR-RICI-180" } as Unheld,
      { ...OF_EXPORT[1], boiId: "BOI-IR-CHAMP-40", target: null } as Unheld,
    ];
    suite(documents, () => [
      join(CORPUS, "bofip_stock_live_20260521.tgz"),
      join(CORPUS, "bofip-vigueur.jsonl.gz"),
    ]);
  },
);

function suite(documents: readonly Unheld[], sources: () => readonly string[]): void {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await openService(null);
    for (const source of sources()) await service.ingest(source, true);
    key = await service.key("interne", { minuteLimit: 1_000_000 });
  });
  afterAll(() => service.close());

  async function read<Body>(path: string, init?: RequestInit): Promise<Body> {
    const answer = await service.get(path, key, init);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as Body;
  }

  const post = (body: object): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  async function refusal(path: string): Promise<[number, string, string, object | undefined]> {
    const answer = await service.get(path, key);
    const { error, details } = (await answer.json()) as ErrorBody;
    return [answer.status, error.code, error.message, details];
  }

  describe.each(documents.map((document) => [document.boiId, document] as const))("%s", (boiId, document) => {
    const { statut, day, dayBefore, inWords } = document;

    test("answers with its end, without text, proof, citation nor start", async () => {
      for (const name of [boiId, `${boiId}-${day.replaceAll("-", "")}`])
        expect(await read<FullDocument>(`/v1/boi/${name}`)).toMatchObject({
          statut,
          texte_detenu: false,
          contenu_texte: "",
          contenu_html: "",
          paragraphes: [],
          avis: expect.stringMatching(/\w/),
          edition: {
            date_debut: null,
            date_fin: day,
            empreinte: null,
            empreinte_source: null,
            redactions: 0,
            // A source that shows the notice attests no text of it.
            certitude: "presumee",
            citation: null,
          },
        });
    });

    test("its history has the notice, and no text", async () => {
      expect(await read<History>(`/v1/boi/${boiId}/historique`)).toMatchObject({
        premiere_edition_detenue: null,
        versions: [
          {
            date_mise_a_jour: day,
            statut,
            texte_detenu: false,
            certitude: "presumee",
            empreinte: null,
            redactions: [],
          },
        ],
      });
    });

    test("its § is not held, and may have been", async () => {
      const [status, code, message, details] = await refusal(`/v1/boi/${boiId}/paragraphes/10`);
      expect([status, code]).toEqual([404, "text_not_held"]);
      expect(message).toContain(inWords);
      expect(message).toContain("a pu exister");
      const target = document.target ?? (statut === "retire" ? null : expect.stringMatching(/^BOI-/));
      expect(details).toEqual({ statut, date_fin: day, transfere_vers: target, proches: [] });
    });

    test.each([
      [`?date=${dayBefore}`, "edition_not_held"],
      [`/paragraphes/10?date=${dayBefore}`, "edition_not_held"],
      [`?date=${day}`, "document_withdrawn"],
      [`/paragraphes/10?date=${day}`, "document_withdrawn"],
      ["/paragraphes/10?date=2020-01-01", "document_withdrawn"],
      [`?empreinte=${OF_NOTHING}`, "unknown_wording"],
      [`/paragraphes/10?empreinte=${OF_NOTHING}`, "unknown_wording"],
      [`/source?empreinte=${OF_NOTHING}`, "unknown_wording"],
      ["/comparaison", "text_not_held"],
    ])("%s is refused as %s", async (rest, expected) => {
      const [status, code, message] = await refusal(`/v1/boi/${boiId}${rest}`);
      expect([status, code]).toEqual([404, expected]);
      if (expected === "document_withdrawn")
        expect(message).toContain(statut === "retire" ? "retiré le" : "transféré le");
    });

    test("its page says that no text is held, from when, and offers nothing to cite", async () => {
      for (const path of [`/consultation/${boiId}`, `/consultation/${boiId}/${day}`]) {
        const html = await (await service.get(path)).text();
        expect(html).toContain("Ce service n&#x27;en détient aucun texte.");
        expect(html).toContain(`avant le ${inWords}`);
        expect(html).toContain("Avis de la source");
        for (const word of ["Citer", "En vigueur du", OF_NOTHING, "Preuve", "Édition du", "version du"])
          expect([path, word, html.includes(word)]).toEqual([path, word, false]);
        expect(html).not.toContain(Bun.escapeHTML(LAW_OF_PAST_DOCTRINE));
      }
    });

    test("a search does not find it, a citation of it has no text to be of, and following it says so", async () => {
      const { results } = await read<{ results: { boi_id: string }[] }>(`/v1/search?q=${boiId}&limit=100`);
      expect(results.map(({ boi_id }) => boi_id)).not.toContain(boiId);
      const texte = `Voir ${boiId}, § 10 « des mots qui étaient là » ; ${boiId}, version du ${inWords}.`;
      const { citations } = await read<CheckedText>("/v1/citations", post({ texte }));
      expect(
        citations.map(({ etat, citation, citation_textuelle }) => [etat, citation, citation_textuelle]),
      ).toEqual([
        [statut === "retire" ? "retiree" : "transferee", null, null],
        ["edition_non_detenue", null, null],
      ]);
      const ended = { etat: statut === "retire" ? "retiree" : "transferee", depuis: day };
      const unknown = { etat: "inconnue", depuis: null };
      for (const [pin, state] of [
        [{ date: dayBefore }, ended],
        [{ date: day }, ended],
        [{ empreinte: OF_NOTHING }, unknown],
      ] as const) {
        const references = ["10", null].map((numero) => ({ boi_id: boiId, numero, ...pin }));
        const followed = await read<TrackedReferences>("/v1/suivi", post({ references }));
        for (const one of followed.references)
          expect(one).toMatchObject({ ...state, citation: null, comparaison: null });
      }
    });

    test("the journal tells its end, and the fingerprint of no text", async () => {
      const { entrees } = await read<{ entrees: object[] }>(`/v1/journal?apres=0&boi_id=${boiId}`);
      expect(entrees).toMatchObject([
        {
          evenement: statut === "retire" ? "retrait" : "transfert",
          empreinte_avant: null,
          empreinte_apres: null,
        },
      ]);
    });

    test("the tools of models say that it is not held", async () => {
      service.app.listen({ hostname: "127.0.0.1", port: 0 });
      const mcp = await connectHttp(`http://127.0.0.1:${service.app.server?.port}`, key);
      const { text, data } = await mcp.call("get_boi", { boi_id: boiId });
      expect(text).toContain("Ce service ne détient aucun texte de ce document");
      expect(text).not.toContain("Citer :");
      expect(data).toMatchObject({ texte_detenu: false, edition: { citation: null, empreinte: null } });
      const asked = await mcp.call("get_boi", { boi_id: boiId, paragraphe: "10", section: "Champ" });
      expect(asked.text).toBe(text);
      const paragraph = await mcp.call("get_paragraph", { boi_id: boiId, numero: "10" });
      expect(paragraph.text).toContain("n'est pas détenu");
      await mcp.client.close();
      await service.app.server?.stop(true);
    });
  });

  test("the export of everything has a line of each, whose root is printed without proof", async () => {
    const answer = await service.get("/v1/export?perimetre=tous&limit=1000", key);
    const lines = (await answer.text()).trim().split("\n");
    const rows = lines.slice(1, -1).map((line) => JSON.parse(line) as FullDocument);
    for (const { boiId } of documents)
      expect(rows.filter(({ boi_id }) => boi_id === boiId)).toMatchObject([{ texte_detenu: false }]);
    const written = rows.map(({ boi_id, statut, edition }) => {
      const { date_debut, pgp, empreinte, empreinte_source } = edition;
      return `${[boi_id, date_debut, pgp, statut, empreinte, empreinte_source].join("\t")}\n`;
    });
    const valeur = new Bun.CryptoHasher("sha256").update(written.join("")).digest("hex");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ fin: true, suivant: null, racine: { valeur } });
  });
}
