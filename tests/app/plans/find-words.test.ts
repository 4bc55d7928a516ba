import { fileURLToPath } from 'node:url';
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Box } from '../../../src/features/plans/page/box.ts';
import { lettersOnly } from '../../../src/features/plans/page/instructions.ts';
import { boxesOf, excerptOf, matchesIn, type PageText } from '../../../src/features/plans/page/pageText.ts';
import { readText } from '../../../src/features/plans/page/readText.ts';
import { mendParser } from '../../../src/features/plans/parser/mendParser.ts';
import { passOnlyLetters } from '../../../src/features/plans/parser/onlyLetters.ts';
import { loadParser } from '../../support/files/loadParser.ts';
import {
  cornersOf,
  type Piece,
  type Sheet,
  searchedPdf,
  sheetSize,
} from '../../support/files/searchedPdf.ts';

/** Places pieces one below the other. */
const column = (...texts: string[]): Piece[] => texts.map((text, at) => ({ text, x: 40, y: 360 - at * 60 }));
/** Places pieces as the lines of a paragraph. */
const paragraph = (x: number, y: number, ...texts: string[]): Piece[] =>
  texts.map((text, at) => ({ text, x, y: y - at * 12 }));
const letters = (text: string, x: number, y: number, step: number): Piece[] =>
  Array.from(text, (letter, at) => ({ text: letter, x: x + at * step, y })).filter(
    ({ text: one }) => one !== ' ',
  );

/** Places a number above another one, smaller than the letters around them, as AutoCAD stacks fractions. */
const stacked = (upper: string, lower: string, x: number, y: number): Piece[] => [
  { text: upper, x: x + 1.75 * (Math.max(lower.length, upper.length) - upper.length), y: y + 4.7, size: 7 },
  { text: lower, x: x + 1.75 * (Math.max(lower.length, upper.length) - lower.length), y: y - 2.6, size: 7 },
];

