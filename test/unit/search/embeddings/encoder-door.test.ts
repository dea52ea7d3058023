import { afterEach, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { connectEncoder, openEncoderDoor } from "../../../../search/embeddings/encoder-door.ts";
import type { Encoder } from "../../../../search/embeddings/port.ts";
import { embeddingLike } from "../../../fixtures/encoder.ts";
import { rejectionOf } from "../../../rejection.ts";

let close = () => {};
afterEach(() => close());

function behindDoor(encoder: Encoder): Encoder {
  const opened = openEncoderDoor(encoder);
  close = () => opened.close();
  return connectEncoder(opened.door);
}

test("an encoder behind a door is the encoder: its version, its sizes, its vectors, each to who asked", async () => {
  const encoder = embeddingLike();
  const remote = behindDoor(encoder);
  const { version, dimensions, passagesAtOnce } = encoder;
  expect(remote).toMatchObject({ version, dimensions, passagesAtOnce });
  const asked = [["un", "deux"], ["trois"]];
  expect(await Promise.all(asked.map((texts) => remote.embedPassages(texts)))).toEqual(
    await Promise.all(asked.map((texts) => encoder.embedPassages(texts))),
  );
});

test("what it refuses is refused with its words, and the next text is embedded", async () => {
  const encoder = embeddingLike((texts) => {
    if (texts.includes("refus")) throw new EngineUnavailable("embeddings", "Le modèle est parti.");
  });
  const remote = behindDoor(encoder);
  const fault = await rejectionOf(remote.embedPassages(["refus"]));
  expect(fault).toBeInstanceOf(EngineUnavailable);
  expect(fault).toMatchObject({ engine: "embeddings", message: "Le modèle est parti." });
  expect(await remote.embedPassages(["texte"])).toHaveLength(1);
});
