import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { DrawnPage } from '../../../server/previews/drawnPage.ts';
import { drawWithPdfium } from '../../../server/previews/pdfiumPage.ts';
import { drawWithPdfjs } from '../../../server/previews/pdfjsPage.ts';
import {
  NoPreview,
  type Rendered,
  type RenderLimits,
  render,
  renderLimits,
} from '../../../server/previews/renderer.ts';
import { incompleteMark } from '../../../src/contract/files/previewSizes.ts';
import { allAnnotations, placeOf } from '../../../src/features/plans/page/annotations.ts';
import { annotatedPdf, annotatedSize, cells, paper } from '../../support/files/annotatedPdf.ts';
import { annotatedSheet } from '../../support/files/annotatedSheet.ts';
import { formPdf } from '../../support/files/formPdf.ts';
import { bombPdf } from '../../support/files/hostilePdfs.ts';
import { leftOutCases, leftOutPdf } from '../../support/files/leftOutPdf.ts';
import { pagesPdf, scanPdf, stampOfHiddenLayerPdf } from '../../support/files/pdfs.ts';

const pdf = 'application/pdf';
// The machine of the tests may be slow; what is too much is said by each test.
const patient = { ...renderLimits, timeMs: 100_000, processorMs: 60_000 };

function draw(
  contentType: string,
  bytes: Uint8Array,
  limits: Partial<RenderLimits> = {},
  stop?: AbortSignal,
) {
  const open = async () => Readable.from([Buffer.from(bytes)]);
  const file = { contentType, size: bytes.length, open };
  return render(file, { ...patient, ...limits }, stop ?? new AbortController().signal);
}

async function whyNot(drawing: Promise<Rendered>): Promise<string> {
  const error: unknown = await drawing.catch((reason: unknown) => reason);
  return error instanceof NoPreview ? error.why : String(error);
}

