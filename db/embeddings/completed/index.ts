export { completeEncoder } from "./embedder.ts";
export { completedVersion, partsOf } from "./version.ts";
