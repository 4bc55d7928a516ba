import { noteMarker, noteOfSegment, type PhotoNote } from '../../src/contract/files/photoNote.ts';
import { orientationChunk, orientationOf, orientationSegment } from './exifOrientation.ts';

/**
 * Leaves out of a photo, while its bytes pass, what its camera and programs wrote beside the picture: time, place, device, owner, remarks,
 * and what follows the picture, such as a short film. The picture itself stays byte for byte, with its colors and its orientation.
 */

type Bytes = AsyncIterable<Uint8Array>;

/** Reads a stream in the parts that a format has. */
class Parts {
  #buffer: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(source: Bytes) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #fill(bytes: number): Promise<void> {
    const chunks = [this.#buffer];
    for (let length = this.#buffer.length; length < bytes; ) {
      const { done, value } = await this.#source.next();
      if (done) break;
      chunks.push(Buffer.from(value));
      length += value.length;
    }
    if (chunks.length > 1) this.#buffer = Buffer.concat(chunks);
  }

  /** Returns the next bytes, fewer at the end, which stay next. */
  async peek(bytes: number): Promise<Buffer> {
    await this.#fill(bytes);
    return this.#buffer.subarray(0, bytes);
  }

  /** Returns the next bytes, fewer at the end. */
  async take(bytes: number): Promise<Buffer> {
    const taken = await this.peek(bytes);
    this.#buffer = this.#buffer.subarray(taken.length);
    return taken;
  }

  /** Returns what is there of the rest; null at the end. */
  async some(): Promise<Buffer | null> {
    const there = await this.peek(1);
    if (there.length === 0) return null;
    return this.take(this.#buffer.length);
  }

  /** Puts bytes back that were taken last. */
  back(bytes: Buffer): void {
    this.#buffer = Buffer.concat([bytes, this.#buffer]);
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    for (let part = await this.some(); part; part = await this.some()) yield part;
  }

  async drop(): Promise<void> {
    while (await this.some());
  }
}

const [start, end, scan, exif] = [0xd8, 0xd9, 0xda, 0xe1];

function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= start);
}

/** Whether a segment belongs to the picture: all but those of applications and remarks, and of these the plain head and the colors. */
function isOfPicture(marker: number, content: Buffer): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = content.toString('latin1', 0, 12);
  return (
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name.startsWith('ICC_PROFILE\0')) ||
    (marker === 0xee && name.startsWith('Adobe'))
  );
}

/** Passes the coded picture, up to the next marker. */
async function* picture(parts: Parts): AsyncGenerator<Uint8Array> {
  for (let part = await parts.some(); part; part = await parts.some()) {
    let at = part.indexOf(0xff);
    // A zero after it makes it a byte of the picture, and restarts are of the picture too.
    for (; at >= 0; at = part.indexOf(0xff, at + 1)) {
      if (at + 1 === part.length) {
        const next = await parts.take(1);
        if (next.length === 0) break;
        part = Buffer.concat([part, next]);
      }
      const after = part[at + 1] ?? 0;
      if (after !== 0 && after !== 0xff && !(after >= 0xd0 && after <= 0xd7)) break;
    }
    if (at < 0 || at + 1 >= part.length) {
      yield part;
      continue;
    }
    parts.back(part.subarray(at));
    if (at > 0) yield part.subarray(0, at);
    return;
  }
}

async function* cleanJpeg(parts: Parts, found: (note: PhotoNote) => void): AsyncGenerator<Uint8Array> {
  for (;;) {
    const head = await parts.peek(4);
    const [first, marker = 0] = head;
    // Broken here: nothing is known of the rest, which a reader takes or leaves.
    if (first !== 0xff || head.length < 2) break;
    if (marker === 0xff) await parts.take(1);
    else if (marker === end) {
      yield await parts.take(2);
      await parts.drop();
      return;
    } else if (isAlone(marker)) yield await parts.take(2);
    else {
      const segment = await parts.take(2 + (head.length < 4 ? 0 : head.readUInt16BE(2)));
      const content = segment.subarray(4);
      if (isOfPicture(marker, content)) yield segment;
      else if (marker === exif) yield orientationSegment(orientationOf(content));
      else if (marker === noteMarker) {
        const note = noteOfSegment(content);
        if (note) found(note);
      }
      if (marker === scan) yield* picture(parts);
    }
  }
  yield* parts.rest();
}

/** The chunks of a PNG that are none of its picture. */
const asides = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];
const signatureBytes = 8;
/** As much as a JPEG can have. */
const maxExifBytes = 65_536;
/** The length, the name and the checksum. */
const chunkBytes = 12;

async function* cleanPng(parts: Parts): AsyncGenerator<Uint8Array> {
  yield await parts.take(signatureBytes);
  for (;;) {
    const head = await parts.peek(8);
    if (head.length < 8) break;
    const name = head.toString('latin1', 4);
    let left = head.readUInt32BE(0) + chunkBytes;
    if (name === 'eXIf' && left <= maxExifBytes) {
      yield orientationChunk((await parts.take(left)).subarray(8, -4));
      continue;
    }
    const isDropped = asides.includes(name);
    while (left > 0) {
      const part = await parts.take(Math.min(left, 65_536));
      if (part.length === 0) return;
      left -= part.length;
      if (!isDropped) yield part;
    }
    if (name === 'IEND') {
      await parts.drop();
      return;
    }
  }
  yield* parts.rest();
}

/** Whether files of a type are stored without their metadata; all others are stored as they are. */
export function losesMetadata(contentType: string): boolean {
  return contentType === 'image/jpeg' || contentType === 'image/png';
}

/**
 * Returns the bytes of a photo to store, without its metadata.
 *
 * @param contentType one that `losesMetadata`
 * @param found called with the time and the place that the sender says to keep
 */
export function withoutMetadata(
  source: Bytes,
  contentType: string,
  found: (note: PhotoNote) => void,
): AsyncGenerator<Uint8Array> {
  const parts = new Parts(source);
  return contentType === 'image/png' ? cleanPng(parts) : cleanJpeg(parts, found);
}
