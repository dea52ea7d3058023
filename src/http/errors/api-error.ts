import {
  type CatalogueEntry,
  type DetailsOf,
  type ErrorCode,
  type ErrorName,
  refusalNamed,
} from "./catalogue.ts";
import type { RefusalDetails } from "./details.ts";
import { retryAfterHeader } from "./statuses.ts";

export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string };
  readonly details?: RefusalDetails;
}

/** An expected refusal, worded by the catalogue. Anything else that is thrown is a bug: a plain 500. */
export class ApiError<Name extends ErrorName = ErrorName> extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  /** `code` in the catalogue; `parameters` of its text (`seconds` sets `Retry-After`); `details` for programs. */
  constructor(
    readonly code: Name,
    readonly parameters: Readonly<Record<string, string>> = {},
    readonly details?: DetailsOf<Name>,
  ) {
    const { entry, text } = refusalNamed(code);
    const { "retry-after": seconds = "" } = retryAfterHeader(entry.status, parameters["seconds"]);
    super(fill(text, { seconds, ...parameters }));
    this.status = entry.status;
  }

  get entry(): CatalogueEntry {
    return refusalNamed(this.code).entry;
  }

  /** Headers sent with the body: `Retry-After`, when the request may be tried again. */
  get headers(): ReturnType<typeof retryAfterHeader> {
    return retryAfterHeader(this.status, this.parameters["seconds"]);
  }

  /** The body that the caller reads; the attribution is added where bodies are rendered. */
  get body(): ErrorBody {
    const error = { code: this.entry.code, message: this.message };
    return this.details === undefined ? { error } : { error, details: this.details };
  }
}

function fill(text: string, parameters: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? "");
}
