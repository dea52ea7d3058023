import { ENCODERS } from "./compression.ts";
import { etagOf } from "./etag.ts";
import type { Encoding, SendableBody } from "./sendable-body.ts";

/** A body rendered once, and encoded when it is first asked for. */
export class RenderedBody implements SendableBody {
  private readonly encodings = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();

  /**
   * @param etag of the plain body; null on the routes that are not revalidated.
   * @param onGrowth told of the bytes that an encoding adds.
   */
  constructor(
    readonly plain: Buffer<ArrayBuffer>,
    readonly etag: string | null,
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

/** A text as a body that is revalidated. */
export function renderedText(text: string): RenderedBody {
  const plain = Buffer.from(text);
  return new RenderedBody(plain, etagOf(plain));
}

/** A body with the headers of its own that it leaves with, for a request that gets it or the 304 that spares it. */
export class RenderedAnswer {
  constructor(
    readonly body: SendableBody,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}
