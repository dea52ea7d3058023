import { readFileSync } from "node:fs";

/** A program of `recipes/`, which a guide shows whole and a test follows. */
export function recipe(name: string): string {
  return readFileSync(new URL(`recipes/${name}`, import.meta.url), "utf8").trimEnd();
}
