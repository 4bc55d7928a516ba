export function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** A part of a file, in bytes. */
export type Range = { at: number; end: number };

/** Lists the boxes of a HEIC file between two places: each begins with its length and its type. */
export function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<Range & { type: string }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = from;
  while (at + 8 <= to) {
    const length = view.getUint32(at);
    const end = length === 0 ? to : at + length;
    // A length of one announces a longer number, which only the pictures themselves need.
    if (length === 1 || end > to || end < at + 8) return;
    yield { type: textAt(bytes, at + 4), at: at + 8, end };
    at = end;
  }
}

/** Finds the first box of a type in a part of a file. */
export function boxIn(bytes: Uint8Array, { at, end }: Range, type: string): Range | undefined {
  return [...boxesIn(bytes, at, end)].find((box) => box.type === type);
}
