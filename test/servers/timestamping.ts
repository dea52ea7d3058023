import { join } from "node:path";
import { temporaryFolder } from "../folders.ts";

/** A local timestamping authority (RFC 3161), by openssl. */
export interface TimestampingAuthority {
  /** Where a worker asks it. */
  readonly url: string;
  /** Its root certificate, PEM. */
  readonly ca: string;
  readonly folder: string;
  /** Whether it answers; it refuses with 503 otherwise. */
  isUp: boolean;
  /** Its answer to a request, DER. */
  reply(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  stop(): Promise<void>;
}

/** Why there can be none; null when there can. */
export const timestampingAbsence = Bun.which("openssl") === null ? "openssl is absent" : null;

const CONFIG = `
[tsa]
default_tsa = own
[own]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
accuracy = secs:1
[ca_own]
new_certs_dir = .
database = index.txt
serial = ca.srl
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[usage]
extendedKeyUsage = critical, timeStamping
`;

/** @param days validity of its certificate, from now; 0 for one that expired in 2020. */
export async function startTimestamping(days = 30): Promise<TimestampingAuthority> {
  const folder = temporaryFolder();
  await Bun.write(join(folder, "tsa.cnf"), CONFIG);
  for (const [file, content] of [
    ["serial", "01"],
    ["ca.srl", "02"],
    ["index.txt", ""],
  ] as const)
    await Bun.write(join(folder, file), content);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await openssl(folder, [
    "req",
    "-x509",
    ...key,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "60",
    "-subj",
    "/CN=Racine d'essai",
    "-utf8",
  ]);
  await openssl(folder, [
    "req",
    "-new",
    ...key,
    "-keyout",
    "tsa.key",
    "-out",
    "tsa.csr",
    "-subj",
    "/CN=Autorité d'essai",
    "-utf8",
  ]);
  const dates =
    days > 0 ? ["-days", String(days)] : ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"];
  const issuer = ["-config", "tsa.cnf", "-name", "ca_own", "-cert", "ca.pem", "-keyfile", "ca.key", "-utf8"];
  const usage = ["-extfile", "tsa.cnf", "-extensions", "usage"];
  await openssl(folder, [
    "ca",
    ...issuer,
    "-batch",
    "-notext",
    "-in",
    "tsa.csr",
    "-out",
    "tsa.pem",
    ...dates,
    ...usage,
  ]);
  const reply = async (request: Uint8Array) => {
    await Bun.write(join(folder, "request.tsq"), request);
    const signer = ["-signer", "tsa.pem", "-inkey", "tsa.key", "-chain", "ca.pem"];
    await openssl(folder, [
      "ts",
      "-reply",
      "-config",
      "tsa.cnf",
      "-section",
      "own",
      "-queryfile",
      "request.tsq",
      ...signer,
      "-out",
      "reply.tsr",
    ]);
    return new Uint8Array(await Bun.file(join(folder, "reply.tsr")).arrayBuffer());
  };
  const authority = { ca: await Bun.file(join(folder, "ca.pem")).text(), folder, isUp: true, reply };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (!running.isUp) return new Response("away", { status: 503 });
      const answer = await reply(new Uint8Array(await request.arrayBuffer()));
      return new Response(answer, { headers: { "content-type": "application/timestamp-reply" } });
    },
  });
  const running = { ...authority, url: server.url.href, stop: () => server.stop(true) };
  return running;
}

export async function openssl(folder: string, command: readonly string[]): Promise<string> {
  const child = Bun.spawn(["openssl", ...command], { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [output, fault] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`openssl ${command.join(" ")}: ${fault}${output}`);
  return output;
}
