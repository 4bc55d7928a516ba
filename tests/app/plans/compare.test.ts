import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openCompared } from '../../../server/previews/openCompared.ts';
import { pdfOf } from '../../../server/seed/pdf.ts';
import { ApiError } from '../../../src/api/ApiError.ts';
import { Comparison, comparisonVersion } from '../../../src/contract/files/comparison.ts';
import { compareSets } from '../../../src/features/plans/compare/compareSets.ts';
import { PlanError } from '../../../src/features/plans/open/PlanError.ts';
import { notesOn } from '../../../src/format/comparison.ts';
import { annotatedSheet } from '../../support/files/annotatedSheet.ts';
import { type Edited, edits } from '../../support/files/compared/edits.ts';
import { answersOf, faultOf } from '../../support/files/compared/judge.ts';
import { hostilePdf, mixedPdf } from '../../support/files/compared/mixed.ts';
import {
  randomOf,
  type SetModel,
  type SheetModel,
  setOf,
  type styles,
  widthOf,
} from '../../support/files/compared/model.ts';
import { type Writing, writePdf } from '../../support/files/compared/write.ts';
import { formPdf } from '../../support/files/formPdf.ts';

const copy = (set: SetModel): SetModel => structuredClone(set);
const sheetIn = (set: SetModel, at: number) => set.sheets[at] as SheetModel;
const answers = async (before: Uint8Array, after: Uint8Array) =>
  (await answersOf(before, after)).map(({ answer }) => answer);

test.each(edits.map((edit, at) => ({ ...edit, seed: 40 + at })))(
  '$name is found at its place',
  async ({ name, of, apply, seed }) => {
    const style = of[seed % of.length] as (typeof styles)[number];
    const set = setOf(style, seed);
    const edited = apply(set, randomOf(seed)) as Edited;
    const sheets = await answersOf(writePdf(set), writePdf(edited.after));
    expect(`${name}: ${faultOf(sheets, edited)}`).toBe(`${name}: `);
  },
);

const writings: Readonly<Record<string, Writing>> = {
  'with letters one by one and rounded numbers': { split: 'letters', digits: 2 },
  'with words in pieces, and paths of their own': { split: 'kerned', apart: true },
  'in other units, with other names': { units: 10, names: 'R', title: 'Another' },
  'on a page that its entry turns back': { turnedBack: true },
};

test.each(Object.keys(writings))('a set that is written %s is unchanged', async (way) => {
  for (const style of ['AutoCAD', 'Bluebeam'] as const) {
    const set = {
      ...setOf(style, 3),
      sheets: setOf(style, 3).sheets.map((sheet) => ({ ...sheet, notes: [] })),
    };
    expect(await answers(writePdf(set), writePdf(set, writings[way]))).toEqual(['unchanged', 'unchanged']);
  }
});

test('a sheet that is drawn elsewhere as a whole is unchanged, and the shift is said', async () => {
  const set = setOf('Revit', 5, 1);
  const [sheet] = await answersOf(writePdf(set), writePdf(set, { shift: [7.3, -4.1] }));
  expect(sheet).toMatchObject({ answer: 'unchanged', hidden: expect.arrayContaining(['shift']), places: [] });
  const [scale, , , , right, down] = sheet?.lies ?? [];
  expect(scale).toBe(1);
  expect(right).toBeCloseTo(7.3, 1);
  expect(down).toBeCloseTo(4.1, 1);
});

test('a scan that is drawn elsewhere as a whole is unchanged, decided by its pixels', async () => {
  const set = setOf('scanner', 5, 1);
  const [sheet] = await answersOf(writePdf(set), writePdf(set, { shift: [4.8, -4.8] }));
  expect(sheet).toMatchObject({
    answer: 'unchanged',
    by: 'pixels',
    hidden: expect.arrayContaining(['shift', 'picture']),
  });
  expect(sheet?.lies?.map((part) => Number(part.toFixed(1)))).toEqual([1, 0, 0, 1, 4.7, 4.7]);
});

