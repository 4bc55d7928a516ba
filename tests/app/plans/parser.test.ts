import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pdfFileBytes } from '../../../server/build/pdfjsFiles.ts';
import { brokenScan, leftOutOf, sentences } from '../../../src/features/plans/page/leftOut.ts';
import { jbig2Contents } from '../../../src/features/plans/parser/jbig2Segments.ts';
import { limitInflating } from '../../../src/features/plans/parser/limitInflating.ts';
import { reduceBits, reduceRgb, sizeWithin } from '../../../src/features/plans/parser/reduce.ts';

const readable = createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.worker.mjs');

/** Joins literals that the library adds to each other. */
const joined = (source: string) => source.replaceAll(/["`] \+ [`"]/g, '');

describe('What PDF.js warns of', () => {
  test.each(sentences.filter(({ words }) => words !== brokenScan))(
    '“$words” is said by the library',
    ({ words }) => {
      const ours = joined(pdfFileBytes().get('pdf.worker.min.mjs')?.toString() ?? '');
      const source = joined(readFileSync(readable, 'utf8'));
      expect(source).toContain(words);
      // As it is minified.
      expect(Buffer.from(ours).toString()).toContain(words);
    },
  );
});

describe('What a drawn page lacks', () => {
  const codes = { paintImageXObject: 85, paintImageXObjectRepeat: 88, setFont: 37 };

  /** Returns a list of objects as the library holds them. */
  const holding = (objects: Record<string, unknown>) =>
    ({ has: (id: string) => id in objects, get: (id: string) => objects[id] }) as never;
  const instructions = {
    fnArray: [85, 37, 85, 88, 10],
    argsArray: [['img_1'], ['g_font', 12], ['g_img'], ['img_1'], null],
  };
  const font = { name: 'Helvetica' };
  const picture = { width: 1, height: 1 };

  test.each([
    ['nothing', { img_1: picture }, { g_font: font, g_img: picture }, [], ''],
    ['nothing, before its pictures are there', {}, {}, [], ''],
    ['a picture that is drawn twice', { img_1: null }, { g_font: font, g_img: picture }, [], '1 picture'],
    ['a picture of several pages, too', { img_1: null }, { g_font: font, g_img: null }, [], '2 pictures'],
    ['a font', { img_1: picture }, { g_font: 'It is not available.', g_img: picture }, [], 'text'],
    ['a part', {}, {}, ['Warning: getOperatorList - ignoring XObject: "x".'], 'parts'],
    ['several parts', {}, {}, ['Unsupported ShadingType: 9', brokenScan], 'parts'],
    ['nothing, with a font that is mended', {}, {}, ['Warning: TT: undefined function: 7'], ''],
    [
      'everything',
      { img_1: null },
      { g_font: 'Error' },
      ['Warning: Image exceeded maximum allowed size and was removed.', brokenScan],
      '2 pictures, text, and other parts',
    ],
  ])('is %s', (_, objs, commonObjs, warnings, missing) => {
    const page = { objs: holding(objs), commonObjs: holding(commonObjs), isPureXfa: false };
    expect(leftOutOf(page, { instructions, codes, warnings })).toBe(
      missing && `This page has ${missing} that can’t be shown here. Download the file to see all of it.`,
    );
  });
});

