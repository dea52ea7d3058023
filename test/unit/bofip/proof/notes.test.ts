import { describe, expect, test } from "bun:test";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import {
  checkSignature,
  originOf,
  parseCheckpoint,
  parseNote,
  parseOrigin,
  signCheckpoint,
} from "../../../../bofip/proof/checkpoint.ts";
import { leafHash } from "../../../../bofip/proof/hashes.ts";
import {
  readPrivateKey,
  readPublicKey,
  signerKey,
  writePublicKey,
  writeVerifierKey,
} from "../../../../bofip/proof/keys.ts";
import { NO_TEXT_LEAF, writeLeaf } from "../../../../bofip/proof/leaf.ts";
import { entryBundle, heldAtLevel, parseTilePath, tilePath } from "../../../../bofip/proof/ranges.ts";

/** The example of golang.org/x/mod/sumdb/note, whose format the specification took over. */
const GO_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
const GO_KEY = "ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const SPKI_PREFIX = "302a300506032b6570032100";

const { privateKey } = generateKeyPairSync("ed25519");
const signer = signerKey("bofip.test/preuves", privateKey);

describe("signed notes", () => {
  const spki = Buffer.concat([Buffer.from(SPKI_PREFIX, "hex"), Buffer.from(GO_KEY, "base64").subarray(1)]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  const verifier = { name: "PeterNeumann", key };

  test("the example of the format is read, and its key has its own hash", () => {
    const note = parseNote(GO_NOTE);
    expect(writeVerifierKey(verifier)).toBe(`PeterNeumann+c74f20a3+${GO_KEY}`);
    expect(note === null ? null : checkSignature(note, verifier)).toBe("signed");
  });

  test("a changed text is forged, another key's signature is absent", () => {
    const changed = parseNote(GO_NOTE.replace("answer", "question"));
    expect(changed === null ? null : checkSignature(changed, verifier)).toBe("forged");
    const note = parseNote(GO_NOTE);
    expect(note === null ? null : checkSignature(note, signer)).toBe("absent");
  });

  test.each(["", "texte\n", "texte\n\n", "texte\n\nsignature\n", GO_NOTE.trimEnd(), "a\n\n— b AAAA\n"])(
    "%j is no note",
    (written) => {
      expect(parseNote(written)).toBeNull();
    },
  );
});

describe("checkpoints", () => {
  const root = leafHash("feuille");
  const written = signCheckpoint({ origin: signer.name, size: 12, root }, [signer]);

  test("one is read as it was signed", () => {
    const read = parseCheckpoint(written);
    expect(read).toMatchObject({ origin: signer.name, size: 12 });
    expect(Buffer.from(read?.root ?? [])).toEqual(Buffer.from(root));
    expect(read === null ? null : checkSignature(read.note, signer)).toBe("signed");
  });

  test.each([
    ["a size with a leading zero", written.replace("\n12\n", "\n012\n")],
    ["a negative size", written.replace("\n12\n", "\n-1\n")],
    ["a root of another length", written.replace(/\n12\n.{4}/, "\n12\n")],
  ])("%s is refused", (_, changed) => {
    expect(parseCheckpoint(changed)).toBeNull();
  });

  test("logs of one service follow each other by number", () => {
    expect(originOf("bofip.test/preuves", 1)).toBe("bofip.test/preuves");
    expect(originOf("bofip.test/preuves", 12)).toBe("bofip.test/preuves/12");
    expect(parseOrigin("bofip.test/preuves")).toEqual({ first: "bofip.test/preuves", number: 1 });
    expect(parseOrigin("bofip.test/preuves/12")).toEqual({ first: "bofip.test/preuves", number: 12 });
    expect(parseOrigin("bofip.test/preuves/1")).toBeNull();
    expect(parseOrigin("bofip.test")).toBeNull();
  });
});

describe("keys", () => {
  test("a private key is read from PEM, on one line or several, and from the base64 of its DER", () => {
    const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const der = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
    for (const written of [pem, pem.replaceAll("\n", "\\n"), der])
      expect(readPrivateKey(written).equals(privateKey)).toBe(true);
  });

  test("a public key is read as it is written", () => {
    expect(readPublicKey(writePublicKey(signer.key)).equals(signer.key)).toBe(true);
  });

  test("another kind of key is refused", () => {
    const { privateKey: other, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = other.export({ format: "pem", type: "pkcs8" }).toString();
    for (const written of [pem, "", "abc", "-----BEGIN PRIVATE KEY-----"])
      expect(() => readPrivateKey(written)).toThrow(TypeError);
    const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    expect(() => readPublicKey(spki)).toThrow(TypeError);
  });
});

describe("tiles", () => {
  test.each([
    ["0/000", { level: 0, index: 0, width: 256 }],
    ["0/000.p/1", { level: 0, index: 0, width: 1 }],
    ["1/x001/x234/067", { level: 1, index: 1_234_067, width: 256 }],
    ["entries/x001/000.p/255", { level: "entries", index: 1000, width: 255 }],
  ] as const)("%s", (path, tile) => {
    expect(parseTilePath(path)).toEqual(tile);
    expect(tilePath(tile)).toBe(path);
  });

  test.each([
    ...[
      "",
      "0",
      "0/0",
      "0/00",
      "0/0000",
      "00/000",
      "64/000",
      "0/x000/001",
      "0/001/002",
      "0/000.p/0",
      "0/000.p/256",
    ],
    ...["0/000.p/01", "0/000.p", "0/000.p/300", "-1/000", "entrie/000", "0/000/", "0//000", "data/000"],
  ])("%j names no tile", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });

  test("a log has the hashes of full tiles above its leaves", () => {
    expect([0, 1, 2].map((level) => heldAtLevel(level, 65_536 + 300))).toEqual([65_836, 257, 1]);
    expect(heldAtLevel("entries", 77)).toBe(77);
  });

  test("a bundle has each leaf after its length", () => {
    const bundle = entryBundle([Buffer.from("ab"), Buffer.alloc(300, "c")]);
    expect(Buffer.from(bundle.subarray(0, 6)).toString("hex")).toBe("00026162012c");
    expect(bundle.length).toBe(2 + 2 + 2 + 300);
  });
});

test("a leaf is written in the contract's order, whatever the order of its members", () => {
  const leaf = {
    ...NO_TEXT_LEAF,
    recue_le: "2026-11-25T04:00:00.000Z",
    boi_id: "BOI-IR",
    evenement: "edition",
  } as const;
  expect(writeLeaf(leaf)).toBe(
    '{"v":2,"evenement":"edition","boi_id":"BOI-IR","date_debut":null,"pgp":null,"empreinte":null,' +
      '"empreinte_source":null,"derivation":null,"genre":null,"fichier":null,"empreinte_fichier":null,' +
      '"recue_le":"2026-11-25T04:00:00.000Z","paragraphes":null}',
  );
});
