import { customType } from "drizzle-orm/pg-core";

/** Identifiers and paths sort by code unit, on every server and in every locale, as the contract orders « by id ». */
export const identifier = customType<{ data: string }>({
  dataType: () => 'text COLLATE "C"',
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

/** SHA-256 of the columns of a text, by column; `of` is the state of the row when they were made. */
export type Seals = Readonly<Record<string, string>>;
