export { completeEncoder } from "./embedder.ts";
export { completedVersion, partsOf, versionOver } from "./version.ts";
