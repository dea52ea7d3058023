import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { PeerCertificate } from "node:tls";
import { ServerWitness } from "../../../../ingest/sources/download/server.ts";

/** A certificate as TLS shows it, with the members that are looked at. */
const CERTIFICATE = {
  subject: { CN: "bofip.test" },
  issuer: { CN: "Racine", O: ["Un", "Deux"] },
  subjectaltname: "DNS:bofip.test",
  raw: Buffer.from("der"),
} as unknown as PeerCertificate;

describe("the server of a download", () => {
  test("is told with its certificate, without user, password nor query", () => {
    const witness = new ServerWitness();
    expect(witness.tls.checkServerIdentity("bofip.test", CERTIFICATE)).toBeUndefined();
    expect(witness.seen("https://moi:secret@bofip.test/a/export.jsonl?jeton=1#b")).toEqual({
      adresse: "https://bofip.test/a/export.jsonl",
      certificat: createHash("sha256").update("der").digest("hex"),
      emetteur: "CN=Racine, O=Un, O=Deux",
    });
  });

  test("is refused when its certificate has another name", () => {
    expect(new ServerWitness().tls.checkServerIdentity("ailleurs.test", CERTIFICATE)).toBeInstanceOf(Error);
  });

  test("has no certificate without TLS", () => {
    expect(new ServerWitness().seen("http://bofip.test/export.jsonl")).toMatchObject({
      certificat: null,
      emetteur: null,
    });
  });
});