const sheets: readonly Sheet[] = [
  {
    name: 'quotes',
    pieces: column('Setback 3’-0” from ridge', 'Use “RAPID SHUTDOWN” label', 'Owner O’Brien', '‹A› “B”'),
  },
  {
    name: 'numbers',
    pieces: column(
      'Rafters 2′-6″ o.c.',
      'Lag 5½ in. long',
      'Bolt 3⁄8 x 5-1/2',
      'Sheet 24×36',
      'Area 52 m²',
      '−40 °C',
    ),
  },
  { name: 'degrees', pieces: column('Tilt 18º south', 'Azimuth 180˚ true', '90° bend') },
  {
    name: 'stacked',
    pieces: [
      { text: 'Anchor', x: 40, y: 360 },
      ...stacked('3', '8', 74, 360),
      { text: '"', x: 78.5, y: 360 },
      { text: 'Embed 2', x: 40, y: 300 },
      ...stacked('11', '16', 75.5, 300),
      { text: ' min.', x: 83, y: 300 },
      // On the line of what they belong to.
      { text: 'Bolt 7', x: 40, y: 240 },
      { text: '5', x: 71, y: 246, size: 6 },
      { text: '64', x: 70, y: 240, size: 6 },
      // Turned as the edge that they measure.
      { text: 'Deep 9', x: 500, y: 40, turn: 90 },
      { text: '1', x: 495.3, y: 70.5, size: 7, turn: 90 },
      { text: '32', x: 502.6, y: 70.5, size: 7, turn: 90 },
      // Rows of a table, of which one column is written after the other, and lines of a paragraph.
      ...['1', '4', '10', '12'].map((text, at) => ({ text, x: 300, y: 360 - at * 12 })),
      ...['MODULE', 'BREAKER', 'CLAMP', 'RAIL'].map((text, at) => ({ text, x: 320, y: 360 - at * 12 })),
      ...paragraph(300, 200, '7 of', '8 in a row'),
    ],
  },
  {
    name: 'alone',
    pieces: [
      ...stacked('3', '4', 100, 300),
      ...stacked('15', '16', 300, 340),
      { text: 'DOOR', x: 400, y: 380 },
      // Two rows of a table, far from each other in their row.
      ...stacked('7', '12', 40, 100),
      { text: 'MODULE', x: 300, y: 104.7, size: 7 },
      { text: 'CLAMP', x: 300, y: 97.4, size: 7 },
      // Below their heading, three in a column, and lines of a list.
      { text: 'QTY', x: 200, y: 262, size: 7 },
      ...stacked('5', '12', 200, 250),
      ...stacked('2', '3', 500, 250),
      { text: '4', x: 500, y: 240, size: 7 },
      { text: '9', x: 500, y: 60 },
      { text: '10', x: 497.5, y: 46 },
    ],
  },
  {
    name: 'hyphens',
    pieces: [
      ...column('Clips 4–8 in. apart', 'Self‑tapping'),
      ...paragraph(300, 360, 'shall be rein-', 'forced at'),
      ...paragraph(300, 300, 'the photo\u00AD', 'voltaic roof'),
      ...paragraph(300, 240, 'see sheet EV-', '4U80 there'),
      ...paragraph(300, 180, 'of insu\uFFFE', 'lation'),
      ...paragraph(300, 120, 'Option A -', 'Option B'),
    ],
  },
  {
    name: 'said',
    pieces: [
      { text: '\uE0C6 20', x: 40, y: 360, said: 'Ø 20' },
      { text: 'bolts', x: 65, y: 360 },
      { text: '\uE001kv', x: 40, y: 300, said: 'Transformer pad' },
      { text: 'of T1', x: 60, y: 300 },
      // Divided at the end of a line, without a sign.
      { text: 'hard', x: 300, y: 360, said: 'hardware' },
      { text: 'ware', x: 300, y: 348, isSaidBefore: true },
      { text: 'zq', x: 300, y: 300, said: { named: 'Inverter room' } },
      // Drawn as lines, and drawn for its look only.
      { text: '', x: 300, y: 200, said: 'Rail splice' },
      { text: 'of ==', x: 300, y: 140, said: 'of ' },
      { text: 'beside the sheet', x: 900, y: 140, said: 'Beside' },
    ],
  },
  {
    name: 'tracked',
    pieces: [
      { text: 'PANEL SCHEDULE', x: 40, y: 360, spacing: 4 },
      { text: 'R I S E R  P L A N', x: 40, y: 300 },
      ...letters('ONE LINE DIAGRAM', 40, 240, 9),
      { text: 'Row A B with 5 on it', x: 40, y: 180 },
    ],
  },
  {
    name: 'pieces',
    pieces: [
      { text: 'GROUN', x: 40, y: 360 },
      { text: 'DING EL', x: 65.3, y: 360 },
      { text: 'ECTRODE', x: 100, y: 360 },
      { text: 'NECT', x: 60, y: 300 },
      { text: 'AC', x: 300, y: 300 },
      { text: 'DISCON', x: 30, y: 300 },
      ...'Twice'.split(' ').flatMap((text) => [
        { text, x: 40, y: 240 },
        { text, x: 40.4, y: 240 },
      ]),
    ],
  },
  {
    name: 'columns',
    pieces: [
      { text: 'CB-7', x: 40, y: 360 },
      { text: '40A', x: 70, y: 360 },
      { text: 'North roof', x: 110, y: 360 },
      { text: 'SOLAR', x: 40, y: 200 },
      { text: 'MODULE', x: 400, y: 80 },
    ],
  },
  {
    name: 'turned',
    pieces: [
      { text: 'NORTH ARROW', x: 500, y: 60, turn: 90 },
      { text: 'UPSIDE DOWN', x: 300, y: 300, turn: 180 },
      { text: 'Downhill', x: 100, y: 300, turn: 270 },
      { text: 'HIP RAFTER', x: 200, y: 100, turn: 30 },
    ],
  },
  {
    name: 'cropped',
    rotate: 270,
    userUnit: 2,
    crop: [30, 20, 580, 390],
    pieces: [
      { text: 'TOPLEFT-7', x: 60, y: 350 },
      { text: 'Bottom right', x: 400, y: 60, spacing: 1 },
      { text: 'OUTSIDE', x: 200, y: 5 },
    ],
  },
  { name: 'quarter', rotate: 90, pieces: [{ text: 'UPRIGHT-9', x: 60, y: 350, turn: 90 }] },
  {
    name: 'letters',
    pieces: column(
      'Façade oﬃce',
      'Ｆuse Ａ１２',
      'Straße İSTANBUL ısı',
      'Cafe\u0301 no\u00A0break',
      'Ηλιακός',
    ),
  },
  {
    name: 'annotations',
    pieces: paragraph(40, 360, 'All equipment shall be', 'bonded to ground.'),
    annotations: [
      { kind: 'shx', text: 'LIGHTING PANEL LP-1', x: 40, y: 200 },
      { kind: 'stamp', text: 'Approved as noted', x: 40, y: 100 },
      { kind: 'remark', text: 'Relocate the meter', x: 300, y: 200 },
      { kind: 'value', text: 'Permit B-2291', x: 300, y: 100 },
    ],
  },
  {
    name: 'layers',
    pieces: [
      { text: 'DEMOLISHED wall', x: 40, y: 360, layer: 'hidden' },
      { text: 'New wall', x: 40, y: 300, layer: 'shown' },
    ],
  },
];

/**
 * What is typed; then each match: its sheet, and its words by the pieces of the sheet. A part with + goes on in the row of the one before,
 * one with / has a box for each letter, and one with = is marked whole.
 */
