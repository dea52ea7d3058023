import { ENCODERS } from "./compression.ts";
import { etagOf } from "./etag.ts";
import type { Encoding, SendableBody } from "./sendable-body.ts";

/** A body rendered once, and encoded on first use. */
export class RenderedBody implements SendableBody {
  private readonly encodings = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();

  /**
   * @param etag of the plain body; null on the routes that are not revalidated.
   * @param headers sent with it.
   * @param onGrowth called with the bytes that an encoding adds.
   */
  constructor(
    readonly plain: Buffer<ArrayBuffer>,
    readonly etag: string | null,
    readonly headers: Readonly<Record<string, string>> = {},
    private readonly onGrowth: (bytes: number) => void = () => {},
  ) {}

  in(encoding: Encoding | null): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
    if (encoding === null) return this.plain;
    return this.encodings.get(encoding) ?? this.encode(encoding);
  }

  private encode(encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
    const encoded = ENCODERS[encoding](this.plain);
    this.encodings.set(encoding, encoded);
    encoded.then(
      ({ byteLength }) => this.onGrowth(byteLength),
      () => this.encodings.delete(encoding),
    );
    return encoded;
  }
}

/** Makes a revalidated body from a text. */
export function renderedText(text: string): RenderedBody {
  const plain = Buffer.from(text);
  return new RenderedBody(plain, etagOf(plain));
}

/** A body with its own headers, for a request that gets it or the 304 that spares it. */
export class RenderedAnswer {
  constructor(
    readonly body: SendableBody,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}
