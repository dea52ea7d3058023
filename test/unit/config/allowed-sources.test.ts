import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OFFICIAL_EXPORT, OFFICIAL_MANIFEST } from "../../../bofip/sources/official-sources.ts";
import {
  allowedSources,
  displaySource,
  hideCredentials,
  isAllowed,
  isPrefix,
  withoutCredentials,
} from "../../../config/allowed-sources.ts";
import { temporaryFolder } from "../../folders.ts";

const OWN = "https://exemple.fr/export.jsonl";

describe("a source asked for over HTTP", () => {
  const allowed = allowedSources(`${OWN},exports/un.jsonl`, [
    "https://miroir.fr/bofip",
    "https://miroir.fr:8443/",
  ]);
  test.each([
    OWN,
    "https://moi:secret@exemple.fr/export.jsonl",
    "./exports/un.jsonl",
    OFFICIAL_EXPORT,
    OFFICIAL_MANIFEST,
    "https://miroir.fr/bofip",
    "https://miroir.fr/bofip/",
    "https://miroir.fr/bofip/2026/export.jsonl?date=1#x",
    "https://MIROIR.fr:443/bofip/a.tgz",
    "https://moi:secret@miroir.fr/bofip/a.tgz",
    "https://miroir.fr:8443/tout",
  ])("%s is allowed", (source) => expect(isAllowed(allowed, source)).toBe(true));

  test.each([
    "sample",
    "https://exemple.fr/export.jsonl/suite",
    "https://exemple.fr/export.jsonl?autre",
    "http://exemple.fr/export.jsonl",
    "https://miroir.fr/bofip-evil/export.jsonl",
    "https://miroir.fr/bofipevil",
    "https://miroir.fr/",
    "http://miroir.fr/bofip/a.tgz",
    "https://miroir.fr:444/bofip/a.tgz",
    "https://miroir.fr.evil.fr/bofip/a.tgz",
    "https://miroir.fr@evil.fr/bofip/a.tgz",
    "https://miroir.fr:443@evil.fr/bofip/a.tgz",
    "https://evil.fr/https://miroir.fr/bofip/a.tgz",
    "https://evil.fr\\@miroir.fr/bofip/a.tgz",
    "https://miroir.fr/bofip/../prive",
    "https://miroir.fr/bofip/%2e%2e/prive",
    "https://miroir.fr/bofip/.%2E/prive",
    "https://miroir.fr/bofip\\..\\prive",
    "https://miroir.fr/bofip/..%2fprive",
    "https://miroir.fr/bofip/..%5Cprive",
    "https://miroir.fr/bofip/..%252fprive",
    "https://miroir.fr/bofip/%252e%252e/prive",
    "https://miroir.fr/bofip/..;/prive",
    "file:///etc/passwd",
    "/etc/passwd",
    "exports",
    "exports/un.jsonl/..",
    "",
  ])("%s is refused", (source) => expect(isAllowed(allowed, source)).toBe(false));
});

describe("a path asked for over HTTP", () => {
  const root = temporaryFolder();
  const open = join(root, "ouvert");
  for (const folder of [open, `${open}-evil`, join(root, "prive")]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "a.jsonl"), "");
  }
  symlinkSync(join(root, "prive"), join(open, "lien"));
  symlinkSync(join(root, "prive", "a.jsonl"), join(open, "lien.jsonl"));
  symlinkSync(join(open, "a.jsonl"), join(open, "dedans.jsonl"));
  symlinkSync(open, join(root, "alias"));
  const allowed = allowedSources("sample", [open]);

  test.each(["", "/", "/a.jsonl", "/./a.jsonl", "/dedans.jsonl", "/absent.jsonl", "//a.jsonl"])(
    "ouvert%s is allowed",
    (path) => expect(isAllowed(allowed, `${open}${path}`)).toBe(true),
  );
  test.each([
    "-evil/a.jsonl",
    "/../prive/a.jsonl",
    "/lien/a.jsonl",
    "/lien",
    "/lien.jsonl",
    "/..",
    "/../ouvert-evil",
  ])("ouvert%s is refused", (path) => expect(isAllowed(allowed, `${open}${path}`)).toBe(false));
  test("a prefix that is a link allows what it leads to", () => {
    const linked = allowedSources("sample", [join(root, "alias")]);
    expect(isAllowed(linked, join(root, "alias", "a.jsonl"))).toBe(true);
    expect(isAllowed(linked, join(root, "alias", "lien.jsonl"))).toBe(false);
  });
});

test("the sample, which would replace real doctrine, lies under no prefix", () => {
  expect(isAllowed(allowedSources(OWN, ["/"]), "sample")).toBe(false);
  expect(isAllowed(allowedSources("sample", []), "sample")).toBe(true);
});

describe("a prefix", () => {
  test.each(["https://miroir.fr", "http://10.0.0.1:8080/a/", "/srv/bofip", "/srv/bofip/", "/"])(
    "may be %s",
    (text) => expect(isPrefix(text)).toBe(true),
  );
  test.each([
    "",
    "sample",
    "exports",
    "/srv/../etc",
    "ftp://h/",
    "http://",
    "http://moi:secret@h/",
    "http://moi@h/",
    "http://@h/",
    "http://h/?a",
    "http://h/a#",
    "http://h/a%2fb",
  ])("can't be « %s »", (text) => expect(isPrefix(text)).toBe(false));
});

describe("user and password of an address", () => {
  test.each([
    ["http://moi:secret@h/x", "http://***@h/x", "http://h/x"],
    ["https://secret@h", "https://***@h", "https://h"],
    ["http://moi:se@cret@h/a@b", "http://***@h/a@b", "http://h/a@b"],
    ["http://moi:secret et autre@h/x", "http://***@h/x", "http://h/x"],
    ["/a,HTTP://moi:secret@h/x,http://k/y@z", "/a,HTTP://***@h/x,http://k/y@z", "/a,HTTP://h/x,http://k/y@z"],
    ["http://h?x=a@b", "http://h?x=a@b", "http://h?x=a@b"],
    ["/srv/a@b", "/srv/a@b", "/srv/a@b"],
  ])("%s is shown as %s and known as %s", (source, shown, known) => {
    expect([displaySource(source), withoutCredentials(source)]).toEqual([shown, known]);
  });
  test("are hidden wherever a sentence holds one", () => {
    expect(hideCredentials("(http://moi:secret@h/x) puis http://k : écrire à a@b.fr")).toBe(
      "(http://***@h/x) puis http://k : écrire à a@b.fr",
    );
  });
});
