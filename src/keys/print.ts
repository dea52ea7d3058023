import { printable } from "../../bofip/text/printable.ts";
import type { KeyUsage, KeyView } from "../schemas/answers/keys.ts";

const NONE = "—";

/**
 * The keys as a table, one a line, columns aligned; instants to the minute, UTC; a dash = none, or the plan's value.
 */
export function printKeys(keys: readonly KeyView[]): string {
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
export function printUsage(usage: KeyUsage): string {
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
