import type { DocSlug } from "../../../docs/site.ts";
import type { DetailName } from "../details.ts";
import type { RefusalStatus } from "../statuses.ts";

/** The entry of an error code. */
export interface ErrorEntry {
  readonly status: RefusalStatus;
  /**
   * The message of the body, in French, so that a developer can act on it; `{name}` stands for the parameter of that
   * name.
   */
  readonly text: string;
  /** Refusals that share this code and its status: their names and texts. */
  readonly variants?: Readonly<Record<string, string>>;
  /** The fields of `details`, for programs; a refusal of this code may omit some. */
  readonly details?: readonly DetailName[];
  /** The documentation: why it happens and what to do, code between backquotes. */
  readonly cause: string;
  readonly remedy: string;
  /** The documentation page with more. */
  readonly page?: DocSlug;
  /** Whether only the operator's own routes return it. */
  readonly isForOperator?: boolean;
  /** The message for the reader of a page, where `text` mentions the API's own routes. */
  readonly toldReader?: string;
  /** Next step for a model whose tool met it; null = try again once, for want of better. */
  readonly toldModel: string | null;
}