/** Ends a renderer of this process, as a system does that runs out of memory, or a terminal. */
function killRenderer(signal: NodeJS.Signals): boolean {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${pid}/stat`);
    const isMine = stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(process.pid);
    if (!isMine || !read(`/proc/${pid}/cmdline`).includes('/render.ts')) continue;
    process.kill(Number(pid), signal);
    return true;
  }
  return false;
}

function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Red on the left, green on the right as it is stored; its camera was held upright. */
async function uprightPhoto(): Promise<Buffer> {
  const half = await sharp({ create: { width: 1000, height: 1500, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#ff0000' } })
    .composite([{ input: half, left: 1000, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'secret-camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();
}

async function colourAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at);
  return red > 200 ? 'red' : green > 200 ? 'green' : blue > 200 ? 'blue' : 'none';
}

test('a photo is rotated upright, and its location is removed', async () => {
  const photo = await uprightPhoto();
  expect(photo.includes('secret-camera')).toBe(true);
  const { thumb, page } = await draw('image/jpeg', photo);
  for (const [picture, width, height] of [
    [thumb, 640, 853],
    [page, 1500, 2000],
  ] as const) {
    const told = await sharp(picture).metadata();
    expect(told).toMatchObject({ format: 'webp', width, height });
    expect(told.orientation).toBeUndefined();
    expect(told.exif).toBeUndefined();
    expect(await colourAt(picture, 0.5, 0.1)).toBe('red');
    expect(await colourAt(picture, 0.5, 0.9)).toBe('green');
  }
});

test('the preview of a PDF is its first page, in its proportions', async () => {
  const { thumb, page } = await draw(pdf, pagesPdf(400, { width: 792, height: 612 }));
  expect(await sharp(page).metadata()).toMatchObject({ width: 1600, height: 1236 });
  expect(await sharp(thumb).metadata()).toMatchObject({ width: 640, height: 494 });
  expect(await colourAt(page, 0.5, 0.5)).toBe('red');
});

test('a stamp of a layer that is off is not in the preview', async () => {
  const { page } = await draw(pdf, stampOfHiddenLayerPdf());
  expect(await colourAt(page, 0.5, 0.5)).toBe('red');
});

test('what a form is filled with is in the preview, also without an appearance', async () => {
  const field = (bottom: number, entries: string) =>
    `/Subtype /Widget /FT /Tx /DA (/Helv 12 Tf 0 g) /Rect [20 ${bottom} 180 ${bottom + 40}] ${entries}`;
  const sheet = annotatedSheet([field(300, '/T (a) /V (String 4, 13 modules)'), field(100, '/T (b)')]);
  const { page } = await draw(pdf, sheet);
  const darkest = async (top: number) => {
    const place = { left: 80, top: 4 * top, width: 640, height: 160 };
    const { channels } = await sharp(await sharp(page).extract(place).png().toBuffer()).stats();
    return channels[0]?.min;
  };
  expect(await darkest(60)).toBeLessThan(100);
  expect(await darkest(260)).toBeGreaterThan(240);
});

test.each([20, 400])('the scan of a sheet at %i dpi has a preview within the memory limit', async (dpi) => {
  const { page } = await draw(pdf, scanPdf(dpi));
  expect(await sharp(page).metadata()).toMatchObject({ width: 1600, height: 2400 });
  expect([await colourAt(page, 0.2, 0.5), await colourAt(page, 0.8, 0.5)]).toEqual(['red', 'green']);
  expect(await colourAt(page, 0.5, 0.1)).toBe('blue');
});

const broken = leftOutCases.find(({ missing }) => missing === '1 picture') as (typeof leftOutCases)[number];
const whole = leftOutCases.find(({ what }) => what === 'a picture in JPEG 2000') as typeof broken;

/** Whether a preview says of itself that it lacks something, and still is a picture. */
async function saysIncomplete({ thumb, page }: Rendered): Promise<boolean[]> {
  const said = [thumb, page].map((picture) => picture.subarray(-512).includes(incompleteMark));
  const told = await Promise.all([thumb, page].map((picture) => sharp(picture).metadata()));
  expect(told.map(({ format, xmp }) => [format, xmp !== undefined])).toEqual(
    said.map((one) => ['webp', one]),
  );
  return said;
}

test('a preview says that it lacks a picture, and one that lacks nothing says nothing', async () => {
  expect(await saysIncomplete(await draw(pdf, leftOutPdf([broken])))).toEqual([true, true]);
  expect(await saysIncomplete(await draw(pdf, leftOutPdf([whole])))).toEqual([false, false]);
  expect(await saysIncomplete(await draw('image/png', png(10, 10)))).toEqual([false, false]);
});

test.each([broken, whole])(
  'the engine for what takes much memory knows of $what whether it was drawn',
  async (one) => {
    const { isIncomplete } = await drawWithPdfium(leftOutPdf([one]));
    expect(isIncomplete).toBe(one === broken);
  },
);

test('lines that are filled rectangles without a height or a width are in the preview', async () => {
  const sheet = annotatedSheet([], { content: '0 0 1 rg 20 300 160 0 re f 100 40 0 160 re f' });
  const { page } = await draw(pdf, sheet);
  const { width = 0, height = 0 } = await sharp(page).metadata();
  const bluest = async (left: number, top: number) => {
    const place = { left: Math.round(left * width), top: Math.round(top * height), width: 40, height: 40 };
    const { channels } = await sharp(await sharp(page).extract(place).png().toBuffer()).stats();
    return channels[0]?.min ?? 255;
  };
  expect(await bluest(0.3, 0.25 - 20 / height)).toBeLessThan(200);
  expect(await bluest(0.25 - 20 / width, 0.7)).toBeLessThan(200);
  expect(await bluest(0.1, 0.6)).toBe(255);
});

test('lines whose dashes have no length are solid in the preview', async () => {
  const sheet = annotatedSheet([], { content: '0 0 1 RG 40 w [0] 0 d 0 300 m 400 300 l S' });
  const { page } = await draw(pdf, sheet);
  expect(await colourAt(page, 0.5, 0.25)).toBe('blue');
});

test('annotations of every kind are in the preview', async () => {
  const { page } = await draw(pdf, annotatedPdf());
  const { data, info } = await sharp(page).raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / annotatedSize.width;
  const absent = cells.filter(({ x, y, width, height }) => {
    let pixels = 0;
    for (let row = Math.ceil(y * scale); row < (y + height) * scale; row += 1) {
      for (let column = Math.ceil(x * scale); column < (x + width) * scale; column += 1) {
        const at = info.channels * (row * info.width + column);
        if (paper.some((value, channel) => Math.abs((data[at + channel] ?? 0) - value) > 24)) pixels += 1;
      }
    }
    return pixels < 100;
  });
  expect(absent.map(({ name }) => name)).toEqual([]);
});

/** Returns the edges of what is dark on a page, in points from its top left corner. */
function inkOf({ width, height, pixels }: DrawnPage, points: number): number[] {
  const scale = points / width;
  const dark = Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => (pixels[at * 4 + 1] ?? 0) < 128,
  );
  const [columns, rows] = [dark.map((at) => at % width), dark.map((at) => Math.floor(at / width))];
  const most = (of: number[], which: 'min' | 'max') => of.reduce((one, other) => Math[which](one, other));
  return [most(columns, 'min'), most(rows, 'min'), most(columns, 'max') + 1, most(rows, 'max') + 1].map(
    (pixel) => Math.round(pixel * scale),
  );
}

const dimension = "/Subtype /Line /C [1 0 0] /L [100 200 300 200] /Rect [90 190 310 260] /Contents (12'-6)";
const callout =
  '/Subtype /FreeText /Rect [40 40 360 160] /Contents (Move) /DA (1 0 0 rg /Helv 12 Tf) /CL [60 60 200 60 200 100]';

test.each([
  ['a dimension its measure', `${dimension} /Cap true`, [180, 185, 220, 198]],
  ['a dimension that lies aside its line there', `${dimension} /LL 40`, [120, 158, 280, 162]],
  ['a dimension that lies aside its measure there', `${dimension} /LL 40 /Cap true`, [180, 145, 220, 158]],
  ['a dimension its leaders', `${dimension} /LL -40 /LLE 10`, [98, 215, 102, 248]],
  ['a callout its line', callout, [100, 338, 190, 342]],
  ['a callout its arrow', `${callout} /LE /ClosedArrow`, [60, 336, 65, 338]],
  ['a text its frame', `${callout.replace(/ .CL.*/, '')} /BS << /W 2 >>`, [200, 357, 340, 361]],
] as const)('without an appearance %s', async (_, annotation, [left, top, right, bottom]) => {
  const { width, height, pixels } = await drawWithPdfjs(annotatedSheet([annotation]));
  const scale = width / 400;
  const isIn = (x: number, y: number) => x >= left && x <= right && y >= top && y <= bottom;
  const red = Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => (pixels[at * 4 + 1] ?? 0) < 128 && isIn((at % width) / scale, Math.floor(at / width) / scale),
  );
  expect(red.length).toBeGreaterThan(10);
});

test.each([
  // Flag 4 is that it prints, 16 that it does not turn.
  { rotate: 0, flags: 20, edges: [180, 160, 300, 200] },
  { rotate: 90, flags: 4, edges: [200, 180, 240, 300] },
  { rotate: 90, flags: 20, edges: [240, 180, 360, 220] },
  { rotate: 180, flags: 20, edges: [220, 240, 340, 280] },
  { rotate: 270, flags: 20, edges: [160, 220, 280, 260] },
])('on a page turned by $rotate° a stamp with the flags $flags stands where PDFium draws it', async (one) => {
  const { rotate, flags, edges } = one;
  const sheet = annotatedSheet([`/Subtype /Stamp /Rect [180 200 300 240] /F ${flags} /AP << /N 7 0 R >>`], {
    page: `/Rotate ${rotate}`,
    rest: [
      '<< /Type /XObject /Subtype /Form /BBox [0 0 60 20] /Length 14 >>\nstream\n0 0 60 20 re f\nendstream',
    ],
  });
  expect(inkOf(await drawWithPdfium(sheet), 400)).toEqual(edges);
  expect(inkOf(await drawWithPdfjs(sheet), 400)).toEqual(edges);
  const pdf = await getDocument({ data: sheet.slice(), verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  const [stamp] = await allAnnotations(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (stamp && placeOf(page, stamp)) ?? {};
  expect([x, y, x + width, y + height]).toEqual(edges);
});

test.each([
  ['a PDF that ends after its beginning', pdf, Buffer.from('%PDF-1.4\n%%EOF\n'), 'broken'],
  [
    'a JPEG that ends after its beginning',
    'image/jpeg',
    Buffer.from('ffd8ffe000104a46494600', 'hex'),
    'broken',
  ],
  [
    'a picture of another kind',
    'image/png',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'broken',
  ],
  ['30 KB of a picture with 256 million pixels', 'image/png', png(16_000, 16_000), 'too-large'],
  ['a form that is laid out by a program', pdf, Buffer.from(formPdf()), 'broken'],
])('%s has no preview', async (_, contentType, bytes, why) => {
  expect(await whyNot(draw(contentType, bytes))).toBe(why);
});

test('an image of 144 million pixels is rendered within the memory limit', async () => {
  const { page } = await draw('image/png', png(12_000, 12_000));
  expect(await sharp(page).metadata()).toMatchObject({ width: 1600, height: 1600 });
});

test('a PDF that would render for years is stopped', async () => {
  expect(await whyNot(draw(pdf, bombPdf(), { processorMs: 1200 }))).toBe('time');
});

test('a renderer that the machine is too slow for is not the file’s fault', async () => {
  expect(await whyNot(draw(pdf, pagesPdf(1), { timeMs: 1 }))).toBe('slow');
  const source = new Readable({ read: () => undefined });
  const limits = { ...patient, feedMs: 100 };
  const drawing = render(
    { contentType: pdf, size: 100, open: async () => source },
    limits,
    new AbortController().signal,
  );
  expect(await whyNot(drawing)).toBe('slow');
});

test.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
  'a renderer that the system, a terminal or an end of all processes stops by %s is not the file’s fault',
  async (signal) => {
    const drawing = whyNot(draw(pdf, bombPdf()));
    await expect.poll(() => killRenderer(signal), { timeout: 50_000 }).toBe(true);
    expect(await drawing).toBe('killed');
  },
);

test('a renderer that the system does not start is not the file’s fault, and its source is closed', async () => {
  const source = Readable.from([Buffer.from('%PDF-1.4')]);
  // More than a process may be given: refused at once, as without memory.
  const contentType = 'x'.repeat(4_000_000);
  const file = { contentType, size: 8, open: async () => source };
  expect(await whyNot(render(file, patient, new AbortController().signal))).toBe('killed');
  expect(source.destroyed).toBe(true);
});

test('a file that the store ends early is not broken', async () => {
  const bytes = pagesPdf(1);
  const source = Readable.from([bytes.subarray(0, bytes.length / 2)]);
  const file = { contentType: pdf, size: bytes.length, open: async () => source };
  expect(await whyNot(render(file, patient, new AbortController().signal))).toBe('cut');
});

test('a renderer above the memory limit is stopped', async () => {
  expect(await whyNot(draw(pdf, pagesPdf(1), { memoryBytes: 48 * 1024 * 1024 }))).toBe('memory');
});

test('a broken stream of the store is not the file’s fault', async () => {
  const source = Readable.from(
    (async function* () {
      yield Buffer.from('%PDF-1.4');
      throw new Error('the store is gone');
    })(),
  );
  const drawing = render(
    { contentType: pdf, size: 100, open: async () => source },
    patient,
    new AbortController().signal,
  );
  await expect(drawing).rejects.toThrow('the store is gone');
});

test('a renderer ends when it is aborted', async () => {
  const stop = new AbortController();
  const drawing = draw(pdf, bombPdf(), {}, stop.signal);
  setTimeout(() => stop.abort(new Error('closing')), 300);
  await expect(drawing).rejects.toThrow('closing');
});
