import { expect, test } from 'vitest';
import { pdfOf } from '../../../server/seed/pdf.ts';
import { inkBeyond } from '../../../src/features/plans/compare/scans.ts';
import { withMargin } from '../../../src/features/plans/page/box.ts';
import { answersOf } from '../../support/files/compared/judge.ts';
import { type SheetModel, setOf } from '../../support/files/compared/model.ts';
import { writePdf } from '../../support/files/compared/write.ts';

/** Changes that no instruction within the sheet tells of, or that are where only one of two sheets reaches. */

const stream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;

/** Frames all over a sheet, by which it is laid on another one. */
const frames = Array.from({ length: 40 }, (_, at) => {
  const [x, y] = [90 + ((at * 137) % 560), 60 + ((at * 89) % 450)];
  return `${x} ${y} ${12 + at} ${8 + ((at * 7) % 30)} re S`;
}).join('\n');

type Drawn = { content: string; media?: number[]; crop?: number[]; state?: string; stamp?: string };

const stamped = 'BT /F1 60 Tf 200 300 Td (VOID) Tj ET';

/** Creates a sheet with a form of its own group, in which all begins anew. @param state how the group is painted */
function sheetPdf({ content, media = [0, 0, 792, 612], crop = media, state = '', stamp = stamped }: Drawn) {
  const resources = `/Font << /F1 5 0 R >> /XObject << /Fm 6 0 R >> /ExtGState << /Around << ${state} >> >>`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${media.join(' ')}] /CropBox [${crop.join(' ')}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream(`${frames}\n${content}`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    stream(
      `/Own gs ${stamp}`,
      `/Type /XObject /Subtype /Form /BBox [0 0 792 612] /Group << /S /Transparency >> /Resources << /Font << /F1 5 0 R >> /ExtGState << /Own << /ca 1 /CA 1 /SMask /None >> >> >>`,
    ),
    stream(
      '1 g 0 0 250 612 re f',
      '/Type /XObject /Subtype /Form /BBox [0 0 792 612] /Group << /S /Transparency /CS /DeviceGray >>',
    ),
  ]);
}

const group = 'q /Around gs /Fm Do Q';
const mask = '/SMask << /S /Luminosity /G 7 0 R >>';

test.each([
  ['fades', '/ca 1', '/ca 0.1'],
  ['disappears', '/ca 0.5', '/ca 0'],
])('a stamp that %s with the group that it is drawn in is found', async (_, was, is) => {
  const [before, after] = [was, is].map((state) => sheetPdf({ content: group, state }));
  const [sheet] = await answersOf(before as Uint8Array, after as Uint8Array);
  expect(sheet).toMatchObject({ answer: 'changed' });
  expect(sheet?.places).toHaveLength(1);
});

test('a stamp that is hidden in part by a mask is found, also where the mask stood unused before', async () => {
  const [before, after] = ['q /Around gs Q /Fm Do', group].map((content) =>
    sheetPdf({ content, state: mask }),
  );
  expect(await answersOf(before as Uint8Array, after as Uint8Array)).toMatchObject([{ answer: 'changed' }]);
});

test('a stamp that is as faint without a group is unchanged', async () => {
  const state = '/ca 0.5';
  const flat = sheetPdf({ content: `q /Around gs ${stamped} Q`, state });
  expect(await answersOf(sheetPdf({ content: group, state }), flat)).toMatchObject([{ answer: 'unchanged' }]);
});

test('what is painted over in a group shows through without it, which is found', async () => {
  const [state, stamp] = ['/ca 0.5', '0 g 200 200 200 200 re f 1 g 220 220 160 160 re f'];
  const flat = sheetPdf({ content: `q /Around gs ${stamp} Q`, state });
  const grouped = sheetPdf({ content: group, state, stamp });
  expect(await answersOf(grouped, flat)).toMatchObject([{ answer: 'changed' }]);
});

const note = 'BT /F1 14 Tf 5 300 Td (NOTE 7) Tj ET';
const crop = [70, 0, 792, 612];

test('what a new crop cuts off is found, also where the file still has it', async () => {
  const whole = sheetPdf({ content: note });
  for (const cut of [sheetPdf({ content: '', crop }), sheetPdf({ content: note, crop })]) {
    expect(await answersOf(whole, cut)).toMatchObject([{ answer: 'changed', places: [{ kind: 'text' }] }]);
    expect(await answersOf(cut, whole)).toMatchObject([{ answer: 'changed', places: [{ kind: 'text' }] }]);
  }
  expect(await answersOf(sheetPdf({ content: '' }), sheetPdf({ content: '', crop }))).toMatchObject([
    { answer: 'unchanged', hidden: ['shift'] },
  ]);
});

