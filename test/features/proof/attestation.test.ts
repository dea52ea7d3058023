/** What proves a § without the service: by our command, by the guide's script and by readers of others. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkAttestation } from "../../../bofip/proof/attestation.ts";
import { AttestationRefused } from "../../../bofip/proof/attested-leaf.ts";
import { signCheckpoint } from "../../../bofip/proof/checkpoint.ts";
import { leafHash } from "../../../bofip/proof/hashes.ts";
import { readPrivateKey, signerKey, writePublicKey, writeVerifierKey } from "../../../bofip/proof/keys.ts";
import { NO_TEXT_LEAF } from "../../../bofip/proof/leaf.ts";
import { heldAtLevel, tilePath } from "../../../bofip/proof/ranges.ts";
import { readCertificates, readTimestampAnswer, timestampRequest } from "../../../bofip/proof/timestamp.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { eraseWording } from "../../../db/erasure/erase.ts";
import { appendLeaves } from "../../../db/proof/leaves.ts";
import { openProofLog, readProofLog } from "../../../db/proof/logs.ts";
import { readOfficial } from "../../../ingest/parse/html.ts";
import type { Attestation } from "../../../src/features/proof/answer.ts";
import type { Status } from "../../../src/features/service/answer.ts";
import { ORIGIN, proofConfig, proveStore } from "../../fixtures/proof.ts";
import { temporaryFolder } from "../../folders.ts";
import { installPythonPackage } from "../../python-package.ts";
import { openService, type TestService } from "../../servers/service.ts";
import {
  openssl,
  startTimestamping,
  type TimestampingAuthority,
  timestampingAbsence,
} from "../../servers/timestamping.ts";

const ROOT = join(import.meta.dir, "../../..");
const PATH = "/v1/boi/BOI-IR-LIQ-20-10/paragraphes/40/attestation?date=2025-11-03";
// Their installation may wait for a network.
const TIMEOUT_MS = 240_000;

describe.skipIf(timestampingAbsence !== null)(`attestations (${timestampingAbsence ?? "openssl"})`, () => {
  let service: TestService;
  let key: string;
  let authority: TimestampingAuthority;
  const config = proofConfig();

  beforeAll(async () => {
    [service, authority] = await Promise.all([openService(), startTimestamping()]);
    key = await service.key("interne");
    await prove();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([service.close(), authority.stop()]);
  });

  const prove = () =>
    proveStore(service.database, {
      ...config,
      timestamping: { url: authority.url, ca: authority.ca },
    });

  async function attest(path = PATH): Promise<Attestation> {
    const answer = await service.get(path, key);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Attestation;
  }

  test("a § of a past day has all that proves it, and says what it does not prove", async () => {
    const attestation = await attest();
    const { texte, empreinte, position } = attestation.paragraphe;
    expect(fingerprint(texte)).toBe(empreinte);
    expect([...attestation.document.texte].slice(position.debut, position.fin).join("")).toBe(texte);
    expect(attestation.edition.empreinte).toBe(attestation.document.empreinte);
    expect(JSON.parse(Buffer.from(attestation.feuille.octets, "base64").toString())).toMatchObject({
      boi_id: "BOI-IR-LIQ-20-10",
      empreinte: attestation.document.empreinte,
      empreinte_source: attestation.officiel?.empreinte_source ?? "",
    });
    expect(attestation.horodatages).toMatchObject([{ autorite: "Autorité d'essai" }]);
    const told = JSON.stringify(attestation.explications);
    expect(told).toContain("notre parole");
    expect(told).not.toContain("qualifié");
    const sound = await checkAttestation(attestation, {
      roots: readCertificates(authority.ca),
      readOfficial,
    });
    expect(sound).toMatchObject({ origin: ORIGIN, timestamps: [{ authority: "Autorité d'essai" }] });
  });

  describe("each fault has its own refusal", () => {
    const other = generateKeyPairSync("ed25519");
    const forgedBy = (note: string, size: number) => {
      const root = Buffer.from(note.split("\n")[2] ?? "", "base64");
      return signCheckpoint({ origin: ORIGIN, size, root }, [signerKey(ORIGIN, other.privateKey)]);
    };
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const cases: readonly (readonly [string, (good: Attestation) => Promise<unknown> | unknown, string])[] = [
      [
        "an altered §",
        (a) => ({ ...a, paragraphe: { ...a.paragraphe, texte: `${a.paragraphe.texte} Sauf exception.` } }),
        "Le texte du § n'a pas l'empreinte",
      ],
      [
        "an altered §, with its own fingerprint",
        (a) => ({
          ...a,
          paragraphe: {
            ...a.paragraphe,
            texte: "Sauf exception.",
            empreinte: fingerprint("Sauf exception."),
          },
        }),
        "Le § ne se trouve pas à cette position",
      ],
      [
        "an altered document",
        (a) => ({ ...a, document: { ...a.document, texte: "Autre." } }),
        "Le texte du document",
      ],
      [
        "other official bytes",
        (a) => ({ ...a, officiel: { ...a.officiel, contenu: base64("autres") } }),
        "Les octets officiels",
      ],
      [
        "the leaf of another text",
        (a) => ({ ...a, edition: { ...a.edition, date_debut: "1999-01-01" } }),
        "La feuille du journal ne parle pas de ce texte",
      ],
      [
        "a forged leaf",
        (a) => {
          const leaf = Buffer.from(a.feuille.octets, "base64")
            .toString()
            .replace(/"derivation":\d+/, '"derivation":0');
          return { ...a, feuille: { ...a.feuille, octets: base64(leaf) } };
        },
        "La feuille n'est pas dans l'arbre",
      ],
      [
        "a truncated log",
        (a) => ({
          ...a,
          checkpoint: forgedBy(a.checkpoint, a.feuille.rang),
          cle_publique: writePublicKey(other.publicKey),
        }),
        "le journal est tronqué",
      ],
      [
        "a replaced key",
        (a) => ({ ...a, cle_publique: writePublicKey(other.publicKey) }),
        "La clé publique jointe",
      ],
      [
        "a checkpoint altered after its signature",
        (a) => ({ ...a, checkpoint: a.checkpoint.replace(/\n\d+\n/, "\n999999\n") }),
        "La signature de la tête",
      ],
      [
        "a token of another hash",
        async (a) => ({ ...a, horodatages: [{ jeton: await tokenOf(authority, "autre chose") }] }),
        "celui d'une autre empreinte",
      ],
      [
        "an expired certificate",
        async (a) => {
          const late = await startTimestamping(0);
          const jeton = await tokenOf(late, a.checkpoint);
          await late.stop();
          return { ...a, horodatages: [{ jeton }] };
        },
        "n'était pas valide à l'instant",
      ],
      [
        "an unknown authority",
        async (a) => {
          const stranger = await startTimestamping();
          const jeton = await tokenOf(stranger, a.checkpoint);
          await stranger.stop();
          return { ...a, horodatages: [{ jeton }] };
        },
        "n'est pas reconnue par les racines",
      ],
    ];

    test.each(cases)("%s", async (_, change, sentence) => {
      const changed = (await change(await attest())) as Attestation;
      const refusal = await checkAttestation(changed, {
        roots: readCertificates(authority.ca),
        readOfficial,
      }).catch((error) => error);
      expect(refusal).toBeInstanceOf(AttestationRefused);
      expect(String(refusal.message)).toContain(sentence);
    });

    async function tokenOf(by: TimestampingAuthority, data: string): Promise<string> {
      const { request, nonce } = timestampRequest(Buffer.from(data));
      return Buffer.from(readTimestampAnswer(await by.reply(request), nonce) ?? []).toString("base64");
    }
  });

  describe("in another folder, without the service", () => {
    const folder = temporaryFolder();
    const run = async (command: readonly string[], environment: Record<string, string> = {}) => {
      const options = {
        cwd: folder,
        stdout: "pipe",
        stderr: "pipe",
        env: { ...process.env, ...environment },
      } as const;
      const child = Bun.spawn([...command], options);
      const [output, fault] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      return { code: await child.exited, output: output + fault };
    };
    beforeAll(async () => {
      const attestation = await attest();
      await Bun.write(join(folder, "attestation.json"), JSON.stringify(attestation));
      await Bun.write(join(folder, "racines.pem"), authority.ca);
      await Bun.write(join(folder, "tete"), attestation.checkpoint);
      await Bun.write(join(folder, "jeton"), Buffer.from(attestation.horodatages[0]?.jeton ?? "", "base64"));
      const altered = { ...attestation, paragraphe: { ...attestation.paragraphe, texte: "Autre." } };
      await Bun.write(join(folder, "changee.json"), JSON.stringify(altered));
    });

    test("our command says what is proved, and refuses what was changed", async () => {
      const command = ["bun", join(ROOT, "ingest/verify-attestation.ts")];
      const whole = await run([...command, "attestation.json", "--ca", "racines.pem"]);
      expect(whole).toMatchObject({
        code: 0,
        output: expect.stringContaining("Ce texte était inscrit au journal"),
      });
      const unchecked = await run([...command, "attestation.json"]);
      expect(unchecked).toMatchObject({
        code: 0,
        output: expect.stringContaining("Aucune date n'est prouvée"),
      });
      const changed = await run([...command, "changee.json"]);
      expect(changed).toMatchObject({ code: 1, output: expect.stringContaining("Refusée. Le texte du §") });
      for (const [words, sentence] of [
        [["absent.json"], "Fichier illisible"],
        [["racines.pem"], "n'est pas une attestation"],
        [["attestation.json", "--ca", "attestation.json"], "ne contient pas de certificat"],
        [[], "est attendu"],
      ] as const)
        expect((await run([...command, ...words])).output).toContain(sentence);
    });

    test("openssl verifies the timestamp", async () => {
      const command = [
        "ts",
        "-verify",
        "-token_in",
        "-in",
        "jeton",
        "-data",
        "tete",
        "-CAfile",
        "racines.pem",
      ];
      expect(await openssl(folder, command)).toContain("Verification: OK");
    });

    test(
      "the guide's script verifies it, with Python and a package of others",
      async () => {
        const installed = await installPythonPackage("cryptography==50.0.2");
        if (typeof installed === "string") return console.warn(`skipped: ${installed}`);
        const script = [installed.python, join(ROOT, "src/docs/recipes/attestation.py")];
        const whole = await run([...script, "attestation.json", "racines.pem"], installed.environment);
        expect(whole).toMatchObject({ code: 0, output: expect.stringContaining("Horodatée le") });
        const changed = await run([...script, "changee.json"], installed.environment);
        expect(changed).toMatchObject({ code: 1, output: expect.stringContaining("le § a été modifié") });
      },
      TIMEOUT_MS,
    );
  });

  test("checkpoint and tiles are public, cached as long as they hold, and 404 as a program reads it", async () => {
    const checkpoint = await service.get("/preuves/checkpoint");
    expect(checkpoint.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(checkpoint.headers.get("cache-control")).toBe("public, max-age=60");
    const size = Number((await checkpoint.text()).split("\n")[1]);
    const partial = await service.get(
      `/preuves/tile/0/${tilePath({ level: 0, index: 0, width: size }).slice(2)}`,
    );
    expect(partial.headers.get("content-type")).toBe("application/octet-stream");
    expect((await partial.arrayBuffer()).byteLength).toBe(32 * size);
    const head = await service.get("/preuves/checkpoint", undefined, { method: "HEAD" });
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    for (const path of [
      "/preuves/tile/0/001",
      "/preuves/tile/0/0",
      "/preuves/2/checkpoint",
      "/preuves/x/checkpoint",
    ]) {
      const absent = await service.get(path);
      expect(absent.status).toBe(404);
      expect(await absent.json()).toMatchObject({ error: { code: "unknown_route" } });
    }
  });

  test(
    "a published reader of such logs verifies checkpoint, inclusion and growth from the tiles (aics-tlog)",
    async () => {
      // Asks for a recent Python, and runs with an older one.
      const installed = await installPythonPackage("aics-tlog==0.2.1", ["--ignore-requires-python"]);
      if (typeof installed === "string") return console.warn(`skipped: ${installed}`);
      const folder = temporaryFolder();
      const vkey = writeVerifierKey(signerKey(ORIGIN, readPrivateKey(config.keys[0] ?? "")));
      const ask = async (words: readonly string[]) => {
        const options = { stdout: "pipe", env: { ...process.env, ...installed.environment } } as const;
        const child = Bun.spawn([installed.python, "-m", "aics_tlog", ...words, "--log-key", vkey], options);
        return JSON.parse(await new Response(child.stdout).text()) as unknown;
      };
      await Bun.write(join(folder, "ancienne"), await (await service.get("/preuves/checkpoint")).text());
      // Beyond a full tile.
      const leaf = { ...NO_TEXT_LEAF, evenement: "actualite" } as const;
      const more = Array.from({ length: 300 }, (_, pgp) => ({ leaf: { ...leaf, pgp }, sequence: null }));
      await appendLeaves(service.database, 1, more);
      await prove();
      const tiles = join(folder, "tuiles");
      const size = await mirror(tiles);
      const { feuille } = await attest();
      await Bun.write(join(folder, "feuille"), Buffer.from(feuille.octets, "base64"));
      expect(await ask(["verify-checkpoint", "--tiles", tiles])).toMatchObject({ ok: true });
      const inclusion = [
        "verify-inclusion",
        "--leaf",
        join(folder, "feuille"),
        "--index",
        String(feuille.rang),
      ];
      expect(await ask([...inclusion, "--tiles", tiles])).toMatchObject({ ok: true });
      const growth = ["verify-consistency", "--old-checkpoint", join(folder, "ancienne"), "--tiles", tiles];
      expect(await ask(growth)).toMatchObject({ ok: true });
      expect(size).toBeGreaterThan(300);
      await growsForTheRecipe(installed.python, folder);
    },
    TIMEOUT_MS,
  );

  /** Copies the checkpoint and the tiles to a folder; returns the size of the log. */
  async function mirror(folder: string): Promise<number> {
    const copy = async (path: string) => {
      const answer = await service.get(`/preuves/${path}`);
      expect(answer.status).toBe(200);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await Bun.write(join(folder, path), await answer.arrayBuffer());
    };
    await copy("checkpoint");
    const size = (await readProofLog(service.database))?.last?.size ?? 0;
    for (const level of [0, 1, "entries"] as const) {
      const held = heldAtLevel(level, size);
      for (let index = 0; index * 256 < held; index += 1)
        await copy(`tile/${tilePath({ level, index, width: Math.min(256, held - index * 256) })}`);
    }
    return size;
  }

  /** The guide's script follows the growth over HTTP, and refuses a log that was rewritten. */
  async function growsForTheRecipe(python: string, folder: string): Promise<void> {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => service.get(new URL(request.url).pathname),
    });
    const options = { cwd: folder, stdout: "pipe", stderr: "pipe" } as const;
    const follow = async (file: string) => {
      const script = join(ROOT, "src/docs/recipes/coherence.py");
      const env = { ...process.env, JOURNAL: `${server.url.origin}/preuves` };
      const child = Bun.spawn([python, script, file], { ...options, env });
      const [output, fault] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      return output + fault;
    };
    await Bun.write(join(folder, "fausse"), forgedRoot(await Bun.file(join(folder, "ancienne")).text()));
    expect(await follow("fausse")).toContain("Le journal a changé ce qu'il avait signé");
    expect(await follow("ancienne")).toContain("300 feuilles de plus");
    await server.stop(true);
  }

  function forgedRoot(note: string): string {
    const lines = note.split("\n");
    return lines.with(2, Buffer.from(leafHash("fausse")).toString("base64")).join("\n");
  }

  test("the page of a document leads to the attestation of each §, which prints, and to its file", async () => {
    const { edition } = await attest();
    const page = await (await service.get(`/consultation/BOI-IR-LIQ-20-10/${edition.date_debut}`)).text();
    const [, href = ""] = /<a class="attested" href="([^"]+)"/.exec(page) ?? [];
    expect(href).toContain("/attestation");
    const shown = await service.get(href);
    expect(shown.status).toBe(200);
    const text = await shown.text();
    for (const words of [
      "Attestation du §",
      ORIGIN,
      "Autorité d&#x27;essai",
      "notre parole",
      "attestation.json",
    ])
      expect(text).toContain(words);
    const file = await service.get(href.replace("/attestation", "/attestation.json"));
    expect(file.headers.get("content-disposition")).toContain("attestation-BOI-IR-LIQ-20-10");
    const attestation = (await file.json()) as Attestation;
    expect(await checkAttestation(attestation, { roots: null, readOfficial })).toMatchObject({
      origin: ORIGIN,
    });
  });

  test("the page of the log and the status tell where it is, by the instants of this store", async () => {
    const page = await (await service.get("/preuves")).text();
    for (const words of ["Journal de preuve", ORIGIN, "Clé (SHA-256)"]) expect(page).toContain(words);
    const status = (await (await service.get("/v1/status")).json()) as Status;
    expect(status.checks.preuve).toEqual({
      ok: true,
      journal: ORIGIN,
      feuilles: expect.any(Number),
      signees: expect.any(Number),
      tete_le: "2026-11-20T04:00:00.000Z",
      horodatee_le: expect.stringMatching(/Z$/),
    });
  });

  test("an erased text keeps its leaf, and its words are no longer given", async () => {
    const { document, feuille } = await attest();
    await eraseWording(service.database, { empreinte: document.empreinte, reason: "essai" }, new Date());
    expect((await service.get(PATH, key)).status).toBe(410);
    const [row] = await service.database.$client<{ leaf: string }[]>`
      select leaf from proof_leaves where log = 1 and rank = ${feuille.rang}`;
    expect(row?.leaf).toBe(Buffer.from(feuille.octets, "base64").toString());
  });

  test("without a log, or before the text is signed, the refusal says which", async () => {
    const bare = await openService();
    const its = await bare.key("interne");
    const refusal = async () =>
      (await (await bare.get(PATH, its)).json()) as { error: { code: string; message: string } };
    expect((await refusal()).error).toMatchObject({
      code: "attestation_unavailable",
      message: expect.stringContaining("PROOF_KEY"),
    });
    await openProofLog(bare.database, { id: 1, origin: ORIGIN, publicKey: "", first: null, now: new Date() });
    expect((await refusal()).error.message).toContain("n'est pas encore sous une tête signée");
    await bare.close();
  });
});
