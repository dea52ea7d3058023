/** A thread of the sentence encoder: loads the model, then turns the texts it receives into vectors, one at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { readModelFile } from "./files/folder.ts";
import { readTable, readWeights } from "./files/weights.ts";
import { ZipReader } from "./files/zip.ts";
import type { EncoderMessage, EncoderThread } from "./messages.ts";
import { Network } from "./network.ts";
import { Tokenizer } from "./tokenizer/tokenizer.ts";

const start: EncoderThread = workerData;
const tokenizer = new Tokenizer(readModelFile(start.folder, "sp.model"));
Bun.gc(true);
const { network, table } = openNetwork();
Bun.gc(true);
post({ kind: "ready", table });

parentPort?.on("message", (text: string) => {
  post({ kind: "vector", vector: network.encode(tokenizer.tokenize(text)) });
});

/**
 * In its own function, so that the buffers through which the file is read, as large as the result, are garbage once
 * it returns.
 */
function openNetwork(): { readonly network: Network; readonly table: SharedArrayBuffer } {
  const archive = new ZipReader(readModelFile(start.folder, "weights.npz"));
  const open = (table: SharedArrayBuffer) => ({ network: new Network(readWeights(archive), table), table });
  return open(start.table ?? readTable(archive));
}

function post(message: EncoderMessage): void {
  parentPort?.postMessage(message);
}
