/** The encodings of a body. */
export type Encoding = "br" | "gzip";

/** A body ready to leave, in the encodings that are asked for. */
export interface SendableBody {
  readonly plain: Buffer<ArrayBuffer>;
  /** Of the plain body; null on the routes that are not revalidated. */
  readonly etag: string | null;
  /** The body in that encoding, worked out once; as it is for null. */
  in(encoding: Encoding | null): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
}
