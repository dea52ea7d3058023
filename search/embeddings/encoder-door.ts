import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Asker, serveRequests } from "../../db/engine/thread.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { Embedding, Encoder } from "./port.ts";

/** Serialisable description of another thread's encoder: a second instance would load the model twice. */
export interface EncoderDoor
  extends Pick<Encoder, "version" | "dimensions" | "passagesAtOnce" | "textWeight"> {
  /** To be transferred with it. */
  readonly port: MessagePort;
}

interface Asked {
  readonly kind: "passages" | "question";
  readonly texts: readonly string[];
}

/** Gives one other thread access to an encoder. Call `close` once that thread has ended. */
export function openEncoderDoor(encoder: Encoder): { readonly door: EncoderDoor; close(): void } {
  const { port1, port2 } = new MessageChannel();
  serveRequests((asked: Asked) => embed(encoder, asked), expected, port1);
  const { version, dimensions, passagesAtOnce, textWeight } = encoder;
  const door = { version, dimensions, passagesAtOnce, textWeight, port: port2 };
  return { door, close: () => port1.close() };
}

async function embed(encoder: Encoder, { kind, texts }: Asked): Promise<readonly Embedding[]> {
  if (kind === "passages") return await encoder.embedPassages(texts);
  return await Promise.all(texts.map((text) => encoder.embedQuestion(text)));
}

function expected(error: unknown): EngineUnavailable {
  if (error instanceof EngineUnavailable) return error;
  throw error;
}

/** The encoder that a door gives access to. */
export function connectEncoder({ port, ...encoder }: EncoderDoor): Encoder {
  const asker = new Asker<Asked, Embedding[]>(port);
  const askQuestion = async (text: string) =>
    (await asker.ask({ kind: "question", texts: [text] }))[0] ?? null;
  return {
    ...encoder,
    embedPassages: (texts) => asker.ask({ kind: "passages", texts }),
    embedQuestion: askQuestion,
    ping: async () => void (await askQuestion("impôt")),
  };
}
