import { heicPhoto } from './heicPhoto.ts';

type Box = { type: string; content: Buffer };
/** Properties of a photo that change what is shown of it, in their order. */
export type Change =
  /** Pixels of the picture as it is stored, or as the changes before left it. */
  | {
      crop: { left: number; top: number; width: number; height: number };
      of: { width: number; height: number };
    }
  /** Quarter turns counterclockwise. */
  | { turns: number }
  | { mirror: 'sideways' | 'upside down' };

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, at + length),
    });
    at += length;
  }
  return boxes;
}

function bytesOf(boxes: readonly Box[]): Buffer {
  return Buffer.concat(
    boxes.map(({ type, content }) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(content.length + 8);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, content]);
    }),
  );
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeInt32BE(value, at * 4);
  return bytes;
}

function propertyOf(change: Change): Box {
  if ('turns' in change) return { type: 'irot', content: Buffer.of(change.turns) };
  if ('mirror' in change) return { type: 'imir', content: Buffer.of(change.mirror === 'sideways' ? 1 : 0) };
  const { crop, of } = change;
  const x = 2 * crop.left + crop.width - of.width;
  const y = 2 * crop.top + crop.height - of.height;
  return { type: 'clap', content: numbers(crop.width, 1, crop.height, 1, x, 2, y, 2) };
}

/** Replaces the changes of the photo, which lies on its side as it is stored, by others. */
export function changedHeic(...changes: Change[]): Buffer {
  const file = boxesOf(heicPhoto());
  const meta = file.find(({ type }) => type === 'meta') as Box;
  const before = meta.content.length;
  const inMeta = boxesOf(meta.content.subarray(4));
  const iprp = inMeta.find(({ type }) => type === 'iprp') as Box;
  const inIprp = boxesOf(iprp.content);
  const [ipco, ipma] = ['ipco', 'ipma'].map((name) => inIprp.find(({ type }) => type === name)) as [Box, Box];
  const properties = boxesOf(ipco.content).filter(({ type }) => type !== 'irot');
  const added = changes.map(propertyOf);
  ipco.content = bytesOf([...properties, ...added]);
  const all = properties.length + added.length;
  // One photo, with all of them, each of which must be understood.
  const entry = Buffer.of(0, 1, all, ...Array.from({ length: all }, (_, at) => 0x80 | (at + 1)));
  ipma.content = Buffer.concat([Buffer.of(0, 0, 0, 0, 0, 0, 0, 1), entry]);
  iprp.content = bytesOf(inIprp);
  const iloc = inMeta.find(({ type }) => type === 'iloc') as Box;
  const shift = bytesOf(inMeta).length + 4 - before;
  iloc.content = shifted(iloc.content, shift);
  meta.content = Buffer.concat([meta.content.subarray(0, 4), bytesOf(inMeta)]);
  return bytesOf(file);
}

/** The photo with more than half of it cut off, on its side as it is stored; what remains stands upright, with a part of each field. */
export const croppedHeic = changedHeic(
  { crop: { left: 92, top: 68, width: 120, height: 100 }, of: { width: 320, height: 240 } },
  { turns: 3 },
);
export const croppedSize = { width: 100, height: 120 };

/** Moves the places of the contents, as `heif-enc` writes them: a base of four bytes, from which its extents are counted. */
function shifted(iloc: Buffer, by: number): Buffer {
  const moved = Buffer.from(iloc);
  let at = 8;
  for (let left = moved.readUInt16BE(6); left > 0; left -= 1) {
    at += 4;
    moved.writeUInt32BE(moved.readUInt32BE(at) + by, at);
    at += 6 + 8 * moved.readUInt16BE(at + 4);
  }
  return moved;
}

/** Adds a picture that is coded as AVIF beside the photo, of which libheif's build for JavaScript says that it cannot read it. */
export function withOtherPicture(photo: Buffer): Buffer {
  const file = boxesOf(photo);
  const meta = file.find(({ type }) => type === 'meta') as Box;
  const inMeta = boxesOf(meta.content.subarray(4));
  const find = (name: string) => inMeta.find(({ type }) => type === name) as Box;
  const [iloc, iinf] = [find('iloc'), find('iinf')];
  const id = iinf.content.readUInt16BE(4) + 1;
  const idBytes = Buffer.of(0, id);
  const info = Buffer.concat([Buffer.of(2, 0, 0, 0), idBytes, Buffer.of(0, 0), Buffer.from('av01\0')]);
  iinf.content = Buffer.concat([iinf.content, bytesOf([{ type: 'infe', content: info }])]);
  iinf.content.writeUInt16BE(id, 4);
  const place = Buffer.concat([idBytes, Buffer.of(0, 0), numbers(0), Buffer.of(0, 1), numbers(40, 8)]);
  const before = meta.content.length;
  iloc.content = Buffer.concat([iloc.content, place]);
  iloc.content.writeUInt16BE(id, 6);
  iloc.content = shifted(iloc.content, bytesOf(inMeta).length + 4 - before);
  meta.content = Buffer.concat([meta.content.subarray(0, 4), bytesOf(inMeta)]);
  return bytesOf(file);
}
