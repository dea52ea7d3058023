/** A real attestation of each version, altered in every way: by our verifier, and by the guide's in Python. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import {
  type AttestationChecks,
  checkAttestation,
  type SoundAttestation,
} from "../../../bofip/proof/attestation.ts";
import { AttestationRefused, type CheckedAttestation } from "../../../bofip/proof/attested-leaf.ts";
import { signCheckpoint } from "../../../bofip/proof/checkpoint.ts";
import { leafHash, nodeHash } from "../../../bofip/proof/hashes.ts";
import { signerKey, writePublicKey } from "../../../bofip/proof/keys.ts";
import { paragraphPrints, printOfParagraphs } from "../../../bofip/proof/leaf.ts";
import { readCertificates, readTimestampAnswer, timestampRequest } from "../../../bofip/proof/timestamp.ts";
import { fingerprint, sha256 } from "../../../bofip/text/characters.ts";
import { readOfficial } from "../../../ingest/parse/html.ts";
import type { Attestation } from "../../../src/features/proof/answer.ts";
import { ORIGIN, proofConfig, proveStore } from "../../fixtures/proof.ts";
import { temporaryFolder } from "../../folders.ts";
import { installPythonPackage } from "../../python-package.ts";
import { openService, type TestService } from "../../servers/service.ts";
import {
  startTimestamping,
  type TimestampingAuthority,
  timestampingAbsence,
} from "../../servers/timestamping.ts";

const ROOT = join(import.meta.dir, "../../..");
const PATH = "/v1/boi/BOI-IR-LIQ-20-10/paragraphes/40/attestation?date=2025-11-03";
const TIMEOUT_MS = 240_000;
const VERSIONS = [1, 2] as const;
type Version = (typeof VERSIONS)[number];

/** What a verifier must do: refuse, name a field as our word and say the rest alike, or say less. */
type Expected = "refused" | "undated" | { readonly ourWord: string } | { readonly insufficient: string };

interface Alteration {
  readonly name: string;
  readonly change: (good: Attestation, others: Others) => unknown;
  readonly expected: Expected | Readonly<Record<Version, Expected>>;
}

/** What an attacker has at hand. */
interface Others {
  readonly publicKey: string;
  /** Of another head, by the true authority. */
  readonly otherToken: string;
  /** Of this head, by an authority of one's own. */
  readonly strangeToken: string;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const leafOf = ({ feuille }: Attestation) => Buffer.from(feuille.octets, "base64").toString();
const word = (name: string) => ({ ourWord: name });

/** A copy with another value at a path. */
function put(value: unknown, path: string, member: unknown): unknown {
  const [name = "", ...rest] = path.split(".");
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...Object(value) };
  Reflect.set(copy, name, rest.length === 0 ? member : put(Reflect.get(copy, name), rest.join("."), member));
  return copy;
}

const set = (path: string, member: unknown) => (good: Attestation) => put(good, path, member);

/** Words of the document from one code point to another, given as the §. */
function cut(good: Attestation, debut: number, fin: number): Attestation {
  const texte = [...good.document.texte].slice(debut, fin).join("");
  const paragraphe = { ...good.paragraphe, texte, empreinte: fingerprint(texte), position: { debut, fin } };
  return { ...good, paragraphe };
}

function withDocument(good: Attestation, change: (texte: string) => string): Attestation {
  const texte = change(good.document.texte);
  return { ...good, document: { texte, empreinte: fingerprint(texte) } };
}

/** The whole file rewritten for other words, but what is signed. */
function forged(good: Attestation): Attestation {
  const changed = withDocument(good, (texte) => texte.replace(good.paragraphe.texte, "Sauf exception."));
  const { debut } = good.paragraphe.position;
  const rewritten = cut(changed, debut, debut + "Sauf exception.".length);
  return { ...rewritten, edition: { ...good.edition, empreinte: rewritten.document.empreinte } };
}

const list = (change: (prints: string[][]) => unknown): Alteration["change"] => {
  return (good) => ({ ...good, paragraphes: change([...(good.paragraphes ?? [])]) });
};
const onlyListed = { 1: word("paragraphes"), 2: "refused" } as const;
const leaf = (pattern: RegExp, by: string) => (good: Attestation) =>
  put(good, "feuille.octets", base64(leafOf(good).replace(pattern, by)));
