export { ENCODER_VERSION, openSentenceEncoder, type SentenceEncoder } from "./encoder.ts";
export { isModelKept, modelFolder } from "./files/folder.ts";
export { RELEASE } from "./files/release.ts";
