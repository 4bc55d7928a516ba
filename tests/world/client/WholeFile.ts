/** A file whose bytes are at hand: those of Node are read by turns of the event loop, which are not the scheduler's. */
export class WholeFile extends File {
  readonly #bytes: Buffer;

  constructor(parts: (BlobPart | WholeFile)[], name: string, options?: FilePropertyBag) {
    super(parts, name, options);
    this.#bytes = Buffer.concat(
      parts.map((part) => (part instanceof WholeFile ? part.#bytes : bytesOf(part))),
    );
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#bytes).buffer;
  }
}

function bytesOf(part: BlobPart): Uint8Array {
  if (typeof part === 'string') return Buffer.from(part);
  if (part instanceof ArrayBuffer) return new Uint8Array(part);
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  throw new Error('A part that is read by turns of the event loop.');
}
