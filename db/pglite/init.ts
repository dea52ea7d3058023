/**
 * Creates an empty PGlite folder, in a process of its own: initdb peaks at about 1.1 GB resident, which the service
 * must not keep. The folder is created atomically.
 */
import { renameSync, rmSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: init.ts FOLDER");

const unfinished = `${folder}.unfinished`;
rmSync(unfinished, { recursive: true, force: true });
const pglite = await PGlite.create(unfinished);
await pglite.close();
renameSync(unfinished, folder);
