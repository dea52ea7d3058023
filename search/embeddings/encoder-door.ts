import { MessageChannel, type MessagePort } from "node:worker_threads";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { Embedding, Encoder } from "./port.ts";

/** An encoder of another thread, as that one describes it: a second one would hold the model twice. */
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

/** An `EngineUnavailable` loses its class on its way: it goes as its message. */
type Answered = { readonly id: number } & (
  | { readonly embeddings: readonly Embedding[] }
  | { readonly engine: string; readonly message: string }
);

/** Opens an encoder to one other thread. `close` once that one has ended. */
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

/** The encoder behind a door. */
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
