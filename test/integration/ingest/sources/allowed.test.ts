import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AllowedSources } from "../../../../config/allowed-sources.ts";
import { allowedSources } from "../../../../config/allowed-sources.ts";
import { NOTHING_KNOWN } from "../../../../db/ingestion/sources.ts";
import { openSource } from "../../../../ingest/sources/open.ts";
import { temporaryFolder } from "../../../folders.ts";
import { serveFiles, status } from "../../../servers/files.ts";

const EXPORT = '{"type":"Contenu"}\n';
const LIMITS = { attempts: 2, firstDelayMs: 1, silenceMs: 300, maxDelayMs: 10 };
const ARCHIVE = "bofip_stock_live_20260521.tgz";
const server = await serveFiles();
const other = await serveFiles({ "/a.jsonl": { body: EXPORT } });

beforeEach(() => {
  for (const path of Object.keys(server.files)) delete server.files[path];
  server.files["/ouvert/a.jsonl"] = { body: EXPORT };
  server.files["/prive/a.jsonl"] = { body: EXPORT };
  for (const { requests } of [server, other]) requests.splice(0);
});
afterAll(() => {
  server.close();
  other.close();
});

/** Returns how many exports were found, or the fault. */
async function open(source: string, allowed: AllowedSources | null): Promise<number | string> {
  const opening = { known: NOTHING_KNOWN, now: new Date(), limits: LIMITS, allowed };
  try {
    const found = await openSource(source, { ...opening, signal: new AbortController().signal });
    await found.close();
    return found.problems.join() || found.exports.length;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

const paths = ({ requests }: typeof server) => requests.map(({ path }) => path);
const under = (...prefixes: string[]) => allowedSources("sample", prefixes);

describe("a run that was asked for over HTTP", () => {
  test("reads what lies under a prefix", async () => {
    expect(await open(server.url("/ouvert/a.jsonl"), under(server.url("/ouvert")))).toBe(1);
  });
  test("follows a redirection that stays there", async () => {
    server.fail("/ouvert/ici", status(302, { Location: "a.jsonl" }));
    server.files["/ouvert/ici"] = { body: "" };
    expect(await open(server.url("/ouvert/ici"), under(server.url("/ouvert")))).toBe(1);
    expect(paths(server)).toEqual(["/ouvert/ici", "/ouvert/a.jsonl"]);
  });
  test.each([
    ["another server", () => other.url("/a.jsonl")],
    ["another folder", () => "../prive/a.jsonl"],
    ["another folder, encoded", () => "/ouvert/..%2fprive/a.jsonl"],
    ["a file of the disk", () => "file:///etc/passwd"],
  ])("asks nothing of %s that a redirection names", async (_, location) => {
    server.fail("/ouvert/ici", status(302, { Location: location() }));
    server.files["/ouvert/ici"] = { body: "" };
    const fault = await open(server.url("/ouvert/ici"), under(server.url("/ouvert")));
    expect(fault).toMatch(/INGEST_ALLOW|Adresse illisible/);
    expect([paths(server), paths(other)]).toEqual([["/ouvert/ici"], []]);
  });
  test("asks nothing of another server that a manifest names", async () => {
    const row = {
      nom_du_fichier: ARCHIVE,
      telechargement: other.url("/x.tgz"),
      empreinte: other.url("/x.md5"),
    };
    server.files["/ouvert/m.json"] = { body: JSON.stringify([row]) };
    expect(await open(server.url("/ouvert/m.json"), under(server.url("/ouvert")))).toContain("INGEST_ALLOW");
    expect(paths(other)).toEqual([]);
  });
  test("reads whatever the manifest of the service's own source names", async () => {
    const row = {
      nom_du_fichier: ARCHIVE,
      telechargement: other.url("/x.tgz"),
      empreinte: other.url("/x.md5"),
    };
    server.files["/ouvert/m.json"] = { body: JSON.stringify([row]) };
    await open(server.url("/ouvert/m.json"), allowedSources(server.url("/ouvert/m.json"), []));
    expect(paths(other)).toEqual(["/x.md5"]);
  });
  test("reads no file of a folder that is a link to elsewhere", async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    for (const path of [join(folder, "a.jsonl"), join(elsewhere, "b.jsonl")]) writeFileSync(path, EXPORT);
    symlinkSync(join(elsewhere, "b.jsonl"), join(folder, "b.jsonl"));
    mkdirSync(join(folder, "dans"));
    expect(await open(folder, under(folder))).toContain(join(folder, "b.jsonl"));
    expect(await open(folder, null)).toBe(2);
    expect(await open(folder, allowedSources(folder, []))).toBe(2);
  });
  test("reads nothing else", async () => {
    expect(await open(server.url("/prive/a.jsonl"), under(server.url("/ouvert")))).toContain("INGEST_ALLOW");
    expect(paths(server)).toEqual([]);
  });
});

describe("a run that the machine's operator asked for", () => {
  test("follows redirections anywhere on the web, ten at most", async () => {
    server.fail("/ici", status(302, { Location: other.url("/a.jsonl") }));
    server.files["/ici"] = { body: "" };
    expect(await open(server.url("/ici"), null)).toBe(1);
    const loop = Array.from({ length: 20 }, () => status(302, { Location: "/ici" }));
    server.fail("/ici", ...loop);
    expect(await open(server.url("/ici"), null)).toContain("Plus de 10 redirections");
    expect(paths(server)).toHaveLength(12);
  });
});

describe("user and password of an address", () => {
  const withSecret = (url: string) => url.replace("http://", "http://moi:se%20cret@");
  const sent = ({ requests }: typeof server) => requests.map(({ headers }) => headers.authorization ?? null);
  const BASIC = `Basic ${Buffer.from("moi:se cret").toString("base64")}`;

  test("open the file, and follow to no other server", async () => {
    server.fail("/ouvert/ici", status(302, { Location: "a.jsonl" }));
    server.files["/ouvert/ici"] = { body: "" };
    expect(await open(withSecret(server.url("/ouvert/ici")), null)).toBe(1);
    server.fail("/ouvert/ici", status(302, { Location: other.url("/a.jsonl") }));
    expect(await open(withSecret(server.url("/ouvert/ici")), null)).toBe(1);
    expect([sent(server), sent(other)]).toEqual([[BASIC, BASIC, BASIC], [null]]);
  });
  test.each([
    ["a refusal", () => withSecret(server.url("/absent"))],
    ["a server that is away", () => "http://moi:se%20cret@127.0.0.1:1/a.jsonl"],
    ["an address that is none", () => "http://moi:se%20cret@[/a.jsonl"],
    ["what is no manifest", () => withSecret(server.url("/ouvert/vide.json"))],
    ["a manifest's own addresses", () => server.url("/ouvert/m.json")],
    ["a refused redirection", () => server.url("/ouvert/ici")],
  ])("are in no message: %s", async (_, source) => {
    const hidden = withSecret(server.url("/absent"));
    const row = { nom_du_fichier: ARCHIVE, telechargement: hidden, empreinte: hidden };
    server.files["/ouvert/m.json"] = { body: JSON.stringify([row]) };
    server.files["/ouvert/vide.json"] = { body: "{}" };
    server.files["/ouvert/ici"] = { body: "" };
    server.fail("/ouvert/ici", status(302, { Location: hidden }));
    const fault = String(await open(source(), null));
    expect(fault).toMatch(/127\.0\.0\.1|http:/);
    expect(fault).not.toMatch(/cret|moi:/);
  });
  test("are not remembered with the file's validator", async () => {
    const opening = { known: NOTHING_KNOWN, now: new Date(), limits: LIMITS };
    const signal = new AbortController().signal;
    const source = withSecret(server.url("/ouvert/a.jsonl"));
    const first = await openSource(source, { ...opening, signal });
    expect(JSON.stringify(first.validators)).not.toContain("cret");
    const known = { ...NOTHING_KNOWN, validators: first.validators };
    expect((await openSource(source, { ...opening, known, signal })).unchanged).toBe(true);
    await first.close();
  });
});
