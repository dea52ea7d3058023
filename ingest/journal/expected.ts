import { ConfigError } from "../../db/config.ts";
import { ControlFault } from "../../db/data-folder/control-client.ts";
import { FolderInUse } from "../../db/data-folder/lock.ts";
import { FolderNotPrivate } from "../../db/data-folder/private-folder.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import { LockLost } from "../../db/ingestion/lock.ts";
import { IngestionFault } from "./fault.ts";

const EXPECTED = [
  IngestionFault,
  ConfigError,
  ControlFault,
  FolderInUse,
  FolderNotPrivate,
  EngineUnavailable,
  LockLost,
];

/** Whether an operator needs the message of a fault alone, and not its stack. */
export function isExpected(error: unknown): error is Error {
  return EXPECTED.some((kind) => error instanceof kind);
}
