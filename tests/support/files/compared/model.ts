/** Sets of sheets to compare, as what is on them: a style makes one, an edit changes one place of it, a writer makes a PDF of it. */

/** Left, bottom, right and top in points from the lower left corner. */
export type Rect = [number, number, number, number];
export type Item =
  | {
      is: 'text';
      x: number;
      y: number;
      size: number;
      text: string;
      font: 'F1' | 'F2';
      color?: string;
      layer?: string;
    }
  | { is: 'line'; points: number[]; width: number; color?: string; dash?: number[]; layer?: string }
  | { is: 'symbol'; name: 'valve' | 'outlet' | 'module'; x: number; y: number; layer?: string }
  | { is: 'hatch'; rect: Rect; step: number; angle: 45 | 135 | 0; color?: string; layer?: string };
export type Note = {
  kind: 'Text' | 'Square' | 'FreeText' | 'Stamp';
  rect: Rect;
  text: string;
  author: string;
};
export type Field = { name: string; rect: Rect; value: string };
export type SheetModel = {
  width: number;
  height: number;
  number: string;
  items: Item[];
  notes: Note[];
  fields: Field[];
  turn: number;
};
export type SetModel = { style: Style; sheets: SheetModel[]; hiddenLayers: string[] };

export const styles = ['AutoCAD', 'Revit', 'Bluebeam', 'DocuSign', 'scanner', 'Word'] as const;
export type Style = (typeof styles)[number];

export type Random = () => number;
/** Returns numbers that look random and are the same each time. */
export function randomOf(seed: number): Random {
  let state = (seed * 2654435761 + 12345) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let skip = 0; skip < 5; skip += 1) next();
  return next;
}
export const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const between = (random: Random, low: number, high: number) =>
  Math.round((low + random() * (high - low)) * 100) / 100;

/** Thousandths of the size: Helvetica from the space on; Courier has 600. */
const helvetica =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
export const widthOf = (text: string, size: number, font: 'F1' | 'F2') =>
  (Array.from(text).reduce(
    (sum, letter) => sum + (font === 'F2' ? 600 : (helvetica[letter.charCodeAt(0) - 32] ?? 556)),
    0,
  ) *
    size) /
  1000;

const words =
  'ROOF PLAN CONDUIT INVERTER PANEL BEAM JOIST FOOTING ANCHOR DETAIL SECTION WALL GRID VALVE DUCT RISER METER FUSE'.split(
    ' ',
  );
const prose =
  'The contractor shall verify all dimensions on site before work begins and report what differs from these drawings'.split(
    ' ',
  );

/** Draws a table: lines and a number in each cell. */
function table(random: Random, x: number, y: number, layer: string | undefined): Item[] {
  const [columns, rows, width, height] = [4, 6, 52, 13];
  const at = layer ? { layer } : {};
  const across = Array.from(
    { length: rows + 1 },
    (_, row): Item => ({
      is: 'line',
      points: [x, y + row * height, x + columns * width, y + row * height],
      width: 0.5,
      ...at,
    }),
  );
  const down = Array.from(
    { length: columns + 1 },
    (_, column): Item => ({
      is: 'line',
      points: [x + column * width, y, x + column * width, y + rows * height],
      width: 0.5,
      ...at,
    }),
  );
  const cells = Array.from(
    { length: columns * rows },
    (_, cell): Item => ({
      is: 'text',
      x: x + 4 + (cell % columns) * width,
      y: y + 4 + Math.floor(cell / columns) * height,
      size: 7,
      font: 'F2',
      text: `${Math.floor(random() * 900) + 100}.${Math.floor(random() * 10)}`,
      ...at,
    }),
  );
  return [...across, ...down, ...cells];
}