const head = (pattern: RegExp, by: string) => (good: Attestation) =>
  put(good, "checkpoint", good.checkpoint.replace(pattern, by));
const SIGNED_CHARACTER = /(?<=— \S+ .{12})./;

const REFUSED: readonly (readonly [string, Alteration["change"]])[] = [
  ["the number of another §", set("paragraphe.numero", "50")],
  ["a number that no § has", set("paragraphe.numero", "999")],
  ["a number with a space", set("paragraphe.numero", "40 ")],
  ["a § cut short", (a) => cut(a, a.paragraphe.position.debut, a.paragraphe.position.fin - 20)],
  ["a § without its first words", (a) => cut(a, a.paragraphe.position.debut + 12, a.paragraphe.position.fin)],
  [
    "a § that goes on into the next",
    (a) => cut(a, a.paragraphe.position.debut, a.paragraphe.position.fin + 40),
  ],
  ["the whole document as the §", (a) => cut(a, 0, [...a.document.texte].length)],
  ["the first words of the document as the §", (a) => cut(a, 0, 60)],
  ["an empty §", (a) => cut(a, 0, 0)],
  ["another place", (a) => put(a, "paragraphe.position.debut", a.paragraphe.position.debut + 1)],
  ["an end before the start", set("paragraphe.position.fin", 0)],
  ["words of the §", (a) => put(a, "paragraphe.texte", `${a.paragraphe.texte} Sauf exception.`)],
  ["the fingerprint of the §", set("paragraphe.empreinte", fingerprint("autre"))],
  ["another document", set("paragraphe.boi_id", "BOI-IR-LIQ-20-20")],
  ["words of the document", (a) => put(a, "document.texte", `${a.document.texte} Sauf exception.`)],
  [
    "words of the document, with their fingerprint",
    (a) => withDocument(a, (texte) => `${texte} Sauf exception.`),
  ],
  ["the fingerprint of the document", set("document.empreinte", fingerprint("autre"))],
  ["all the words, rewritten together", forged],
  ["the day of the edition", set("edition.date_debut", "2012-01-01")],
  ["the PGP number", set("edition.pgp", 9999)],
  ["the fingerprint of the edition", set("edition.empreinte", fingerprint("autre"))],
  ["that of its official bytes", set("edition.empreinte_source", sha256("autre"))],
  ["when it was received", set("edition.recue_le", "2012-01-01T00:00:00.000Z")],
  ["that it was received", set("edition.recue_le", null)],
  ["the kind of its source", set("edition.provenance.genre", "archive")],
  ["the file of its source", set("edition.provenance.fichier", "journal-officiel.tgz")],
  ["the fingerprint of that file", set("edition.provenance.empreinte_fichier", sha256("autre"))],
  ["official bytes", set("officiel.contenu", base64("<p>autre</p>"))],
  [
    "official bytes, with their fingerprint",
    (a) => put(put(a, "officiel.contenu", base64("autre")), "officiel.empreinte_source", sha256("autre")),
  ],
  ["when they were received", set("officiel.provenance.recue_le", "2012-01-01T00:00:00.000Z")],
  ["the file of official bytes", set("officiel.provenance.fichier", "journal-officiel.tgz")],
  ["the fingerprint of their file", set("officiel.provenance.empreinte_fichier", sha256("autre"))],
  ["the rank of the leaf", (a) => put(a, "feuille.rang", a.feuille.rang === 0 ? 1 : 0)],
  ["the day of the leaf", leaf(/"date_debut":"[^"]*"/, '"date_debut":"2012-01-01"')],
  [
    "the day of the leaf and of the edition",
    (a) =>
      put(leaf(/"date_debut":"[^"]*"/, '"date_debut":"2012-01-01"')(a), "edition.date_debut", "2012-01-01"),
  ],
  ["the event of the leaf", leaf(/"evenement":"\w+"/, '"evenement":"effacement"')],
  ["a leaf that is none", set("feuille.octets", base64("{}"))],
  ["the size of the tree", (a) => put(a, "inclusion.taille", a.inclusion.taille + 1)],
  ["a hash of the path left out", (a) => put(a, "inclusion.hachages", a.inclusion.hachages.slice(1))],
  ["the path turned round", (a) => put(a, "inclusion.hachages", a.inclusion.hachages.toReversed())],
  ["a hash of the path", (a) => put(a, "inclusion.hachages.0", base64("autre"))],
  ["the size of the head", head(/\n\d+\n/, "\n999999\n")],
  ["the name of the log", head(/bofip\.test/g, "courdecassation.fr")],
  ["a line added to what is signed", head(/\n\n/, "\nle 1er janvier 2012\n\n")],
  [
    "a signature",
    (a) => head(SIGNED_CHARACTER, SIGNED_CHARACTER.exec(a.checkpoint)?.[0] === "A" ? "B" : "A")(a),
  ],
  [
    "another signature beside",
    (a) => put(a, "checkpoint", `${a.checkpoint}— autre ${base64("autre signature")}\n`),
  ],
  ["the key", (a, { publicKey }) => put(a, "cle_publique", publicKey)],
  ["the day of a timestamp", set("horodatages.0.instant", "2012-01-01T00:00:00.000Z")],
  ["the authority of a timestamp", set("horodatages.0.autorite", "Cour de cassation")],
  ["a token of another head", (a, { otherToken }) => put(a, "horodatages.0.jeton", otherToken)],
  [
    "a token of an authority of one's own",
    (a, { strangeToken }) => ({ ...a, horodatages: [{ jeton: strangeToken }] }),
  ],
  ["a token that is none", set("horodatages.0.jeton", base64("2012-01-01"))],
  ["bytes that a lax reader passes over", (a) => put(a, "feuille.octets", `${a.feuille.octets} `)],
  ["the same in a hash", (a) => put(a, "inclusion.hachages.0", `!${a.inclusion.hachages[0]}`)],
  ["the version", (a) => put(a, "v", a.v === 1 ? 2 : 1)],
];

const OUR_WORD: readonly (readonly [string, unknown])[] = [
  ["edition.date_fin", "2031-01-01"],
  ["edition.jour", "2012-01-01"],
  ["edition.certitude", "attestee"],
  ["edition.certitude_dates", "presumee"],
  ["edition.certitude_texte", "attestee"],
  ["edition.texte_observe", { du: "2012-01-01", au: "2031-01-01" }],
  ["edition.fin_constatee", true],
  ["edition.redactions", 12],
  ["edition.citation", "Cour de cassation, 1er janvier 2012"],
  ["edition.page", "https://exemple.test/"],
  ["edition.url", "https://exemple.test/"],
  ["edition.provenance.date_source", "2012-01-01"],
  ["officiel.provenance.serveur", { adresse: "https://exemple.test/", certificat: null, emetteur: null }],
  ["explications", [{ element: "paragraphe", prouve: "Tout.", ne_prouve_pas: "Rien." }]],
  ["certifie_par", "Cour de cassation"],
  ["paragraphe.certifie_par", "Cour de cassation"],
];

const alterations: readonly Alteration[] = [
  ...REFUSED.map(([name, change]) => ({ name, change, expected: "refused" as const })),
  ...OUR_WORD.map(([path, value]) => ({ name: path, change: set(path, value), expected: word(path) })),
  {
    name: "a field named as a path",
    change: (a) => ({ ...a, "paragraphe.numero": "50" }),
    expected: word('"paragraphe.numero"'),
  },
  {
    name: "white space, without any word",
    change: (a) => {
      const spaced = (texte: string) => texte.replaceAll("\n", " ");
      const document = { ...a.document, texte: spaced(a.document.texte) };
      return { ...a, document, paragraphe: { ...a.paragraphe, texte: spaced(a.paragraphe.texte) } };
    },
    expected: word("blancs des textes (espaces, retours à la ligne)"),
  },
  {
    name: "another signature beside, without timestamps",
    change: (a) => ({
      ...a,
      horodatages: [],
      checkpoint: `${a.checkpoint}— autre ${base64("autre signature")}\n`,
    }),
    expected: "undated",
  },
  { name: "no timestamp", change: (a) => ({ ...a, horodatages: [] }), expected: "undated" },
  {
    name: "no official bytes",
    change: (a) => ({ ...a, officiel: null }),
    expected: { 1: { insufficient: "paragraphe.numero" }, 2: { insufficient: "officiel" } },
  },
  {
    name: "no official bytes, and another number",
    change: (a) => put({ ...a, officiel: null }, "paragraphe.numero", "50"),
    expected: { 1: { insufficient: "paragraphe.numero" }, 2: "refused" },
  },
  {
    name: "no official bytes, and a § cut short",
    change: (a) => ({
      ...cut(a, a.paragraphe.position.debut, a.paragraphe.position.fin - 20),
      officiel: null,
    }),
    expected: { 1: { insufficient: "limites du §" }, 2: "refused" },
  },
  {
    name: "the list of §, made of the § shown alone",
    change: list(() => [["40", fingerprint("autre")]]),
    expected: onlyListed,
  },
  { name: "a § left out of the list", change: list((prints) => prints.slice(1)), expected: onlyListed },
  {
    name: "two § of the list, exchanged",
    change: list((prints) => prints.toReversed()),
    expected: onlyListed,
  },
  {
    name: "a number of the list and of the §",
    change: (a, others) => {
      const renamed = (prints: string[][]) =>
        prints.map(([one = "", print = ""]) => [one === "40" ? "41" : one, print]);
      return put(list(renamed)(a, others), "paragraphe.numero", "41");
    },
    expected: "refused",
  },
  {
    name: "two § of the list, read as one",
    change: list(([[one = "", print = ""] = [], [next = "", last = ""] = [], ...rest]) => [
      [`${one}\t${print}\n${next}`, last],
      ...rest,
    ]),
    expected: onlyListed,
  },
  {
    name: "no list",
    change: (a) => ({ ...a, paragraphes: null }),
    expected: { 1: word("edition.date_fin"), 2: "refused" },
  },
];

describe.skipIf(timestampingAbsence !== null)(
  `altered attestations (${timestampingAbsence ?? "openssl"})`,
  () => {
    const folder = temporaryFolder();
    const other = generateKeyPairSync("ed25519");
    let service: TestService;
    let authority: TimestampingAuthority;
    let checks: AttestationChecks;
    let good: Readonly<Record<Version, Attestation>>;
    let others: Readonly<Record<Version, Others>>;

    beforeAll(async () => {
      [service, authority] = await Promise.all([openService(), startTimestamping()]);
      const timestamping = { url: authority.url, ca: authority.ca };
      await proveStore(service.database, { ...proofConfig(), timestamping });
      checks = { roots: readCertificates(authority.ca), readOfficial };
      const answer = await service.get(PATH, await service.key("interne"));
      const second = (await answer.json()) as Attestation;
      good = { 1: await asFirstVersion(second), 2: second };
      const stranger = await startTimestamping();
      others = { 1: await atHand(good[1], stranger), 2: await atHand(good[2], stranger) };
      await stranger.stop();
      await Bun.write(join(folder, "racines.pem"), authority.ca);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await Promise.all([service.close(), authority.stop()]);
    });

    const atHand = async ({ checkpoint }: Attestation, stranger: TimestampingAuthority): Promise<Others> => ({
      publicKey: writePublicKey(other.publicKey),
      otherToken: await tokenOf(authority, "autre tête"),
      strangeToken: await tokenOf(stranger, checkpoint),
    });

    async function tokenOf(by: TimestampingAuthority, data: string): Promise<string> {
      const { request, nonce } = timestampRequest(Buffer.from(data));
      return Buffer.from(readTimestampAnswer(await by.reply(request), nonce) ?? []).toString("base64");
    }

    /** As a release of version 1 gave it: its leaf, in a log of its own. @param held what the leaf does not know. */
    async function asFirstVersion(
      { paragraphes: _, ...second }: Attestation,
      held: Readonly<Record<string, null>> = {},
    ): Promise<Attestation> {
      const { paragraphes: __, ...facts } = JSON.parse(
        Buffer.from(second.feuille.octets, "base64").toString(),
      );
      const octets = JSON.stringify({ ...facts, v: 1, ...held });
      const [before, own, after] = ["{}", octets, "[]"].map(leafHash);
      if (before === undefined || own === undefined || after === undefined) throw new Error("three leaves");
      const root = nodeHash(nodeHash(before, own), after);
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const checkpoint = signCheckpoint({ origin: ORIGIN, size: 3, root }, [signerKey(ORIGIN, privateKey)]);
      const [stamp] = second.horodatages;
      if (stamp === undefined) throw new Error("a timestamp");
      const bare: CheckedAttestation = {
        ...second,
        v: 1,
        feuille: { rang: 1, octets: base64(octets) },
        inclusion: {
          taille: 3,
          hachages: [before, after].map((hash) => Buffer.from(hash).toString("base64")),
        },
        checkpoint,
        cle_publique: writePublicKey(publicKey),
        horodatages: [{ jeton: await tokenOf(authority, checkpoint) }],
      };
      const [read] = (await checkAttestation(bare, { ...checks })).timestamps;
      const horodatages = [{ ...bare.horodatages[0], autorite: read?.authority, instant: read?.instant }];
      return { ...bare, horodatages } as Attestation;
    }

    const expectedOf = ({ expected }: Alteration, version: Version): Expected =>
      typeof expected === "object" && version in expected
        ? (expected as Readonly<Record<Version, Expected>>)[version]
        : (expected as Expected);

    test("they are fifty at least, and what they alter is sound in both versions", async () => {
      expect(alterations.length).toBeGreaterThan(50);
      for (const version of VERSIONS) {
        const sound = await checkAttestation(good[version], checks);
        expect(sound).toMatchObject({ numero: "40", date: good[version].edition.date_debut, lacks: [] });
        expect(sound.timestamps).toMatchObject([{ authority: "Autorité d'essai" }]);
        for (const proved of ["paragraphe", "document", "feuille", "inclusion", "checkpoint", "horodatages"])
          expect(sound.ourWord.filter((name) => name.startsWith(proved))).toEqual([]);
      }
      const { paragraphes } = good[2];
      expect(JSON.parse(leafOf(good[2]))).toMatchObject({
        v: 2,
        paragraphes: printOfParagraphs(paragraphes ?? []),
      });
    });

    describe.each(VERSIONS)("version %d, by our verifier", (version) => {
      test.each(alterations)("$name", async (alteration) => {
        const changed = alteration.change(good[version], others[version]) as CheckedAttestation;
        expect(changed).not.toEqual(good[version] as CheckedAttestation);
        const expected = expectedOf(alteration, version);
        const found = await checkAttestation(changed, checks).catch((error: unknown) => error);
        if (expected === "refused") return expect(found).toBeInstanceOf(AttestationRefused);
        const { ourWord, ...said } = found as SoundAttestation;
        const { ourWord: _, ...true_ } = await checkAttestation(good[version], checks);
        if (expected === "undated") return expect(said).toEqual({ ...true_, timestamps: [] });
        if ("ourWord" in expected) {
          expect(said).toEqual(true_);
          return expect(ourWord).toContain(expected.ourWord);
        }
        expect(said.lacks).not.toEqual([]);
        expect(said.numero).toBe(version === 1 ? null : "40");
        return expect(ourWord).toContain(expected.insufficient);
      });
    });

    test("without the roots, nothing of a timestamp is said, and it is named as our word", async () => {
      const sound = await checkAttestation(good[2], { ...checks, roots: null });
      expect(sound.timestamps).toEqual([]);
      expect(sound.ourWord).toContain("horodatages");
    });

    test("the first timestamp is the earliest, whatever their order in the file", async () => {
      const [first] = good[2].horodatages;
      await Bun.sleep(1_100);
      const later = { jeton: await tokenOf(authority, good[2].checkpoint) };
      const sound = await checkAttestation(
        { ...good[2], horodatages: [later, ...(first === undefined ? [] : [first])] },
        checks,
      );
      expect(sound.timestamps[0]?.instant).toBe(first?.instant ?? "");
    });

    test("a leaf of version 1 that names no official bytes leaves the number to our word", async () => {
      const bare = await asFirstVersion(good[2], { empreinte_source: null });
      const sound = await checkAttestation(bare, checks);
      expect(sound).toMatchObject({ numero: null, lacks: [expect.stringContaining("notre parole")] });
      expect(sound.ourWord).toEqual(
        expect.arrayContaining(["paragraphe.numero", "edition.empreinte_source", "officiel"]),
      );
    });

    test("every § of the sample is numbered alike by its list and by its official bytes", async () => {
      for (const [numero] of good[2].paragraphes ?? []) {
        const [span] = readOfficial(
          Buffer.from(good[2].officiel?.contenu ?? "", "base64").toString(),
          good[2].edition.date_debut,
        );
        const prints = paragraphPrints(span?.texte ?? "", span?.paragraphes ?? []);
        expect(prints.find(([one]) => one === numero)).toEqual(
          good[2].paragraphes?.find(([one]) => one === numero) as [string, string],
        );
      }
    });

    test("our command ends with 3 for what is insufficient, with 1 for a field written twice or left out", async () => {
      const run = async (written: string) => {
        await Bun.write(join(folder, "a.json"), written);
        const command = ["bun", join(ROOT, "ingest/verify-attestation.ts"), "a.json", "--ca", "racines.pem"];
        const child = Bun.spawn(command, { cwd: folder, stdout: "pipe", stderr: "pipe" });
        const said = await Promise.all([
          new Response(child.stdout).text(),
          new Response(child.stderr).text(),
        ]);
        return { code: await child.exited, said: said.join("") };
      };
      const whole = await run(JSON.stringify(good[2], null, 2));
      expect(whole).toEqual({
        code: 0,
        said: expect.stringMatching(
          /^Vérifié : BOI-IR-LIQ-20-10, § 40,[\s\S]*\nNotre parole.* edition\.date_fin,/,
        ),
      });
      const lost = await run(JSON.stringify({ ...good[1], officiel: null }));
      expect({ ...lost }).toMatchObject({ code: 3, said: expect.stringContaining("notre parole") });
      expect(lost.said.includes("§ 40")).toBe(false);
      const twice = JSON.stringify(good[2]).replace("{", '{"paragraphe":{"numero":"50"},');
      expect(await run(twice)).toMatchObject({ code: 1, said: expect.stringContaining("deux fois") });
      const { edition: _, ...less } = good[2];
      expect((await run(JSON.stringify(less))).code).toBe(1);
    });

    test(
      "by the guide's script, each is refused, or named as our word and nothing else said of it",
      async () => {
        const installed = await installPythonPackage("cryptography==50.0.2");
        if (typeof installed === "string") return console.warn(`skipped: ${installed}`);
        const cases = VERSIONS.flatMap((version) => [
          { name: `good ${version}`, file: good[version] as unknown, expected: null },
          ...alterations.map((alteration) => ({
            name: `${alteration.name} (${version})`,
            file: alteration.change(good[version], others[version]),
            expected: expectedOf(alteration, version),
          })),
        ]);
        await Bun.write(join(folder, "cas.json"), JSON.stringify(cases.map(({ file }) => file)));
        await Bun.write(join(folder, "tous.py"), ALL_BY_THE_SCRIPT);
        const child = Bun.spawn(
          [installed.python, "tous.py", join(ROOT, "src/docs/recipes/attestation.py")],
          {
            cwd: folder,
            stdout: "pipe",
            env: { ...process.env, ...installed.environment },
          },
        );
        const answers = JSON.parse(await new Response(child.stdout).text()) as {
          code: number;
          said: string;
        }[];
        let whole = "";
        for (const [rank, { name, expected }] of cases.entries()) {
          const { code, said } = answers[rank] ?? { code: -1, said: "" };
          if (expected === null) whole = said;
          expect({ name, ...judge({ code, said, whole }, expected) }).toEqual({ name, ok: true });
        }
      },
      TIMEOUT_MS,
    );

    /** Whether the script did what is expected, else what it said. */
    function judge(
      { code, said, whole }: { readonly code: number; readonly said: string; readonly whole: string },
      expected: Expected | null,
    ): { readonly ok: true } | { readonly code: number; readonly said: string } {
      const plain = (text: string) => text.split("\n").filter((line) => !line.startsWith("Notre parole"));
      const named = said.split("\n").find((line) => line.startsWith("Notre parole")) ?? "";
      const isOk = () => {
        if (expected === null) return code === 0 && said.includes("Horodatée le");
        if (expected === "refused") return code === 1 && said.startsWith("Refusée");
        if (expected === "undated") return code === 0 && said.includes("Aucune date n'est prouvée");
        if ("insufficient" in expected) return code === 3 && named.includes(expected.insufficient);
        return code === 0 && named.includes(expected.ourWord) && Bun.deepEquals(plain(said), plain(whole));
      };
      return isOk() ? { ok: true } : { code, said };
    }
  },
);

/** Runs the script on each case, in one process. */
const ALL_BY_THE_SCRIPT = `
import contextlib, io, json, runpy, sys
script, answers = sys.argv[1], []
for case in json.load(open("cas.json", encoding="utf-8")):
    json.dump(case, open("un.json", "w", encoding="utf-8"))
    sys.argv, out, code = [script, "un.json", "racines.pem"], io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
        out.write(end.code if isinstance(end.code, str) else "")
    answers.append({"code": code, "said": out.getvalue()})
print(json.dumps(answers))
`;
