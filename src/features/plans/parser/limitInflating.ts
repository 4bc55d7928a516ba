/** Bytes of the largest picture that is stored without a coding of its own: 36 × 48 in. at 400 dpi in 24 bits has 829 million. */
const maxPictureBytes = 2 ** 30;

/**
 * Ends what inflates to more than any picture has: a few hundred bytes can become gigabytes, all of which the library collects before it
 * looks at how many it needs. It then inflates in its own way, only as far as it needs.
 */
export function limitInflating(maxBytes = maxPictureBytes): void {
  const Native = DecompressionStream;
  globalThis.DecompressionStream = class {
    readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
    readonly writable: WritableStream<BufferSource>;

    constructor(format: CompressionFormat) {
      const { readable, writable } = new Native(format);
      let bytes = 0;
      const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) throw new RangeError('It inflates to too much.');
          controller.enqueue(chunk);
        },
      });
      this.readable = readable.pipeThrough(counted);
      this.writable = writable;
    }
  };
}