test.each([
  { dpi: 200, degrees: 0.3, ink: 40, paper: 250 },
  { dpi: 150, degrees: -0.7, ink: 0, paper: 235 },
  { dpi: 300, degrees: 1, ink: 20, paper: 255 },
])(
  'a scan that was scanned again, at $dpi dpi and turned by $degrees°, is unchanged, and that is said',
  async (scanned) => {
    const set = setOf('scanner', 4, 1);
    const [sheet] = await answersOf(writePdf(set, { scanned }), writePdf(set));
    expect(sheet).toMatchObject({ answer: 'unchanged', places: [] });
    expect(sheet?.hidden).toEqual(expect.arrayContaining(['picture', 'scan', 'skew']));
    expect(sheet && notesOn(sheet)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^These are two scans, compared by their pixels/),
        expect.stringMatching(/^The scan was turned a little/),
      ]),
    );
    const [, turned = 0] = sheet?.lies ?? [];
    expect((Math.asin(-turned) * 180) / Math.PI).toBeCloseTo(scanned.degrees, 1);
  },
);

test('two scans of which one has a faint line are unchanged, and say that what is faint does not count', async () => {
  const set = setOf('scanner', 4, 1);
  const after = copy(set);
  const faint = { width: 1.4, color: '0.75 0.75 0.75' };
  sheetIn(after, 0).items.push({ is: 'line', points: [300, 300, 500, 300], ...faint });
  const scanned = { dpi: 200, degrees: 0.3, ink: 20, paper: 250 };
  const [sheet] = await answersOf(writePdf(set, { scanned }), writePdf(after));
  expect(sheet?.answer).toBe('unchanged');
  expect(sheet && notesOn(sheet)).toContainEqual(expect.stringMatching(/^These are two scans.* faint /));
});

test('a word that was changed is found in a scan that was turned', async () => {
  const set = setOf('scanner', 4, 1);
  const after = copy(set);
  const word = sheetIn(after, 0).items.find((item) => item.is === 'text' && item.size === 10);
  if (word?.is !== 'text') throw new Error('There is no word.');
  const { x, y, size, text } = word;
  word.text = 'KEPT AS BUILT';
  const right = x + widthOf(text.length > 13 ? text : word.text, size, word.font);
  const edited: Edited = { after, page: 0, rect: [x + 6, y, right - 6, y + 0.72 * size] };
  const scanned = { dpi: 200, degrees: 0.6, ink: 40, paper: 250 };
  expect(faultOf(await answersOf(writePdf(set, { scanned }), writePdf(after)), edited)).toBe('');
});

test('two scans that do not lie on each other are not called changed all over', async () => {
  const set = setOf('scanner', 4, 1);
  const after = copy(set);
  // Paper that was drawn through askew.
  const by = (x: number, y: number) => [14 * Math.sin(y / 40), 14 * Math.cos(x / 35)] as const;
  for (const item of sheetIn(after, 0).items) {
    if (item.is === 'line')
      item.points = item.points.map((value, at, all) =>
        at % 2 ? value + by(all[at - 1] as number, value)[1] : value + by(value, all[at + 1] as number)[0],
      );
    else if (item.is !== 'hatch') {
      const [dx, dy] = by(item.x, item.y);
      Object.assign(item, { x: item.x + dx, y: item.y + dy });
    }
  }
  expect(await answersOf(writePdf(set), writePdf(after))).toMatchObject([
    { answer: 'not-compared', reason: 'not-aligned', places: [] },
  ]);
});

