import type { Database } from "../../db/postgres/database.ts";
import type { Html } from "../pages/jsx/runtime.ts";
import type { Operation } from "./operations.ts";

/** What the pages of the documentation are made of. */
export interface DocContext {
  readonly operations: readonly Operation[];
  /** Address of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Where a key is asked for; null when the operator does not say. */
  readonly contactUrl: string | null;
  readonly database: Database;
}

/** Makes one page. */
export type DocPage = (context: DocContext) => Html | Promise<Html>;
