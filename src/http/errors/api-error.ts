import { type CatalogueEntry, type ErrorCode, type ErrorName, refusalNamed } from "./catalogue.ts";
import { retryAfterHeader } from "./statuses.ts";

export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

/** An expected refusal, told in the words of the catalogue. Anything else that is thrown is a bug: a plain 500. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  /**
   * @param code its name in the catalogue, which may be that of a variant.
   * @param parameters those of its text; `seconds` is also when it may be tried again, in place of the status's default.
   */
  constructor(
    readonly code: ErrorName,
    readonly parameters: Readonly<Record<string, string>> = {},
  ) {
    const { entry, text } = refusalNamed(code);
    const { "retry-after": seconds = "" } = retryAfterHeader(entry.status, parameters["seconds"]);
    super(fill(text, { seconds, ...parameters }));
    this.status = entry.status;
  }

  /** All that is said of its code. */
  get entry(): CatalogueEntry {
    return refusalNamed(this.code).entry;
  }

  /** Headers that go with the body: `Retry-After`, when it may be tried again. */
  get headers(): ReturnType<typeof retryAfterHeader> {
    return retryAfterHeader(this.status, this.parameters["seconds"]);
  }

  /** What the caller reads; the attribution is added where bodies are rendered. */
  get body(): ErrorBody {
    return { error: { code: this.entry.code, message: this.message } };
  }
}

function fill(text: string, parameters: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? "");
}
