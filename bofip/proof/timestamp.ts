import { createHash, randomBytes } from "node:crypto";
import { Integer, OctetString } from "asn1js";
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  SignedDataVerifyError,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";

const SHA256 = "2.16.840.1.101.3.4.2.1";
const SIGNED_DATA = "1.2.840.113549.1.7.2";
const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";
const COMMON_NAME = "2.5.4.3";
const NONCE_BYTES = 8;
/** Granted, or granted with modifications (RFC 3161, 2.4.2). */
const GRANTED = [0, 1];

/** What is wrong with a timestamp. */
export type TimestampFault =
  /** It is no timestamp, or has no certificate of its authority. */
  | "unreadable"
  /** It is of other bytes. */
  | "other_data"
  /** Its signature is not that of its authority. */
  | "forged"
  /** The authority's certificate does not lead to one of the roots. */
  | "untrusted"
  /** A certificate was not valid at the instant of the timestamp. */
  | "expired"
  /** The certificate is not made for timestamping. */
  | "other_usage";

export interface ReadTimestamp {
  /** Name of the authority's certificate. */
  readonly authority: string;
  /** ISO 8601. */
  readonly instant: string;
}

/** A request for a timestamp (RFC 3161, 2.4.1), with the certificate of the authority, and its nonce. */
export function timestampRequest(data: Uint8Array): {
  readonly request: Uint8Array<ArrayBuffer>;
  readonly nonce: Uint8Array;
} {
  const nonce = randomBytes(NONCE_BYTES);
  // A positive integer, in its only form.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: bufferOf(digestOf(data)) }),
    }),
    nonce: new Integer({ valueHex: bufferOf(nonce) }),
    certReq: true,
  });
  return { request: new Uint8Array(request.toSchema().toBER()), nonce };
}

/** The token of an authority's answer to a request; null when it refuses, or answers another one. */
export function readTimestampAnswer(answer: Uint8Array, nonce: Uint8Array): Uint8Array | null {
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(bufferOf(answer));
    if (!GRANTED.includes(status.status) || timeStampToken === undefined) return null;
    const { info } = openToken(timeStampToken);
    const isOurs =
      info.nonce !== undefined && Buffer.compare(info.nonce.valueBlock.valueHexView, nonce) === 0;
    return isOurs ? new Uint8Array(timeStampToken.toSchema().toBER()) : null;
  } catch {
    return null;
  }
}

/** Checks a TimeStampToken (DER) of bytes. `roots`: DER certificates that its authority's must lead to; null for none. */
export async function checkTimestamp(
  token: Uint8Array,
  data: Uint8Array,
  roots: readonly Uint8Array[] | null,
): Promise<ReadTimestamp | TimestampFault> {
  const opened = readToken(token);
  if (opened === null) return "unreadable";
  const { signed, info } = opened;
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isSame = Buffer.compare(hashedMessage.valueBlock.valueHexView, digestOf(data)) === 0;
  if (hashAlgorithm.algorithmId !== SHA256 || !isSame) return "other_data";
  const certificate = await signerOf(signed, data, null);
  if (certificate === null) return "forged";
  if (!isForTimestamps(certificate)) return "other_usage";
  const { notBefore, notAfter } = certificate;
  if (info.genTime < notBefore.value || info.genTime > notAfter.value) return "expired";
  if (roots !== null && (await signerOf(signed, data, roots)) === null) return "untrusted";
  return { authority: nameOf(certificate), instant: info.genTime.toISOString() };
}

/** Null when the signature is wrong, or the certificate leads to none of the roots (null: unchecked) at that instant. */
async function signerOf(
  signed: SignedData,
  data: Uint8Array,
  roots: readonly Uint8Array[] | null,
): Promise<Certificate | null> {
  const chain = roots === null ? {} : { checkChain: true, trustedCerts: roots.map(certificateOf) };
  try {
    const checked = await signed.verify({ signer: 0, data: bufferOf(data), extendedMode: true, ...chain });
    return checked.signatureVerified === true ? (checked.signerCertificate ?? null) : null;
  } catch (error) {
    if (error instanceof SignedDataVerifyError) return null;
    throw error;
  }
}

/** Made for timestamping, and for nothing else (RFC 3161, 2.3). */
function isForTimestamps({ extensions = [] }: Certificate): boolean {
  const usages = extensions
    .filter(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
    .flatMap(({ parsedValue }) => (parsedValue instanceof ExtKeyUsage ? parsedValue.keyPurposes : []));
  return usages.length === 1 && usages[0] === TIME_STAMPING;
}

/** Its common name, else its whole distinguished name. */
function nameOf({ subject }: Certificate): string {
  const parts = subject.typesAndValues.map(({ type, value }) => ({ type, value: value.valueBlock.value }));
  const common = parts.find(({ type }) => type === COMMON_NAME);
  return common?.value ?? parts.map(({ value }) => value).join(", ");
}

function digestOf(data: Uint8Array): Uint8Array {
  return createHash("sha256").update(data).digest();
}

/** Its own buffer: Node's small ones share one. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** The certificates of a PEM text, DER. @throws {TypeError} when it has none. */
export function readCertificates(pem: string): Uint8Array[] {
  const bodies = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)];
  const certificates = bodies.map(([, body = ""]) => new Uint8Array(Buffer.from(body, "base64")));
  for (const certificate of certificates) certificateOf(certificate);
  if (certificates.length === 0) throw new TypeError("no certificate");
  return certificates;
}

function certificateOf(der: Uint8Array): Certificate {
  try {
    return Certificate.fromBER(bufferOf(der));
  } catch (cause) {
    throw new TypeError("not a certificate", { cause });
  }
}

interface OpenedToken {
  readonly signed: SignedData;
  readonly info: TSTInfo;
}

function openToken(token: ContentInfo): OpenedToken {
  if (token.contentType !== SIGNED_DATA) throw new TypeError("not signed data");
  const signed = new SignedData({ schema: token.content });
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== TST_INFO || eContent === undefined) throw new TypeError("not a timestamp");
  if (signed.signerInfos.length !== 1) throw new TypeError("a timestamp has one signer");
  return { signed, info: TSTInfo.fromBER(eContent.getValue()) };
}

function readToken(token: Uint8Array): OpenedToken | null {
  try {
    return openToken(ContentInfo.fromBER(bufferOf(token)));
  } catch {
    return null;
  }
}
