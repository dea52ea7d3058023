/** The server of a source is seen over real TLS, by the command that ingests. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { openRelational } from "../../../../db/postgres/open.ts";
import { readSourceServer } from "../../../../db/proof/source-servers.ts";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";
import { temporaryFolder } from "../../../folders.ts";
import { openssl, timestampingAbsence } from "../../../servers/timestamping.ts";
import { contenu, dating, TEN } from "../exports.ts";

const ROOT = join(import.meta.dir, "../../../..");
const LINES = [...TEN, contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1 }), dating("2021-01-31")];
const EXPORT = LINES.map((line) => `${line}\n`).join("");

describe.skipIf(timestampingAbsence !== null)(
  `the server of a source (${timestampingAbsence ?? "openssl"})`,
  () => {
    const folder = temporaryFolder();
    let server: ReturnType<typeof Bun.serve>;
    beforeAll(async () => {
      const names = ["-subj", "/CN=localhost/O=Essai", "-addext", "subjectAltName=DNS:localhost"];
      const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
      await openssl(folder, [
        "req",
        "-x509",
        ...key,
        ...names,
        "-keyout",
        "key.pem",
        "-out",
        "cert.pem",
        "-days",
        "2",
      ]);
      server = Bun.serve({
        port: 0,
        tls: { key: Bun.file(join(folder, "key.pem")), cert: Bun.file(join(folder, "cert.pem")) },
        fetch: (request) =>
          new URL(request.url).pathname === "/ancienne.jsonl"
            ? Response.redirect(`https://localhost:${server.port}/export.jsonl`)
            : new Response(EXPORT),
      });
    });
    afterAll(() => server.stop(true));

    test("its address and its certificate are recorded with the file, after redirections, without any secret", async () => {
      const dataDir = temporaryFolder();
      const source = `https://moi:secret@localhost:${server.port}/ancienne.jsonl?jeton=secret`;
      expect(await ingest(dataDir, source)).toBe(0);
      const store = await openRelational({ database: { kind: "embedded" }, dataDir });
      const print = createHash("sha256").update(EXPORT).digest("hex");
      const seen = await readSourceServer(store.database, print);
      await store.close();
      const certificate = new X509Certificate(await Bun.file(join(folder, "cert.pem")).text());
      expect(seen).toEqual({
        adresse: `https://localhost:${server.port}/export.jsonl`,
        certificat: createHash("sha256").update(certificate.raw).digest("hex"),
        emetteur: "CN=localhost, O=Essai",
      });
    });

    async function ingest(dataDir: string, source: string): Promise<number> {
      const env = {
        ...BARE_ENVIRONMENT,
        DATA_DIR: dataDir,
        MODEL: "off",
        NODE_EXTRA_CA_CERTS: join(folder, "cert.pem"),
      };
      const command = ["bun", join(ROOT, "ingest/index.ts"), "--source", source];
      return await Bun.spawn(command, { env, stdout: "ignore", stderr: "ignore" }).exited;
    }
  },
);