type Search = [typed: string, ...matches: [sheet: string, ...parts: string[]][]];

const searches: readonly Search[] = [
  [`3'-0"`, ['quotes', '3’-0”']],
  [`3’-0”`, ['quotes', '3’-0”']],
  [`3'-0''`, ['quotes', '3’-0”']],
  ['"RAPID SHUTDOWN"', ['quotes', 'RAPID SHUTDOWN']],
  ['“rapid shutdown”', ['quotes', 'RAPID SHUTDOWN']],
  ["O'Brien", ['quotes', 'O’Brien']],
  ["'o`brien'", ['quotes', 'O’Brien']],
  [`2'-6"`, ['numbers', '2′-6″']],
  ['5 1/2', ['numbers', '5½'], ['numbers', '5-1/2']],
  ['5-1/2', ['numbers', '5½'], ['numbers', '5-1/2']],
  ['3/8', ['numbers', '3⁄8'], ['stacked', '3', '+8']],
  ['3/8"', ['stacked', '3', '+8', '+"']],
  ['3/4', ['alone', '3', '+4']],
  ['15/16', ['alone', '15', '+16']],
  ['7/12'],
  ['5/12'],
  ['2/3'],
  ['9/10'],
  ['⅜', ['numbers', '3⁄8'], ['stacked', '3', '+8']],
  ['2 11/16 min', ['stacked', '2', '+11', '+16', '+min']],
  ['2-11/16', ['stacked', '2', '+11', '+16']],
  ['7 5/64', ['stacked', '7', '+5', '+64']],
  ['9 1/32', ['stacked', '9', '+1', '+32']],
  ['10/12'],
  ['1/4'],
  ['4/10'],
  ['7/8'],
  ['24x36', ['numbers', '24×36']],
  ['52 m2', ['numbers', '52 m²']],
  ['-40', ['numbers', '−40']],
  ['18° south', ['degrees', '18º south']],
  ['180° true', ['degrees', '180˚ true']],
  ['90º', ['degrees', '90°']],
  ['4-8 in', ['hyphens', '4–8 in']],
  ['self-tapping', ['hyphens', 'Self‑tapping']],
  ['reinforced', ['hyphens', 'rein-', 'forced']],
  ['rein-forced at', ['hyphens', 'rein-', 'forced at']],
  ['Photovoltaic', ['hyphens', 'photo\u00AD', 'voltaic']],
  ['ev-4u80', ['hyphens', 'EV-', '4U80']],
  ['insulation', ['hyphens', 'insu\uFFFE', 'lation']],
  ['insu\uFFFE\r\nlation', ['hyphens', 'insu\uFFFE', 'lation']],
  ['AOption'],
  ['ø 20 bolts', ['said', '\uE0C6 20', '+bolts']],
  ['transformer pad of t1', ['said', '\uE001kv', '+of T1']],
  ['kv', ['said', '=\uE001kv']],
  ['hardware', ['said', 'hard']],
  ['hard ware'],
  ['inverter room', ['said', 'zq']],
  ['zq', ['said', '=zq']],
  ['=='],
  ['beside'],
  ['panel schedule', ['tracked', 'PANEL SCHEDULE']],
  ['riser plan', ['tracked', 'R I S E R  P L A N']],
  ['R I S E R', ['tracked', 'R I S E R']],
  ['one line diagram', ['tracked', 'O', ...Array.from('NELINEDIAGRAM', (letter) => `+${letter}`)]],
  ['with 5 on', ['tracked', 'with 5 on']],
  ['row ab'],
  ['grounding electrode', ['pieces', 'GROUN', '+DING EL', '+ECTRODE']],
  ['disconnect', ['pieces', 'DISCON', '+NECT']],
  ['twice', ['pieces', 'Twice']],
  ['CB-7 40A north', ['columns', 'CB-7', '+40A', '+North']],
  ['740A'],
  ['solar module'],
  ['north arrow', ['turned', 'NORTH ARROW']],
  ['upside', ['turned', 'UPSIDE']],
  ['hill', ['turned', 'hill']],
  ['rafter', ['numbers', 'Rafter'], ['turned', '/RAFTER']],
  ['left-7', ['cropped', 'LEFT-7']],
  ['bottom right', ['cropped', 'Bottom right']],
  ['outside'],
  ['UPRIGHT-9', ['quarter', 'UPRIGHT-9']],
  ['facade office', ['letters', 'Façade oﬃce']],
  ['fuse a12', ['letters', 'Ｆuse Ａ１２']],
  ['STRASSE', ['letters', 'Straße']],
  ['istanbul ISI', ['letters', 'İSTANBUL ısı']],
  ['café no break', ['letters', 'Cafe\u0301 no\u00A0break']],
  ['ΗΛΙΑΚΟΣ', ['letters', 'Ηλιακός']],
  ['shall be bonded', ['annotations', 'shall be', 'bonded']],
  ['panel lp-1', ['annotations', '=PANEL LP-1']],
  ['as noted', ['annotations', 'as noted']],
  ['relocate', ['annotations', '=Relocate the meter']],
  ['wall', ['layers', 'wall']],
  ['demolished'],
];

