import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  checkTimestamp,
  readCertificates,
  readTimestampAnswer,
  timestampRequest,
} from "../../../../bofip/proof/timestamp.ts";
import {
  openssl,
  startTimestamping,
  type TimestampingAuthority,
  timestampingAbsence,
} from "../../../servers/timestamping.ts";

const DATA = Buffer.from("bofip.test/preuves\n1\nAAAA\n");

describe.skipIf(timestampingAbsence !== null)(`timestamps (${timestampingAbsence ?? "openssl"})`, () => {
  let authority: TimestampingAuthority;
  let roots: readonly Uint8Array[];
  beforeAll(async () => {
    authority = await startTimestamping();
    roots = readCertificates(authority.ca);
  });
  afterAll(() => authority.stop());

  async function stamp(by = authority, data: Uint8Array = DATA): Promise<Uint8Array> {
    const { request, nonce } = timestampRequest(data);
    const token = readTimestampAnswer(await by.reply(request), nonce);
    if (token === null) throw new Error("the authority refused");
    return token;
  }

  test("a token is checked, by us and by openssl", async () => {
    const token = await stamp();
    const checked = await checkTimestamp(token, DATA, roots);
    expect(checked).toEqual({ authority: "Autorité d'essai", instant: expect.any(String) });
    const { folder } = authority;
    await Bun.write(join(folder, "token.der"), token);
    await Bun.write(join(folder, "data"), DATA);
    const command = ["ts", "-verify", "-token_in", "-in", "token.der", "-data", "data", "-CAfile", "ca.pem"];
    expect(await openssl(folder, command)).toContain("Verification: OK");
  });

  test("an answer to another request is refused, and so is what is none", async () => {
    const { request } = timestampRequest(DATA);
    const answer = await authority.reply(request);
    expect(readTimestampAnswer(answer, timestampRequest(DATA).nonce)).toBeNull();
    expect(readTimestampAnswer(new Uint8Array([1, 2, 3]), new Uint8Array(8))).toBeNull();
  });

  test("a token of other bytes, a forged one, an unknown authority and an expired certificate are told apart", async () => {
    const token = await stamp();
    expect(await checkTimestamp(token, Buffer.from("autre"), roots)).toBe("other_data");
    expect(await checkTimestamp(new Uint8Array([48, 0]), DATA, roots)).toBe("unreadable");
    const forged = new Uint8Array(token);
    forged.set([(forged.at(-1) ?? 0) ^ 1], forged.length - 1);
    expect(await checkTimestamp(forged, DATA, roots)).toBe("forged");
    const stranger = await startTimestamping();
    expect(await checkTimestamp(await stamp(stranger), DATA, roots)).toBe("untrusted");
    expect(await checkTimestamp(await stamp(stranger), DATA, null)).toMatchObject({
      authority: "Autorité d'essai",
    });
    await stranger.stop();
    const late = await startTimestamping(0);
    expect(await checkTimestamp(await stamp(late), DATA, readCertificates(late.ca))).toBe("expired");
    await late.stop();
  });

  test("a text without a certificate is no root", () => {
    expect(() => readCertificates("rien")).toThrow(TypeError);
    expect(() => readCertificates("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----")).toThrow(
      TypeError,
    );
  });
});
