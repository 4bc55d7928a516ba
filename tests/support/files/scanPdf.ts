import { pdfOf } from '../../../server/seed/pdf.ts';

/** PDFs whose pages are scans of whole sheets: white, with one black mark; a few KB each, and without Node, so that pages make them too. */

/** In inches, upright. */
export const sheets = {
  'ARCH A': [9, 12],
  'ARCH B': [12, 18],
  'ARCH C': [18, 24],
  'ARCH D': [24, 36],
  'ARCH E1': [30, 42],
  'ARCH E': [36, 48],
  'ANSI A': [8.5, 11],
  'ANSI B': [11, 17],
  'ANSI C': [17, 22],
  'ANSI D': [22, 34],
  'ANSI E': [34, 44],
  A4: [8.27, 11.69],
  A3: [11.69, 16.54],
  A2: [16.54, 23.39],
  A1: [23.39, 33.11],
  A0: [33.11, 46.81],
} as const satisfies Record<string, readonly [number, number]>;

export type Coding =
  | 'fax, group 4'
  | 'fax, group 3'
  | 'fax, colors of a table'
  | 'fax, black is 1'
  | 'fax as a mask'
  | '8 bits'
  | '24 bits'
  | 'JPEG';
export type Scan = { sheet: keyof typeof sheets; dpi: number; coding: Coding };

/** The mark, in parts of the sheet. */
export const mark = { left: 0.25, top: 0.25, right: 0.5, bottom: 0.5 };

type Size = { width: number; height: number };

/** Widths are multiples of 64, so that few codes are needed. */
function pixelsOf({ sheet, dpi }: Scan): Size {
  const [width, height] = sheets[sheet];
  return { width: Math.round((width * dpi) / 64) * 64, height: Math.round(height * dpi) };
}

/** Returns the columns and rows of the mark. */
function markIn({ width, height }: Size) {
  const [left, right] = [mark.left, mark.right].map((part) => Math.round((width * part) / 64) * 64);
  const [top, bottom] = [mark.top, mark.bottom].map((part) => Math.round(height * part));
  return { left: left as number, right: right as number, top: top as number, bottom: bottom as number };
}

/** Turns codes of bits into bytes. */
function bytesOf(codes: Iterable<string>): number[] {
  const bytes: number[] = [];
  let bits = '';
  for (const code of codes) {
    bits += code;
    for (; bits.length >= 8; bits = bits.slice(8)) bytes.push(Number.parseInt(bits.slice(0, 8), 2));
  }
  if (bits) bytes.push(Number.parseInt(bits.padEnd(8, '0'), 2));
  return bytes;
}

const white = { 0: '00110101', 64: '11011', 2560: '000000011111' };
const black = { 0: '0000110111', 64: '0000001111', 2560: '000000011111' };

/** Codes a run of pixels, a multiple of 64. */
function run(codes: typeof white, length: number): string {
  return codes[2560].repeat(Math.floor(length / 2560)) + codes[64].repeat((length % 2560) / 64) + codes[0];
}

/** Codes rows by ITU-T T.4, each by itself, or by T.6, each by how it differs from the one before. */
function* faxRows(size: Size, group: 3 | 4): Generator<string> {
  const { left, right, top, bottom } = markIn(size);
  const marked = run(white, left) + run(black, right - left);
  for (let y = 0; y < size.height; y += 1) {
    const isMarked = y >= top && y < bottom;
    if (group === 3) yield isMarked ? marked + run(white, size.width - right) : run(white, size.width);
    else if (y === top) yield `001${marked}1`;
    else if (y === bottom) yield '00011';
    else yield isMarked ? '111' : '1';
  }
}

