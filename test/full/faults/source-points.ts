import { ARCHIVE_FAULTS } from "./archive-faults.ts";
import type { Delivery } from "./delivery.ts";
import { EXPORT_FAULTS } from "./export-faults.ts";
import { randomOf } from "./random.ts";
import { FAULT_SEED, IS_FULL } from "./seed.ts";

/** What is wrong with what the official server gives, on the day of a run. */
export interface SourceFault {
  readonly of: "export" | "archive" | "disk";
  readonly name: string;
  spoil(delivery: Delivery): void;
  /** The message to the operator. */
  readonly told: RegExp;
  /** Exit code of the run: 0 when it can do without what is wrong, and reports it. */
  readonly code: 0 | 1;
  /** Largest size of a file, in blocks of 512 bytes, as if the disk were full beyond. */
  readonly fileBlocks?: number;
  /** Whether the run waits and tries again for long. */
  readonly isLong?: boolean;
}

/** Every fault; or one of them, drawn by the seed. */
export function chooseSourcePoints(): SourceFault[] {
  const faults = [...EXPORT_FAULTS, ...ARCHIVE_FAULTS];
  if (IS_FULL) return faults;
  const random = randomOf(FAULT_SEED, "source points");
  return [random.pick(faults.filter(({ isLong = false }) => !isLong))];
}