function drawing(
  random: Random,
  {
    width,
    height,
    number,
    layered,
    count,
  }: { width: number; height: number; number: string; layered: boolean; count: number },
): Item[] {
  const on = (layer: string) => (layered ? { layer } : {});
  const x = () => between(random, 80, width - 240);
  const y = () => between(random, 130, height - 80);
  const frame: Item[] = [
    {
      is: 'line',
      points: [30, 30, width - 30, 30, width - 30, height - 30, 30, height - 30, 30, 30],
      width: 1.2,
      ...on('Frame'),
    },
    { is: 'line', points: [width - 210, 30, width - 210, 110, width - 30, 110], width: 0.8, ...on('Frame') },
    { is: 'text', x: width - 200, y: 44, size: 22, font: 'F1', text: number, ...on('Frame') },
    {
      is: 'text',
      x: width - 200,
      y: 82,
      size: 10,
      font: 'F1',
      text: `${pick(random, words)} ${pick(random, words)} ${Math.floor(random() * 90) + 10}`,
      ...on('Frame'),
    },
  ];
  const lines = Array.from({ length: count }, (): Item => {
    const [px, py, length] = [x(), y(), between(random, 30, 180)];
    const slope = pick(random, [
      [1, 0],
      [0, 1],
      [0.8, 0.6],
    ]);
    const end = [
      Math.min(width - 60, px + length * (slope[0] ?? 0)),
      Math.min(height - 60, py + length * (slope[1] ?? 0)),
    ];
    const dash =
      random() < 0.3
        ? {
            dash: pick(random, [
              [6, 3],
              [2, 2],
              [9, 3, 2, 3],
            ]),
          }
        : {};
    return {
      is: 'line',
      points: [px, py, ...end],
      width: pick(random, [0.25, 0.5, 0.7]),
      ...dash,
      ...on('Walls'),
    };
  });
  const texts = Array.from(
    { length: Math.round(count / 2) },
    (): Item => ({
      is: 'text',
      x: x(),
      y: y(),
      size: pick(random, [6, 7, 8, 10]),
      font: pick(random, ['F1', 'F2'] as const),
      text: `${pick(random, words)} ${Math.floor(random() * 9000) + 100}`,
      ...on('Notes'),
    }),
  );
  const symbols = Array.from(
    { length: 8 },
    (): Item => ({
      is: 'symbol',
      name: pick(random, ['valve', 'outlet', 'module'] as const),
      x: x(),
      y: y(),
      ...on('Symbols'),
    }),
  );
  const [hx, hy] = [x(), y()];
  const hatches: Item[] = [
    {
      is: 'hatch',
      rect: [hx, hy, hx + between(random, 50, 120), hy + between(random, 30, 60)],
      step: pick(random, [4, 6]),
      angle: pick(random, [45, 135, 0] as const),
      color: '0.4 0.4 0.4',
      ...on('Hatch'),
    },
  ];
  return [
    ...frame,
    ...table(random, 60, 50, layered ? 'Table' : undefined),
    ...lines,
    ...texts,
    ...symbols,
    ...hatches,
  ];
}

function letter(random: Random, number: string): Item[] {
  const lines = Array.from(
    { length: 24 },
    (_, row): Item => ({
      is: 'text',
      x: 72,
      y: 690 - row * 16,
      size: 11,
      font: 'F1',
      text: Array.from({ length: 9 }, () =>
        random() < 0.15 ? String(Math.floor(random() * 900) + 10) : pick(random, prose),
      ).join(' '),
    }),
  );
  return [
    { is: 'text', x: 72, y: 720, size: 16, font: 'F1', text: `Section ${number}` },
    ...lines,
    ...table(random, 72, 180, undefined),
    { is: 'text', x: 440, y: 40, size: 12, font: 'F1', text: number },
  ];
}

const sizes: Readonly<Record<Style, [number, number]>> = {
  AutoCAD: [1224, 792],
  Revit: [1224, 792],
  Bluebeam: [792, 612],
  DocuSign: [612, 792],
  scanner: [612, 792],
  Word: [612, 792],
};

/** Makes a set of sheets in the style of a program. */
export function setOf(style: Style, seed: number, count = 2): SetModel {
  const random = randomOf(seed * 7 + styles.indexOf(style));
  const [width, height] = sizes[style];
  const sheets = Array.from({ length: count }, (_, at): SheetModel => {
    const number = `${pick(random, ['A', 'E', 'S'])}-${101 + at}`;
    const isText = style === 'Word' || style === 'DocuSign';
    const items = isText
      ? letter(random, number)
      : drawing(random, {
          width,
          height,
          number,
          layered: style === 'AutoCAD',
          count: style === 'scanner' ? 24 : 60,
        });
    const notes: Note[] =
      style !== 'Bluebeam'
        ? []
        : Array.from({ length: 4 }, (_one, note) => ({
            kind: (['Text', 'Square', 'FreeText', 'Stamp'] as const)[note] as Note['kind'],
            rect: [150 + note * 110, 300, 230 + note * 110, 330] as Rect,
            text: `${pick(random, words)} ${Math.floor(random() * 100)}`,
            author: pick(random, ['A. Reviewer', 'B. Checker']),
          }));
    const fields: Field[] =
      style !== 'DocuSign'
        ? []
        : [0, 1, 2].map((field) => ({
            name: `f${at}_${field}`,
            rect: [320, 60 + field * 30, 470, 78 + field * 30] as Rect,
            value: `${pick(random, words)} ${Math.floor(random() * 1000)}`,
          }));
    return { width, height, number, items, notes, fields, turn: 0 };
  });
  return { style, sheets, hiddenLayers: style === 'AutoCAD' ? ['Spare'] : [] };
}
