import { readFileSync, writeFileSync } from "node:fs";
import { agree, printable } from "../../bofip/text/characters.ts";
import { type KeyExport, parseKeyExport } from "../../db/keys/transfer-format.ts";
import type { KeyUsage, KeyView } from "../operator/keys.ts";
import type { KeyCommand } from "./command.ts";
import { type KeyAdmin, KeyRefusal, requireWholeStart } from "./store.ts";

/**
 * Runs a command on the keys, and returns what to print.
 * @throws {OperatorFault} when it can't be done: an unknown key, a prefix that several keys share, a file…
 */
export async function executeCommand(
  admin: KeyAdmin,
  command: Exclude<KeyCommand, { verb: "help" }>,
): Promise<string> {
  if ("visibleStart" in command) await requireWholeStart(admin, command.visibleStart);
  switch (command.verb) {
    case "create": {
      const { key, plan } = await admin.create(command.request);
      return `Clé de la formule « ${plan} » créée ; notez-la, elle ne sera plus affichée :\n${key}`;
    }
    case "list":
      return printKeys(await admin.list());
    case "change":
      return `${printKeys([await admin.change(command.visibleStart, command.change)])}\n\nLe changement vaut partout dans la minute.`;
    case "revoke":
      await admin.revoke(command.visibleStart);
      return `La clé ${command.visibleStart} est révoquée ; elle sera refusée partout dans la minute.`;
    case "usage":
      return printUsage(await admin.usage(command.visibleStart));
    case "export": {
      const document = await admin.export();
      if (command.file === null) return JSON.stringify(document, null, 2);
      writeKeyFile(command.file, document);
      return `${agree(document.keys.length, "clé écrite", "clés écrites")} dans ${command.file}.`;
    }
    case "import": {
      const { added, known } = await admin.import(readKeyFile(command.file));
      return `${agree(added, "clé ajoutée", "clés ajoutées")}, ${agree(known, "déjà connue", "déjà connues")}.`;
    }
  }
}

/** @throws {KeyRefusal} when the file can't be read. @throws {InvalidKeyExport} when it is not an export of keys. */
function readKeyFile(file: string): KeyExport {
  const text = attempt(() => readFileSync(file, "utf8"), `Le fichier ${file} ne peut pas être lu`);
  return parseKeyExport(text);
}

/** Readable by its owner only: hashes are not secret, but names and usage may be. @throws {KeyRefusal} */
function writeKeyFile(file: string, document: KeyExport): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  attempt(() => writeFileSync(file, text, { mode: 0o600 }), `Le fichier ${file} ne peut pas être écrit`);
}

function attempt<Result>(action: () => Result, failure: string): Result {
  try {
    return action();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw new KeyRefusal(`${failure}${code}.`, { cause });
  }
}

const NONE = "—";

/**
 * The keys as a table, one a line, columns aligned; instants to the minute, UTC; a dash = none, or the plan's value.
 */
function printKeys(keys: readonly KeyView[]): string {
  if (keys.length === 0) return "Aucune clé.";
  const header = [
    "DÉBUT",
    "FORMULE",
    "QUOTA",
    "/MINUTE",
    "CRÉÉE (UTC)",
    "UTILISÉE (UTC)",
    "EXPIRE (UTC)",
    "RÉVOQUÉE (UTC)",
    "NOM",
  ];
  const rows = keys.map((key) => [
    key.visible_start,
    key.plan,
    String(key.quota ?? NONE),
    String(key.minute_limit ?? NONE),
    ...[key.created_at, key.last_used_at, key.expires_at, key.revoked_at].map(minuteOf),
    key.name,
  ]);
  return align([header, ...rows.map((row) => row.map(printable))]);
}

/** The month's count against the quota, then its days. */
function printUsage(usage: KeyUsage): string {
  const quota = usage.quota === null ? "sans quota" : `sur ${usage.quota}`;
  const summary = `${usage.visible_start} (${usage.name}, ${usage.plan}), ${usage.mois} : ${usage.utilise} requêtes ${quota}`;
  const days = usage.par_jour.map(({ date, utilise }) => `  ${date}  ${utilise}`);
  return [printable(summary), ...days].join("\n");
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** `2026-11-20T23:37:12.000Z` → `2026-11-20 23:37`. */
function minuteOf(instant: string | null): string {
  return instant === null ? NONE : instant.slice(0, 16).replace("T", " ");
}
