export type Encoding = "br" | "gzip";

/** A body ready to send, in any encoding. */
export interface SendableBody {
  readonly plain: Buffer<ArrayBuffer>;
  /** Of the plain body; null on the routes that are not revalidated. */
  readonly etag: string | null;
  /** Sent with it, whoever asks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body in that encoding, computed once; unencoded for null. */
  in(encoding: Encoding | null): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
}
