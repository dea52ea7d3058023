import { MessageChannel, type MessagePort } from "node:worker_threads";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { Embedding, Encoder } from "./port.ts";

/** Serialisable description of another thread's encoder: a second instance would load the model twice. */
export interface EncoderDoor
  extends Pick<Encoder, "version" | "dimensions" | "passagesAtOnce" | "textWeight"> {
  /** To be transferred with it. */
  readonly port: MessagePort;
}

interface Asked {
  readonly id: number;
  readonly kind: "passages" | "question";
  readonly texts: readonly string[];
}

/** An `EngineUnavailable` loses its class between threads: only its message is sent. */
type Answered = { readonly id: number } & (
  | { readonly embeddings: readonly Embedding[] }
  | { readonly engine: string; readonly message: string }
);

/** Gives one other thread access to an encoder. Call `close` once that thread has ended. */
export function openEncoderDoor(encoder: Encoder): { readonly door: EncoderDoor; close(): void } {
  const { port1, port2 } = new MessageChannel();
  port1.on("message", (asked: Asked) => {
    void answer(encoder, asked).then((answered) => port1.postMessage(answered));
  });
  const { version, dimensions, passagesAtOnce, textWeight } = encoder;
  const door = { version, dimensions, passagesAtOnce, textWeight, port: port2 };
  return { door, close: () => port1.close() };
}

async function answer(encoder: Encoder, { id, kind, texts }: Asked): Promise<Answered> {
  try {
    if (kind === "passages") return { id, embeddings: await encoder.embedPassages(texts) };
    return { id, embeddings: await Promise.all(texts.map((text) => encoder.embedQuestion(text))) };
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    return { id, engine: error.engine, message: error.message };
  }
}

/** The encoder that a door gives access to. */
export function connectEncoder({ port, ...encoder }: EncoderDoor): Encoder {
  const waiting = new Map<number, PromiseWithResolvers<Embedding[]>>();
  let asked = 0;
  port.on("message", (answered: Answered) => {
    const asker = waiting.get(answered.id);
    waiting.delete(answered.id);
    if ("embeddings" in answered) asker?.resolve([...answered.embeddings]);
    else asker?.reject(new EngineUnavailable(answered.engine, answered.message));
  });
  const ask = (kind: Asked["kind"], texts: readonly string[]) => {
    const asker = Promise.withResolvers<Embedding[]>();
    const id = asked++;
    waiting.set(id, asker);
    port.postMessage({ id, kind, texts } satisfies Asked);
    return asker.promise;
  };
  const askQuestion = async (text: string) => (await ask("question", [text]))[0] ?? null;
  return {
    ...encoder,
    embedPassages: (texts) => ask("passages", texts),
    embedQuestion: askQuestion,
    ping: async () => void (await askQuestion("impôt")),
  };
}