/** Codes a gray JPEG of one shade: each block is as the one before, which takes two bits. */
function grayJpeg({ width, height }: Size): number[] {
  const word = (value: number) => [value >> 8, value & 0xff];
  const table = (kind: number) => [0xff, 0xc4, ...word(20), kind, 1, ...Array<number>(15).fill(0), 0];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return [
    [0xff, 0xd8, 0xff, 0xdb, ...word(67), 0, ...Array<number>(64).fill(1)],
    [0xff, 0xc0, ...word(11), 8, ...word(height), ...word(width), 1, 1, 0x11, 0],
    [...table(0), ...table(0x10), 0xff, 0xda, ...word(8), 1, 1, 0, 0, 63, 0],
    Array<number>(Math.ceil(blocks / 4)).fill(0),
    [0xff, 0xd9],
  ].flat();
}

function* pixelRows(size: Size, bytesPerPixel: number): Generator<Uint8Array<ArrayBuffer>> {
  const { left, right, top, bottom } = markIn(size);
  const blank = new Uint8Array(size.width * bytesPerPixel).fill(255);
  const marked = blank.slice().fill(0, left * bytesPerPixel, right * bytesPerPixel);
  for (let y = 0; y < size.height; y += 1) yield y >= top && y < bottom ? marked : blank;
}

async function deflate(rows: Iterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const iterator = rows[Symbol.iterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Uint8Array(
    await new Response(source.pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  );
}

const hexOf = (bytes: ArrayLike<number>) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

type Coded = { filters?: string; params?: string; bits?: number; entries?: string; data: ArrayLike<number> };

async function code(coding: Coding, size: Size): Promise<Coded> {
  const gray = '/ColorSpace /DeviceGray';
  if (coding === '8 bits' || coding === '24 bits') {
    const entries = coding === '8 bits' ? gray : '/ColorSpace /DeviceRGB';
    // Once is a hundredth, twice is a hundredth of that.
    const once = await deflate(pixelRows(size, coding === '8 bits' ? 1 : 3));
    return { filters: '/FlateDecode /FlateDecode', bits: 8, entries, data: await deflate([once]) };
  }
  if (coding === 'JPEG') {
    const data = await deflate([Uint8Array.from(grayJpeg(size))]);
    return { filters: '/FlateDecode /DCTDecode', bits: 8, entries: gray, data };
  }
  const group = coding === 'fax, group 3' ? 3 : 4;
  const entries = {
    'fax, group 3': gray,
    'fax, group 4': gray,
    'fax, black is 1': `${gray} /Decode [1 0]`,
    'fax, colors of a table': '/ColorSpace [/Indexed /DeviceRGB 1 <0000ffffffff>]',
    'fax as a mask': '/ImageMask true',
  }[coding];
  const params = `/K ${group === 4 ? -1 : 0} /Columns ${size.width} ${coding === 'fax, black is 1' ? '/BlackIs1 true' : ''}`;
  return { filters: '/CCITTFaxDecode', params, bits: 1, entries, data: bytesOf(faxRows(size, group)) };
}

/** Returns the objects of one page: its picture, its contents, and itself; `first` is the number of the picture. */
async function pageOf(scan: Scan, first: number): Promise<string[]> {
  const size = pixelsOf(scan);
  const [width, height] = [size.width, size.height].map((pixels) => (pixels / scan.dpi) * 72) as [
    number,
    number,
  ];
  const { filters, params, bits, entries, data } = await code(scan.coding, size);
  const hex = hexOf(data);
  const parms = params ? `/DecodeParms [null << ${params} >>]` : '';
  const draw = `q 1 0 0 rg ${width} 0 0 ${height} 0 0 cm /P Do Q`;
  return [
    `<< /Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height} /BitsPerComponent ${bits} ${entries} /Filter [/ASCIIHexDecode ${filters}] ${parms} /Length ${hex.length + 1} >>\nstream\n${hex}>\nendstream`,
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 1} 0 R /Resources << /XObject << /P ${first} 0 R >> >> >>`,
  ];
}

/** Creates a page for each scan. */
export async function scanPdf(scans: readonly Scan[]): Promise<Uint8Array<ArrayBuffer>> {
  const pages = await Promise.all(scans.map((scan, at) => pageOf(scan, 3 + at * 3)));
  const kids = scans.map((_, at) => `${5 + at * 3} 0 R`).join(' ');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${scans.length} >>`,
    ...pages.flat(),
  ]);
}
