import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openCompared } from '../../../server/previews/openCompared.ts';
import { Comparison, comparisonVersion } from '../../../src/contract/files/comparison.ts';
import { compareSets } from '../../../src/features/plans/compare/compareSets.ts';
import { type Edited, edits } from '../../support/files/compared/edits.ts';
import { answersOf, faultOf } from '../../support/files/compared/judge.ts';
import { hostilePdf, mixedPdf } from '../../support/files/compared/mixed.ts';
import {
  randomOf,
  type SetModel,
  type SheetModel,
  setOf,
  type styles,
} from '../../support/files/compared/model.ts';
import { type Writing, writePdf } from '../../support/files/compared/write.ts';

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
  const [scale, right, down] = sheet?.lies ?? [];
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

test('a sheet with a picture that cannot be shown is not called unchanged', async () => {
  expect(await answersOf(mixedPdf('broken'), mixedPdf('broken'))).toMatchObject([
    { answer: 'not-compared', reason: 'left-out' },
  ]);
  expect(await answersOf(mixedPdf('whole'), mixedPdf('whole'))).toMatchObject([{ answer: 'unchanged' }]);
  expect(await answersOf(mixedPdf('whole'), mixedPdf('other'))).toMatchObject([{ answer: 'changed' }]);
});

test('a page that cannot be read is said not to be compared, and the others are', async () => {
  expect(await answers(hostilePdf(), hostilePdf())).toEqual(['not-compared', 'unchanged']);
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