test('lines that are cut into shorter ones are unchanged', async () => {
  const set = setOf('Revit', 6, 1);
  const after = copy(set);
  const sheet = sheetIn(after, 0);
  sheet.items = sheet.items.flatMap((item) => {
    if (item.is !== 'line' || item.points.length > 4 || item.dash) return [item];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = item.points;
    const at = (share: number) => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
    return [0, 0.37, 0.71].map((share, part) => ({
      ...item,
      points: [...at(share), ...at([0.37, 0.71, 1][part] as number)],
    }));
  });
  const [answer] = await answersOf(writePdf(set), writePdf(after));
  expect(answer).toMatchObject({
    answer: 'unchanged',
    hidden: expect.arrayContaining(['redrawn']),
    places: [],
  });
});

test('a sheet that is printed a little smaller, each way on its own, is unchanged', async () => {
  const set = setOf('Revit', 7, 1);
  const after = copy(set);
  const sheet = sheetIn(after, 0);
  sheet.items = sheet.items.filter(({ is }) => is === 'line');
  const before = { ...set, sheets: [{ ...sheetIn(set, 0), items: sheet.items }] };
  sheet.items = sheet.items.map((item) =>
    item.is === 'line'
      ? {
          ...item,
          points: item.points.map((value, at) => (at % 2 ? value * 0.9988 + 1 : value * 0.9979 + 2)),
        }
      : item,
  );
  const [answer] = await answersOf(writePdf(before), writePdf(after));
  expect(answer).toMatchObject({
    answer: 'unchanged',
    hidden: expect.arrayContaining(['scale']),
    places: [],
  });
});

test('sheets that change their numbers are found by what is on them', async () => {
  const set = setOf('AutoCAD', 8);
  const after = copy(set);
  const [one, other] = [sheetIn(after, 0), sheetIn(after, 1)];
  for (const [sheet, number] of [
    [one, other.number],
    [other, one.number],
  ] as const)
    for (const item of sheet.items)
      if (item.is === 'text' && item.text === sheetIn(set, after.sheets.indexOf(sheet)).number)
        item.text = number;
  [one.number, other.number] = [other.number, one.number];
  const sheets = await answersOf(writePdf(set), writePdf(after));
  expect(sheets.map(({ answer, before, after: now }) => [answer, before?.page, now?.page])).toEqual([
    ['changed', 1, 1],
    ['changed', 2, 2],
  ]);
});

test('what is in a layer that is hidden changes no sheet, and is said', async () => {
  const set = { ...setOf('AutoCAD', 9, 1), hiddenLayers: ['Hatch'] };
  const after = copy(set);
  for (const item of sheetIn(after, 0).items) if (item.is === 'hatch') item.step += 2;
  const [sheet] = await answersOf(writePdf(set), writePdf(after));
  expect(sheet).toMatchObject({ answer: 'unchanged', hidden: expect.arrayContaining(['hidden-layers']) });
});

/** Creates a sheet with text in a font of these objects. */
function lettered(text: string, ...font: readonly string[]): Uint8Array<ArrayBuffer> {
  const content = `BT /F 20 Tf 50 200 Td ${text} ET`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...font,
  ]);
}

