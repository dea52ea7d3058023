import { describe, expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { checkSignature, parseCheckpoint, parseNote } from "../../../../bofip/proof/checkpoint.ts";
import { leafHash } from "../../../../bofip/proof/hashes.ts";
import { readPrivateKey, signerKey } from "../../../../bofip/proof/keys.ts";
import { NO_TEXT_LEAF } from "../../../../bofip/proof/leaf.ts";
import { eraseWording } from "../../../../db/erasure/erase.ts";
import { readRoot } from "../../../../db/proof/hashes.ts";
import { appendLeaves } from "../../../../db/proof/leaves.ts";
import { readProofLog, readTile } from "../../../../db/proof/logs.ts";
import { sealLog } from "../../../../ingest/proof/open-log.ts";
import { openProver } from "../../../../ingest/proof/prover.ts";
import { settleProof } from "../../../../ingest/proof/settle.ts";
import { leavesOf, newKey, ORIGIN, proofConfig } from "../../../fixtures/proof.ts";
import { rejectionOf } from "../../../rejection.ts";
import { ENDLESS_ANSWERS, endlessFault } from "../../../servers/hostile-answers.ts";
import { forEachStore } from "../../../servers/stores.ts";
import { startTimestamping, timestampingAbsence } from "../../../servers/timestamping.ts";
import { actualite, contenu, dating, ingester, TEN, writeExport } from "../exports.ts";
import { useOwnStore } from "../own-store.ts";

const A = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Première rédaction." });
const A_NEXT = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Deuxième rédaction." });
const JANUARY = dating("2021-01-31");
const MARCH = dating("2021-03-31");

forEachStore((_, open) => {
  const store = useOwnStore(open);
  const log = (id: number | null = null) => readProofLog(store.database, id);
  const checkpointOf = async (id: number | null = null) => parseCheckpoint((await log(id))?.last?.note ?? "");

  describe("the log of proof", () => {
    test("has a leaf for every text received, in the journal's order, and a run ends by signing it", async () => {
      const proof = proofConfig();
      const run = await ingester(store.database).ingest(writeExport([...TEN, A, JANUARY]), { proof });
      expect(run).toMatchObject({ status: "succeeded", message: null });
      const leaves = await leavesOf(store.database);
      const entries = await store.database.$client<{ evenement: string; empreinte: string }[]>`
        select evenement, empreinte_apres as empreinte from journal order by sequence`;
      expect(leaves.map(({ evenement, empreinte }) => ({ evenement, empreinte }))).toEqual([...entries]);
      expect(leaves.find(({ boi_id }) => boi_id === "BOI-IR-A")).toEqual({
        v: 2,
        evenement: "edition",
        boi_id: "BOI-IR-A",
        date_debut: "2021-01-01",
        pgp: 1,
        empreinte: expect.stringMatching(/^[0-9a-f]{64}$/),
        empreinte_source: expect.stringMatching(/^[0-9a-f]{64}$/),
        derivation: expect.any(Number),
        genre: "export",
        fichier: "export.jsonl",
        empreinte_fichier: expect.stringMatching(/^[0-9a-f]{64}$/),
        recue_le: "2026-06-01T04:00:00.000Z",
        paragraphes: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const checkpoint = await checkpointOf();
      expect(checkpoint).toMatchObject({ origin: ORIGIN, size: leaves.length });
      expect(await readFile(proof.checkpointFile, "utf8")).toBe((await log())?.last?.note ?? "");
    });

    test.skipIf(timestampingAbsence !== null)(
      "is signed whatever a timestamping authority answers",
      async () => {
        const { ca, stop } = await startTimestamping();
        await stop();
        let answer: () => Response = endlessFault;
        let redirected = 0;
        const authority = Bun.serve({
          port: 0,
          hostname: "127.0.0.1",
          fetch(request) {
            if (new URL(request.url).pathname === "/") return answer();
            redirected += 1;
            return new Response("");
          },
        });
        const proof = proofConfig({ timestamping: { url: authority.url.href, ca } });
        await ingester(store.database).ingest(writeExport([...TEN, A, JANUARY]), { proof });
        const settle = (signal: AbortSignal) =>
          settleProof({ database: store.database, config: proof, clock: () => new Date(), signal });
        const nested = Buffer.concat([
          Buffer.alloc(100_000, Buffer.from("3080", "hex")),
          Buffer.alloc(100_000),
        ]);
        const cases: readonly (readonly [() => Response, string])[] = [
          ...ENDLESS_ANSWERS.map(([, hostile, words]) => [hostile, words] as const),
          [endlessFault, "(statut 503)"],
          [() => Response.redirect("/ailleurs", 307), "(statut 307)"],
          [() => new Response(nested), "répond à une autre"],
        ];
        for (const [hostile, words] of cases) {
          answer = hostile;
          expect(await settle(AbortSignal.timeout(2_000))).toContain(words);
        }
        await authority.stop(true);
        expect(redirected).toBe(0);
        expect((await log())?.last?.size).toBeGreaterThan(0);
      },
    );

    test("has a leaf for a correction, a new edition, an actualité and an erasure; none for a withdrawal", async () => {
      const proof = proofConfig();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      const before = (await leavesOf(store.database)).length;
      const corrected = contenu("BOI-IR-BASE-10", {
        date: "2020-01-15",
        pgp: 100,
        texte: "Une coquille de moins.",
      });
      const news = actualite("ACTU-2021-00002", "2021-03-30", "BOI-IR-A est modifié.");
      const later = [corrected, ...TEN.slice(1, -1), A_NEXT, MARCH, news];
      await ingest(writeExport(later, "2026-04-01T00:00:00Z"), { proof });
      const added = (await leavesOf(store.database)).slice(before);
      expect(added.map(({ evenement, boi_id }) => `${evenement} ${boi_id}`).toSorted()).toEqual([
        "actualite null",
        "actualite null",
        "edition BOI-IR-A",
        "rectification BOI-IR-BASE-10",
      ]);
      const [erased] = added.filter(({ boi_id }) => boi_id === "BOI-IR-A");
      const empreinte = String(erased?.["empreinte"]);
      await eraseWording(store.database, { empreinte, reason: "essai" }, new Date("2026-06-02T00:00:00Z"));
      expect((await leavesOf(store.database)).at(-1)).toMatchObject({
        evenement: "effacement",
        boi_id: "BOI-IR-A",
        empreinte,
      });
      // The leaf of the erased text stays; the next run signs that of its erasure, though it brings nothing.
      expect(await leavesOf(store.database)).toContainEqual(erased ?? {});
      await ingest(writeExport(later, "2026-04-01T00:00:00Z"), { proof });
      expect((await checkpointOf())?.size).toBe((await leavesOf(store.database)).length);
    });

    test("a run that brings nothing signs nothing", async () => {
      const proof = proofConfig();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      const [row] = await store.database.$client<{ signed: number }[]>`
        select count(*)::int as signed from proof_checkpoints`;
      expect(row?.signed).toBe(1);
    });

    test("a store from before the log gets its leaves at the next run, in the journal's order", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]));
      await ingest(writeExport([...TEN, A_NEXT, MARCH], "2026-04-01T00:00:00Z"));
      expect(await log()).toBeNull();
      const proof = proofConfig();
      await ingest(writeExport([...TEN, A_NEXT, MARCH], "2026-04-01T00:00:00Z"), { proof });
      const late = await leavesOf(store.database);
      const entries = await store.database.$client<{ evenement: string; empreinte: string }[]>`
        select evenement, empreinte_apres as empreinte from journal where evenement <> 'source' order by sequence`;
      expect(late.map(({ evenement, empreinte }) => ({ evenement, empreinte }))).toEqual([...entries]);
      const list = expect.stringMatching(/^[0-9a-f]{64}$/);
      expect(
        late.filter(({ boi_id }) => boi_id === "BOI-IR-A").map(({ v, paragraphes }) => [v, paragraphes]),
      ).toEqual([
        [2, list],
        [2, list],
      ]);
      expect(late.filter(({ boi_id }) => boi_id === "BOI-IR-A")).toMatchObject([
        { date_debut: "2021-01-01", pgp: 1, fichier: "export.jsonl", derivation: expect.any(Number) },
        { date_debut: "2021-03-01", pgp: 1, fichier: "export.jsonl", derivation: expect.any(Number) },
      ]);
      expect((await checkpointOf())?.size).toBe(late.length);
    });

    test("a new parser that changes a fingerprint adds a leaf of derivation", async () => {
      const proof = proofConfig();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      const former = "f".repeat(64);
      // As if a former parser had read the text otherwise: its fingerprint, its leaf and its journal entry.
      await store.database.$client`
        update wordings w set empreinte = ${former}, derivation_version = 1 from editions e
        where e.id = w.edition_id and e.boi_id = 'BOI-IR-A'`;
      await store.database.$client`
        update editions set derivation_version = 1 where boi_id = 'BOI-IR-A'`;
      await store.database.$client`
        update edition_contents c set contenu_texte = 'Autre lecture.', seals = null from editions e
        where e.id = c.edition_id and e.boi_id = 'BOI-IR-A'`;
      await store.database.$client`
        update proof_leaves set empreinte = ${former}, leaf = replace(leaf, empreinte, ${former})
        where leaf like '%"BOI-IR-A"%'`;
      await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      expect((await leavesOf(store.database)).at(-1)).toMatchObject({
        evenement: "derivation",
        boi_id: "BOI-IR-A",
        fichier: "export.jsonl",
      });
    });

    test("a new parser that cuts the § of a text otherwise adds one too, once; a leaf of version 1 stays alone", async () => {
      const proof = proofConfig();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      const held = (await leavesOf(store.database)).length;
      // As if a former parser had read another number, and said so in the leaf.
      const recut = async (version: number) => {
        await store.database.$client`
          update wordings w set derivation_version = 1 from editions e
          where e.id = w.edition_id and e.boi_id = 'BOI-IR-A'`;
        await store.database.$client`update editions set derivation_version = 1 where boi_id = 'BOI-IR-A'`;
        await store.database.$client`
          update edition_contents c set seals = null,
            paragraphes = jsonb_set(c.paragraphes, '{0,numero}', to_jsonb('77'::text))
          from editions e where e.id = c.edition_id and e.boi_id = 'BOI-IR-A'`;
        await store.database.$client`
          update proof_leaves set leaf = jsonb_set(leaf::jsonb - 'paragraphes', '{v}', to_jsonb(${version}::int))::text
          where leaf like '%"BOI-IR-A"%'`;
        await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      };
      await recut(1);
      expect((await leavesOf(store.database)).length).toBe(held);
      await recut(2);
      expect((await leavesOf(store.database)).slice(held)).toMatchObject([
        { v: 2, evenement: "derivation", boi_id: "BOI-IR-A" },
      ]);
      await ingest(writeExport([...TEN, A, JANUARY]), { proof });
      expect((await leavesOf(store.database)).length).toBe(held + 1);
    });

    test("without a key nothing is signed, and an open log still receives its leaves", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, JANUARY]), { proof: proofConfig({ keys: [] }) });
      expect(await log()).toBeNull();
      const proof = proofConfig();
      await ingest(writeExport([...TEN, JANUARY]), { proof });
      const signed = (await log())?.last?.size;
      await ingest(writeExport([...TEN, A, MARCH], "2026-04-01T00:00:00Z"), {
        proof: { ...proof, keys: [] },
      });
      expect((await log())?.size).toBeGreaterThan(signed ?? 0);
      expect((await log())?.last?.size).toBe(signed ?? 0);
    });
  });

  describe("the next log opens", () => {
    test("when the database has forgotten what was signed; its first leaf holds the last known checkpoint", async () => {
      const proof = proofConfig();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, JANUARY]), { proof });
      const first = (await log())?.last;
      await ingest(writeExport([...TEN, A, MARCH], "2026-04-01T00:00:00Z"), { proof });
      const lost = await readFile(proof.checkpointFile, "utf8");
      await forgetAfter(first?.size ?? 0);
      await ingest(writeExport([...TEN, A, MARCH], "2026-04-01T00:00:00Z"), { proof });
      expect(await log(1)).toMatchObject({ isOpen: false, size: first?.size, last: first });
      const next = await leavesOf(store.database, 2);
      expect(next[0]).toMatchObject({ evenement: "reprise", fichier: lost, boi_id: null });
      expect(await checkpointOf(2)).toMatchObject({ origin: `${ORIGIN}/2`, size: next.length });
      // A third one follows a restore that forgets the second.
      await writeFile(proof.checkpointFile, lost.replace(`${ORIGIN}\n`, `${ORIGIN}/7\n`));
      await ingest(writeExport([...TEN, A, MARCH], "2026-04-01T00:00:00Z"), { proof });
      expect(await checkpointOf()).toMatchObject({ origin: `${ORIGIN}/8` });
    });

    /** What a restore of a dump made after the first run would bring back. */
    async function forgetAfter(size: number): Promise<void> {
      await store.database.$client.unsafe(`
        delete from proof_checkpoints where size > ${size}; delete from proof_leaves where rank >= ${size};
        update proof_logs set size = ${size};
        delete from journal where boi_id = 'BOI-IR-A' or date = '2021-03-31';`);
      await store.database.$client`
        insert into proof_leaves (log, rank, leaf, hash) values (1, ${size}, '{}', ${leafHash("{}")}::bytea)`;
      await store.database.$client`update proof_logs set size = size + 1`;
    }

    test("a file that is no checkpoint, or another service's, is told, and nothing is signed", async () => {
      const proof = proofConfig();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, JANUARY]), { proof });
      const signed = await log();
      const note = await readFile(proof.checkpointFile, "utf8");
      for (const content of ["n'importe quoi", note.replaceAll(ORIGIN, "ailleurs.test/preuves")]) {
        await writeFile(proof.checkpointFile, content);
        const run = await ingest(writeExport([...TEN, A, MARCH], "2026-04-01T00:00:00Z"), { proof });
        expect(run.status).toBe("succeeded");
        expect(run.message).toContain("rien n'est signé");
        expect((await log())?.last).toEqual(signed?.last ?? null);
      }
      await writeFile(proof.checkpointFile, note);
    });
  });

  describe("keys", () => {
    test("a new key is a leaf signed by the former, and the checkpoint that has it is signed by both", async () => {
      const proof = proofConfig();
      const next = newKey();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, JANUARY]), { proof });
      await ingest(writeExport([...TEN, A, MARCH], "2026-04-01T00:00:00Z"), {
        proof: { ...proof, keys: [next, ...proof.keys] },
      });
      const [former, latter] = [proof.keys[0] ?? "", next].map((key) =>
        signerKey(ORIGIN, readPrivateKey(key)),
      );
      if (former === undefined || latter === undefined) throw new Error("two keys");
      const named = (await leavesOf(store.database)).find(({ evenement }) => evenement === "cle");
      const note = parseNote(String(named?.["fichier"]));
      expect(note && checkSignature(note, former)).toBe("signed");
      const both = (await checkpointOf())?.note;
      expect([former, latter].map((key) => both && checkSignature(both, key))).toEqual(["signed", "signed"]);
      const later = dating("2021-04-30");
      await ingest(writeExport([...TEN, A, later], "2026-05-01T00:00:00Z"), {
        proof: { ...proof, keys: [next] },
      });
      const one = (await checkpointOf())?.note;
      expect([former, latter].map((key) => one && checkSignature(one, key))).toEqual(["absent", "signed"]);
    });

    test("an unknown key signs nothing, and the run says what to do", async () => {
      const proof = proofConfig();
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, JANUARY]), { proof });
      const signed = (await log())?.last;
      const run = await ingest(writeExport([...TEN, A, MARCH], "2026-04-01T00:00:00Z"), {
        proof: { ...proof, keys: [newKey()] },
      });
      expect(run.status).toBe("succeeded");
      expect(run.message).toContain("bun run proof --new-log");
      expect((await log())?.last).toEqual(signed ?? null);
    });
  });

  test("tiles are served as far as the last checkpoint covers them", async () => {
    const proof = proofConfig();
    await ingester(store.database).ingest(writeExport([...TEN, JANUARY]), { proof });
    const leaf = { ...NO_TEXT_LEAF, evenement: "edition" } as const;
    const many = Array.from({ length: 300 }, (_, rank) => ({ leaf: { ...leaf, pgp: rank }, sequence: null }));
    await appendLeaves(store.database, 1, many);
    const prover = await openProver(proof);
    if (prover === null) throw new Error("a key signs");
    await sealLog(store.database, prover, new Date());
    const size = (await log())?.last?.size ?? 0;
    const tile = (level: number | "entries", index: number, width: number) =>
      readTile(store.database, 1, { level, index, width });
    expect((await tile(0, 0, 256))?.length).toBe(256 * 32);
    expect((await tile(0, 1, size - 256))?.length).toBe((size - 256) * 32);
    expect((await tile(1, 0, 1))?.length).toBe(32);
    expect(Buffer.from((await tile(1, 0, 1)) ?? []).equals(await readRoot(store.database, 1, 256))).toBe(
      true,
    );
    for (const beyond of [
      tile(0, 1, size - 255),
      tile(0, 2, 1),
      tile(1, 0, 2),
      tile(2, 0, 1),
      tile("entries", 1, 256),
    ])
      expect(await beyond).toBeNull();
    await store.database
      .$client`update proof_leaves set leaf = replace(leaf, 'edition', 'EDITION') where rank = 3`;
    expect(String(await rejectionOf(tile("entries", 0, 256)))).toContain("journal de preuve 1");
  });
});