describe('A large scan', () => {
  const white = [255, 255, 255, 255];
  const black = [0, 0, 0, 255];

  /** Returns the first channel of each pixel. */
  const shades = (pixels: Uint8ClampedArray) => [...pixels].filter((_, at) => at % 4 === 0);

  test.each([
    { full: { width: 14_400, height: 21_600 }, most: 2 ** 24, smaller: { width: 3344, height: 5016 } },
    { full: { width: 21_600, height: 28_800 }, most: 2 ** 26, smaller: { width: 7094, height: 9459 } },
    { full: { width: 90_000, height: 300 }, most: 2 ** 26, smaller: { width: 16_384, height: 54 } },
  ])('of $full.width × $full.height pixels keeps its form within $most', ({ full, most, smaller }) => {
    expect(sizeWithin(full, most)).toEqual(smaller);
  });

  test('that fits is not made larger', () => {
    expect(sizeWithin({ width: 30, height: 20 }, 1000)).toEqual({ width: 30, height: 20 });
  });

  test('keeps each line of one pixel, as gray as its share', () => {
    // A column of black, x = 9 of 16, in 8 rows.
    const data = new Uint8Array(16).map((_, at) => (at % 2 ? 0b1011_1111 : 0xff));
    const pixels = reduceBits({ width: 16, height: 8, data }, { width: 4, height: 2 }, [black, white]);
    expect(shades(pixels)).toEqual([255, 255, 191, 255, 255, 255, 191, 255]);
  });

  test('has the colors of its table, and those of the whole pixels under each of its own', () => {
    const [red, blue] = [
      [255, 0, 0],
      [0, 0, 255],
    ] as const;
    // 10 pixels in rows of two bytes, whose last bits are no pixels.
    const data = Uint8Array.of(0b0000_0111, 0b1100_0000, 0b0000_0111, 0b1100_0000);
    const pixels = reduceBits({ width: 10, height: 2, data }, { width: 2, height: 1 }, [[...red], [...blue]]);
    expect([...pixels]).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
  });

  test('is blank where its rows are missing', () => {
    const pixels = reduceBits({ width: 8, height: 4, data: Uint8Array.of(0, 0) }, { width: 1, height: 2 }, [
      black,
      white,
    ]);
    expect(shades(pixels)).toEqual([0, 255]);
  });

  test('in colors is the mean of its pixels', () => {
    const data = Uint8Array.of(0, 0, 0, 100, 200, 50, 10, 10, 10, 30, 30, 30);
    const pixels = reduceRgb({ width: 2, height: 2, data }, { width: 1, height: 2 });
    expect([...pixels]).toEqual([50, 100, 25, 255, 20, 20, 20, 255]);
  });
});

describe('A picture in JBIG2', () => {
  const segment = (type: number, data: number[], length = data.length) => [
    ...[0, 0, 0, 1, type, 0, 1],
    ...[0, 0, length >> 8, length & 0xff],
    ...data,
  ];
  const pageOf = segment(48, Array<number>(19).fill(0));
  const region = segment(38, Array<number>(30).fill(0));
  const long = [0, 0, 0, 9, 6, 0xe0, 0, 0, 5, 0, 1, 2, 3, 4, 5, 1, 0, 0, 0, 2, 0, 0];
  test.each([
    ['a page and a region', [...pageOf, ...region], 'all'],
    ['a region that refers to more than four segments', [...pageOf, ...long], 'all'],
    [
      'a region that ends somewhere',
      [...pageOf, ...segment(38, Array<number>(30).fill(0)).fill(255, 7, 11)],
      'all',
    ],
    ['some bytes behind its regions', [...pageOf, ...region, 0, 0, 0], 'all'],
    ['a region after the end of the page', [...pageOf, ...segment(49, []), ...region], 'nothing'],
    ['a region that breaks off', [...pageOf, ...region.slice(0, 20)], 'part'],
    ['a second one that breaks off', [...pageOf, ...region, ...region.slice(0, 15)], 'part'],
    ['a segment of an unknown kind', [...segment(17, []), ...region], 'nothing'],
    ['an unknown kind after a region', [...region, ...segment(17, [])], 'part'],
    ['a page only', pageOf, 'nothing'],
    ['nothing', [], 'nothing'],
    ['other bytes', [0, 17, 34, 51], 'nothing'],
  ])('with %s has that much', (_, bytes, contents) => {
    expect(jbig2Contents(Uint8Array.from(bytes))).toBe(contents);
  });
});

describe('What inflates to more than any picture has', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['as much as is allowed', 10_000, 10_000],
    ['more', 10_001, 'It inflates to too much.'],
    ['a thousand times as much', 10_000_000, 'It inflates to too much.'],
  ])('ends: %s', async (_, length, outcome) => {
    // Puts the native one back afterwards.
    vi.stubGlobal('DecompressionStream', DecompressionStream);
    limitInflating(10_000);
    const deflated = new Blob([new Uint8Array(length)])
      .stream()
      .pipeThrough(new CompressionStream('deflate'));
    const inflated = new Response(deflated.pipeThrough(new DecompressionStream('deflate'))).bytes();
    const result = await inflated.then(
      (bytes) => bytes.length,
      (error: Error) => error.message,
    );
    expect(result).toBe(outcome);
  });
});
