import { createHash } from "node:crypto";
import { checkServerIdentity, type PeerCertificate } from "node:tls";

/** The server that sent a file, and the certificate that it showed. */
export interface ShownServer {
  /** Of the file itself, redirections followed; without user, password nor query, which may contain a secret. */
  readonly adresse: string;
  /** SHA-256 of the certificate's DER, lower-case hexadecimal; null without TLS. */
  readonly certificat: string | null;
  /** Its issuer: `CN=…, O=…`. */
  readonly emetteur: string | null;
}

/** Looks at the certificate of a server while its identity is checked as usual. */
export class ServerWitness {
  private certificate: PeerCertificate | null = null;

  /** The option of `fetch`. */
  readonly tls = {
    checkServerIdentity: (host: string, certificate: PeerCertificate): Error | undefined => {
      this.certificate = certificate;
      return checkServerIdentity(host, certificate);
    },
  };

  /** @param url from which the file was sent. */
  seen(url: string): ShownServer {
    const { origin, pathname } = new URL(url);
    const { raw, issuer } = this.certificate ?? {};
    return {
      adresse: origin + pathname,
      certificat: raw === undefined ? null : createHash("sha256").update(raw).digest("hex"),
      emetteur: issuer === undefined ? null : nameOf(issuer),
    };
  }
}

/** A name may have several values of one type. */
function nameOf(issuer: PeerCertificate["issuer"]): string {
  return Object.entries(issuer)
    .flatMap(([type, value]) => [value].flat().map((one) => `${type}=${one}`))
    .join(", ");
}