test('letters that are drawings are the same in one instruction as in two', async () => {
  const [a, b] = ['0 0 400 700 re f', '0 0 m 500 0 l 0 700 l f'];
  const font = [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [600 600] /Encoding << /Differences [97 /a /b] >> /CharProcs << /a 6 0 R /b 7 0 R >> >>`,
    ...[a, b].map((drawn) => `<< /Length ${drawn.length + 12} >>\nstream\n600 0 d0 ${drawn}\nendstream`),
  ];
  const [sheet] = await answersOf(lettered('(abba) Tj', ...font), lettered('(ab) Tj (ba) Tj', ...font));
  expect(sheet).toMatchObject({ answer: 'unchanged', by: 'instructions' });
});

test('a letter that was changed in a vertical line is found below the ones before it', async () => {
  const font = [
    '<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /Identity-V /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ];
  const [sheet] = await answersOf(
    lettered('<004100420043> Tj', ...font),
    lettered('<004100420044> Tj', ...font),
  );
  // The line begins at 100 points from the top, and each letter is 20 high.
  expect(sheet?.places).toMatchObject([
    {
      kind: 'text',
      after: [expect.closeTo(40, 0), expect.closeTo(139, 0), expect.closeTo(21, 0), expect.closeTo(23, 0)],
    },
  ]);
});

test('a sheet with a picture that cannot be shown is not called unchanged', async () => {
  expect(await answersOf(mixedPdf('broken'), mixedPdf('broken'))).toMatchObject([
    { answer: 'not-compared', reason: 'left-out' },
  ]);
  expect(await answersOf(mixedPdf('whole'), mixedPdf('whole'))).toMatchObject([{ answer: 'unchanged' }]);
  expect(await answersOf(mixedPdf('whole'), mixedPdf('other'))).toMatchObject([{ answer: 'changed' }]);
});

test.each([
  ['a note', '/Subtype /Text'],
  ['a rectangle', '/Subtype /Square'],
])('%s without an appearance changes the sheet that it is put on, or taken from', async (_, kind) => {
  const remark = `${kind} /Rect [20 20 60 60] /T (Ana) /Contents (Rejected)`;
  const [plain, marked] = [annotatedSheet([]), annotatedSheet([remark])];
  const changed = [{ answer: 'changed', places: [{ kind: 'remark' }] }];
  expect(await answersOf(plain, marked)).toMatchObject(changed);
  expect(await answersOf(marked, plain)).toMatchObject(changed);
});

test('a link that one of two sheets has leaves it unchanged, and is said', async () => {
  const link = '/Subtype /Link /Rect [20 20 60 60] /A << /S /URI /URI (https://example.com/) >>';
  expect(await answersOf(annotatedSheet([link]), annotatedSheet([]))).toMatchObject([
    { answer: 'unchanged', hidden: expect.arrayContaining(['flattened']) },
  ]);
});

test('a form that is laid out by a program is not called unchanged by the page that says to wait', async () => {
  expect(await answersOf(formPdf(), formPdf())).toMatchObject([
    { answer: 'not-compared', reason: 'left-out' },
  ]);
});

test('a page that cannot be read is said not to be compared, and the others are', async () => {
  expect(await answers(hostilePdf(), hostilePdf())).toEqual(['not-compared', 'unchanged']);
});

test.each([
  ['connection', new ApiError('offline')],
  ['viewer', new PlanError('viewer-missing')],
])('a %s that is lost ends the comparison: no page is called damaged for it', async (_, error) => {
  const lost = { pageCount: 2, read: () => Promise.reject(error), draw: () => Promise.reject(error) };
  const steps = compareSets(lost, lost, { signal: new AbortController().signal });
  await expect(steps.next()).rejects.toBe(error);
});

test('a comparison that was stopped goes on behind the sheets that it knows', async () => {
  const set = setOf('Revit', 11, 3);
  const after = copy(set);
  sheetIn(after, 2).items.splice(12, 1);
  const [one, other] = [await openCompared(writePdf(set)), await openCompared(writePdf(after))];
  const stop = new AbortController();
  const first = compareSets(one, other, { signal: stop.signal });
  const { value } = await first.next();
  stop.abort();
  await expect(first.next()).rejects.toThrow();
  const read: number[] = [];
  const watched = {
    ...other,
    read: ((page, ...rest) => {
      read.push(page);
      return other.read(page, ...rest);
    }) as typeof other.read,
  };
  const signal = AbortSignal.timeout(60_000);
  const sheets = [];
  const rest = compareSets(one, watched, { signal, resume: v.parse(v.array(v.any()), [value]) });
  for (let next = await rest.next(); ; next = await rest.next()) {
    if (next.done) {
      sheets.push(...next.value);
      break;
    }
  }
  expect(read).not.toContain(1);
  const file = { key: 'k', sha256: '0'.repeat(64) };
  const comparison = v.parse(Comparison, { version: comparisonVersion, before: file, after: file, sheets });
  expect(comparison.sheets.map(({ answer }) => answer)).toEqual(['unchanged', 'unchanged', 'changed']);
});
