import sharp from 'sharp';
import { expect, test } from 'vitest';
import { comparePages, type Difference } from '../../corpus/ink.ts';

const nothing: Difference = { isWhite: false, missing: [] };

/** A page of 480 by 480 pixels, with 20 pixels to each cell. */
function page(marks: string, size = 480): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="${size}" height="${size}"><rect width="480" height="480" fill="white"/>${marks}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const frame = '<rect x="10" y="10" width="460" height="460" fill="none" stroke="black" stroke-width="3"/>';

test('a page is white when it has nothing of what another program shows', async () => {
  const { one, other } = await comparePages(await page(''), await page(frame));
  expect(one.isWhite).toBe(true);
  expect(other).toEqual(nothing);
});

test.each([
  ['a black note', '<rect x="204" y="84" width="12" height="12"/>'],
  ['a pale yellow highlight', '<rect x="202" y="82" width="16" height="16" fill="#ffff80"/>'],
])('%s that is missing is a cell that is missing', async (_, mark) => {
  const { one, other } = await comparePages(await page(frame), await page(frame + mark));
  expect(one).toEqual({ isWhite: false, missing: [[10, 4]] });
  expect(other).toEqual(nothing);
});

test('words that are missing on a colored ground are missing', async () => {
  const ground = '<rect width="480" height="480" fill="#335577"/>';
  const words = '<path d="M204 84h12M204 90h12M204 96h12" stroke="white" stroke-width="3"/>';
  const { one } = await comparePages(await page(ground), await page(ground + words));
  expect(one).toEqual({ isWhite: false, missing: [[10, 4]] });
});

test.each([
  ['a shift of a third of a cell', await page(`<g transform="translate(6 6)">${frame}</g>`)],
  ['a paler line', await page(frame.replace('black', '#e8e8e8'))],
  ['another size', await page(frame, 1200)],
])('%s is no difference', async (_, moved) => {
  expect((await comparePages(moved, await page(frame))).one).toEqual(nothing);
});
