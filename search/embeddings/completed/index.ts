export { completeEncoder, encoderAlone } from "./embedder.ts";
export { completedVersion, partsOf, versionOver } from "./version.ts";