let texts: PageText[] = [];
// As the worker that parses for a search.
const parser = await loadParser();
mendParser(parser);
passOnlyLetters(parser, lettersOnly(OPS));
const task = getDocument({
  data: searchedPdf(sheets),
  verbosity: VerbosityLevel.ERRORS,
  standardFontDataUrl: fileURLToPath(
    new URL('../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url),
  ),
});

beforeAll(async () => {
  const pdf = await task.promise;
  const layers = await pdf.getOptionalContentConfig();
  texts = await Promise.all(
    sheets.map(async (_, at) => {
      const page = await pdf.getPage(at + 1);
      return readText({ pdf, layers }, page, OPS);
    }),
  );
});
afterAll(() => task.destroy());

/** Turns places on a sheet into a box on its page as it is shown. */
function boxOn(
  { crop = [0, 0, sheetSize.width, sheetSize.height], rotate = 0, userUnit = 1 }: Sheet,
  corners: [number, number][],
): Box {
  const [left, bottom, right, top] = crop;
  const turned = corners.map(([x, y]): [number, number] => {
    if (rotate === 90) return [y - bottom, x - left];
    if (rotate === 270) return [top - y, right - x];
    return [x - left, top - y];
  });
  const [xs, ys] = [turned.map(([x]) => x * userUnit), turned.map(([, y]) => y * userUnit)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Returns the boxes of a match by the pieces of its sheet that have its parts. */
function placesOf(sheet: Sheet, parts: readonly string[]): Box[] {
  const rows: [number, number][][] = [];
  const all = [...sheet.pieces.filter(({ layer }) => layer !== 'hidden'), ...(sheet.annotations ?? [])];
  for (const part of parts) {
    const text = part.replace(/^[+=/]/, '');
    const piece = all.find((one) => one.text === text) ?? all.find((one) => one.text.includes(text));
    if (!piece) throw new Error(`${sheet.name} has no “${text}”.`);
    if (piece.text === text) all.splice(all.indexOf(piece), 1);
    const from = piece.text.indexOf(text);
    const corners = (start: number, end: number) => cornersOf(piece, from + start, from + end);
    const whole = part.startsWith('=') ? cornersOf(piece, 0, piece.text.length) : corners(0, text.length);
    if (part.startsWith('/')) rows.push(...Array.from(text, (_, at) => corners(at, at + 1)));
    else if (part.startsWith('+')) rows.at(-1)?.push(...whole);
    else rows.push(whole);
  }
  return rows.map((corners) => boxOn(sheet, corners));
}

const rounded = (boxes: readonly Box[]) =>
  boxes.map((box) =>
    Object.values(box)
      .map((number) => Math.round(number * 2) / 2)
      .join(' '),
  );

test.each(searches)('“%s” is found where it stands, and nowhere else', (typed, ...expected) => {
  const found = sheets.flatMap(({ name }, at) => {
    const text = texts[at] as PageText;
    return matchesIn(text, typed).map((match) => `${name}: ${rounded(boxesOf(text, match)).join(' | ')}`);
  });
  const places = expected.map(([name, ...parts]) => {
    const sheet = sheets.find((one) => one.name === name) as Sheet;
    return `${name}: ${rounded(placesOf(sheet, parts)).join(' | ')}`;
  });
  expect(found.toSorted()).toEqual(places.toSorted());
});

test('the value of a field that looks like nothing is found once, in its field', () => {
  const text = texts[sheets.findIndex(({ annotations }) => annotations)] as PageText;
  const [box, ...others] = matchesIn(text, 'b-2291').flatMap((match) => boxesOf(text, match));
  expect(others).toEqual([]);
  expect(box?.x).toBeGreaterThan(300);
  expect(Math.abs((box?.y ?? 0) - 290)).toBeLessThan(1);
});

test('the line of a match is told with what is before and after it', () => {
  const text = texts[sheets.findIndex(({ name }) => name === 'hyphens')] as PageText;
  const [match] = matchesIn(text, 'reinforced');
  expect(match && excerptOf(text, match)).toEqual({
    before: 'shall be ',
    match: 'rein- forced',
    after: ' at',
  });
});

test('what a document says without letters is found, on its sheet as a whole', () => {
  const text = texts[sheets.findIndex(({ name }) => name === 'said')] as PageText;
  const boxes = matchesIn(text, 'rail splice').flatMap((match) => boxesOf(text, match));
  expect(boxes).toEqual([{ x: 0, y: 0, ...sheetSize }]);
});
