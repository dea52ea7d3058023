import type { DocSlug } from "../../../docs/site.ts";
import type { DetailName } from "../details.ts";
import type { RefusalStatus } from "../statuses.ts";

/** All that is said of an error code. */
export interface ErrorEntry {
  readonly status: RefusalStatus;
  /** What bodies say, in French, so that a developer can act on it; `{name}` stands for the parameter of that name. */
  readonly text: string;
  /** Refusals that share this code and its status: their names and their own texts. */
  readonly variants?: Readonly<Record<string, string>>;
  /** What the body says to a program under `details`; a refusal of this code may leave a field out. */
  readonly details?: readonly DetailName[];
  /** What the documentation says: why it happens and what to do, code between backquotes. */
  readonly cause: string;
  readonly remedy: string;
  /** The page of the documentation that tells more. */
  readonly page?: DocSlug;
  /** Whether only the operator's own routes give it. */
  readonly isForOperator?: boolean;
  /** What the reader of a page is told, where `text` would speak of the API's own routes. */
  readonly toldReader?: string;
  /** What a model whose tool met it is told to do next; null = to try again once, for want of better. */
  readonly toldModel: string | null;
}
