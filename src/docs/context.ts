import type { Database } from "../../db/postgres/database.ts";
import type { Html } from "../pages/jsx/runtime.ts";
import type { ExampleNames } from "./examples/names.ts";
import type { Operation } from "./operations.ts";

/** What the pages of the documentation are made of. */
export interface DocContext {
  readonly operations: readonly Operation[];
  /** Address of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Where to ask for a key; null when the operator gives no address. */
  readonly contactUrl: string | null;
  readonly database: Database;
  /** What the shown requests name. */
  readonly names: ExampleNames;
}

/** Makes one page. */
export type DocPage = (context: DocContext) => Html | Promise<Html>;
