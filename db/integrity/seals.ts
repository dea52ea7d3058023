/** SHA-256 of the columns of a text, by column; `of` is the state of the row when they were made (`proof.ts`). */
export type Seals = Readonly<Record<string, string>>;

/** Columns of a text, as written or read: a text, bytes, or a jsonb value. */
export type SealedColumns = Readonly<Record<string, unknown>>;

/** The seals of the columns of a text. */
export function sealsOf(of: string, columns: SealedColumns): Seals {
  const seals = Object.entries(columns).map(([column, value]) => [column, sealOf(value)]);
  return { of, ...Object.fromEntries(seals) };
}

/** The first column whose seal does not match, or null. A column without a seal proves nothing. */
export function brokenColumn(seals: Seals, columns: SealedColumns): string | null {
  const broken = Object.entries(columns).find(
    ([column, value]) => seals[column] !== undefined && seals[column] !== sealOf(value),
  );
  return broken?.[0] ?? null;
}

function sealOf(value: unknown): string {
  const bytes = typeof value === "string" || value instanceof Uint8Array ? value : canonical(value);
  return Bun.CryptoHasher.hash("sha256", bytes, "base64");
}

/** Sorts keys, because jsonb returns them in its own order; the engine then writes the whole much faster than we would. */
function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** An object puts keys that are whole numbers first, unlike the seals already stored: no sealed column has any. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const inOrder: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort()) inOrder[key] = sorted(fields[key]);
  return inOrder;
}
