/** A process that owns the folder of its argument, says so, and stays until it is killed or its parent ends. */
import { lockFolder } from "../../db/data-folder/lock.ts";

lockFolder(process.argv[2] ?? "");
console.log("owner");
await Bun.stdin.text();
