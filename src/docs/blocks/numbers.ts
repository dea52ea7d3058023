import { DEFAULT_VISITOR_MS } from "../../../config/config.ts";
import { STOP_WORDS } from "../../../search/fulltext/analyzer/next-word.ts";
import { MAX_PREFIXES, MAX_WORDS } from "../../../search/fulltext/query/lexer.ts";
import { MAX_CHARACTERS } from "../../../search/fulltext/query/parse.ts";
import { MAX_WRONG_KEYS } from "../../access/attempt-limiter.ts";
import { VISITOR_BURST_MS } from "../../access/visitor-budget.ts";
import { MAX_EXPORTS } from "../../features/export/service.ts";
import { MAX_URL_LENGTH } from "../../http/connections.ts";
import { REFUSAL_STATUSES } from "../../http/errors/statuses.ts";
import { MAX_BODY_BYTES, MAX_TEXT_BODY_BYTES } from "../../http/json-body.ts";

/** 10 000, with a space that does not break. */
export function french(value: number): string {
  return value.toLocaleString("fr-FR").replaceAll("\u202F", "\u00A0");
}

/** The limits that the code enforces, by their names in the texts. */
export const NUMBERS: Readonly<Record<string, string>> = {
  "max-exports": french(MAX_EXPORTS),
  "max-wrong-keys": french(MAX_WRONG_KEYS),
  "max-characters": french(MAX_CHARACTERS),
  "max-words": french(MAX_WORDS),
  "max-prefixes": french(MAX_PREFIXES),
  "retry-after": french(REFUSAL_STATUSES[429].retryAfterSeconds),
  "max-url": french(MAX_URL_LENGTH / 1024),
  "max-body": french(MAX_BODY_BYTES / 1024),
  "max-text-body": french(MAX_TEXT_BODY_BYTES / 1024),
  "visitor-seconds": french(DEFAULT_VISITOR_MS / 1000),
  "visitor-burst": french(VISITOR_BURST_MS / 1000),
  "stop-words": [...STOP_WORDS].join(", "),
};