test('the picture of a place beyond the sheet after is of that place', () => {
  const page = { width: 722, height: 612 };
  expect(withMargin({ x: -200, y: 100, width: 50, height: 20 }, page)).toEqual({
    x: -200,
    y: 28,
    width: 122,
    height: 164,
  });
  expect(withMargin({ x: 10, y: 580, width: 50, height: 20 }, page)).toEqual({
    x: 0,
    y: 508,
    width: 132,
    height: 104,
  });
});

const twice = '200 200 100 100 re 220 220 60 60 re';
const star = '300 400 m 360 220 l 205 330 l 395 330 l 240 220 l h';

test.each([
  ['fills what is within two outlines', `${twice} f`, `${twice} f*`],
  ['fills an outline that crosses itself', `${star} f`, `${star} f*`],
  [
    'shows what is within two outlines',
    `${twice} W n 200 200 100 100 re f`,
    `${twice} W* n 200 200 100 100 re f`,
  ],
  ['begins with a gap', '[30 30] 0 d 4 w 100 30 m 700 30 l S', '[30 30] 30 d 4 w 100 30 m 700 30 l S'],
])('what %s by another rule is found', async (_, was, is) => {
  const [before, after] = [was, is].map((content) => sheetPdf({ content }));
  expect(await answersOf(before as Uint8Array, after as Uint8Array)).toMatchObject([{ answer: 'changed' }]);
});

test('fractions that became others at far corners of a large sheet are found', async () => {
  const at = (letter: string) =>
    [
      [30, 2550],
      [3400, 30],
    ]
      .map(([x, y]) => `BT /F1 8 Tf ${x} ${y} Td (3${letter}) Tj ET`)
      .join('\n');
  const [half, quarter] = ['\\275', '\\274'].map((letter) =>
    sheetPdf({ content: at(letter), media: [0, 0, 3456, 2592] }),
  );
  expect(await answersOf(half as Uint8Array, quarter as Uint8Array)).toMatchObject([
    { answer: 'changed', places: [{ kind: 'text' }, { kind: 'text' }] },
  ]);
});

test('a blueprint that is scanned again is compared by its bright lines', async () => {
  const set = setOf('scanner', 4, 1);
  const after = structuredClone(set);
  const word = (after.sheets[0] as SheetModel).items.find((item) => item.is === 'text' && item.size === 10);
  if (word?.is !== 'text') throw new Error('There is no word.');
  word.text = 'KEPT AS BUILT';
  const scanned = { dpi: 150, degrees: 0, ink: 240, paper: 74 };
  const before = writePdf(set, { scanned: { ...scanned, degrees: 0.3 } });
  expect(await answersOf(before, writePdf(set, { scanned }))).toMatchObject([{ answer: 'unchanged' }]);
  expect(await answersOf(before, writePdf(after, { scanned }))).toMatchObject([
    { answer: 'changed', places: [{ kind: 'picture' }] },
  ]);
});

test('what only one of two scans reaches is found on either of them', async () => {
  const set = setOf('scanner', 5, 1);
  const more = structuredClone(set);
  const [sheet] = more.sheets as [SheetModel];
  sheet.items.push({ is: 'text', x: sheet.width - 30, y: 300, size: 10, font: 'F1', text: 'R3' });
  const pushed = writePdf(set, { shift: [34, 0] });
  expect(await answersOf(writePdf(more), pushed)).toMatchObject([{ answer: 'changed' }]);
  expect(await answersOf(pushed, writePdf(more))).toMatchObject([{ answer: 'changed' }]);
});

test.each([-1, 1])('a line at the edge of a scan is beyond one that lies %i pixel aside', async (aside) => {
  const size = { width: 20, height: 20 };
  const data = new Uint8Array(20 * 20 * 4).fill(255);
  const edge = aside < 0 ? 0 : 19;
  for (let y = 0; y < 20; y += 1) data.fill(0, (y * 20 + edge) * 4, (y * 20 + edge) * 4 + 3);
  const beyond = await inkBeyond({ ...size, data }, [1, 0, 0, 1, aside, 0], size);
  expect(beyond.filter((_, at) => at % 2 === 0)).toEqual(Array.from({ length: 20 }, () => edge));
});
