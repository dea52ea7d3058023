/** A process that locks the folder of its argument, prints that it has, and stays until killed or its parent ends. */
import { lockFolder } from "../../db/data-folder/lock.ts";

lockFolder(process.argv[2] ?? "");
console.log("owner");
await Bun.stdin.text();
