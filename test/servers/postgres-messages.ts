/** A message of the PostgreSQL wire protocol, as sent. */
export interface Message {
  /** Its letter; null for the one that opens a connection, which has none. */
  readonly type: string | null;
  readonly bytes: Buffer;
}

/** Puts messages together again from the chunks of a connection (PostgreSQL documentation, « Message Formats »). */
export class MessageReader {
  private pending = Buffer.alloc(0);

  /** @param isOpening whether the first message is the client's, without a letter. */
  constructor(private isOpening: boolean) {}

  /** The messages that a chunk completes. */
  read(chunk: Buffer): Message[] {
    this.pending = Buffer.concat([this.pending, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const letters = this.isOpening ? 0 : 1;
      if (this.pending.length < letters + 4) return messages;
      const length = letters + this.pending.readUInt32BE(letters);
      if (this.pending.length < length) return messages;
      const bytes = this.pending.subarray(0, length);
      this.pending = this.pending.subarray(length);
      messages.push({ type: this.isOpening ? null : bytes.toString("latin1", 0, 1), bytes });
      this.isOpening = false;
    }
  }
}

/** The message that asks for a statement without parameters. */
export function simpleQuery(statement: string): Buffer {
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.alloc(5);
  head.write("Q", "latin1");
  head.writeUInt32BE(4 + text.length, 1);
  return Buffer.concat([head, text]);
}
