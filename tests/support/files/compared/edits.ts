import type { Item, Random, Rect, SetModel, SheetModel, Style } from './model.ts';
import { pick, widthOf } from './model.ts';
import { hatchLines, symbolSizes } from './write.ts';

/** What one edit changes, and where it must be found: on which page after, and in which rectangle of it. */
export type Edited = {
  after: SetModel;
  page: number;
  rect: Rect;
  answer?: 'added' | 'moved' | 'removed';
  everywhere?: boolean;
};
type Edit = { name: string; of: readonly Style[]; apply: (set: SetModel, random: Random) => Edited | null };

const drawings: readonly Style[] = ['AutoCAD', 'Revit', 'Bluebeam'];
const papers: readonly Style[] = [...drawings, 'DocuSign', 'Word'];
const everywhere: readonly Style[] = [...papers, 'scanner'];
/** Half a millimeter. */
const half = (0.5 / 25.4) * 72;

const copy = (set: SetModel): SetModel => structuredClone(set);
const textsOn = ({ items }: SheetModel, wanted: RegExp) =>
  items.flatMap((item) => (item.is === 'text' && wanted.test(item.text) ? [item] : []));

/** Replaces one letter by another one of the same width. */
function otherLetter(set: SetModel, random: Random, wanted: RegExp, letters: string): Edited | null {
  const after = copy(set);
  const page = Math.floor(random() * after.sheets.length);
  const item = pick(random, textsOn(after.sheets[page] as SheetModel, wanted));
  if (!item) return null;
  const places = Array.from(item.text, (letter, at) => ({ letter, at })).filter(({ letter }) =>
    wanted.test(letter),
  );
  const { letter, at } = pick(random, places);
  const same = Array.from(letters).filter(
    (one) => one !== letter && widthOf(one, 1, item.font) === widthOf(letter, 1, item.font),
  );
  if (same.length === 0) return null;
  item.text = item.text.slice(0, at) + pick(random, same) + item.text.slice(at + 1);
  const x = item.x + widthOf(item.text.slice(0, at), item.size, item.font);
  return {
    after,
    page,
    rect: [x, item.y, x + widthOf(letter, item.size, item.font), item.y + 0.72 * item.size],
  };
}

const around = (points: readonly number[], width: number): Rect => {
  const [xs, ys] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)];
  return [
    Math.min(...xs) - width / 2,
    Math.min(...ys) - width / 2,
    Math.max(...xs) + width / 2,
    Math.max(...ys) + width / 2,
  ];
};

/** Changes one item of a kind. @param change returns where that is to be seen; it may leave the item out */
function otherItem<T extends Item['is']>(
  is: T,
  change: (item: Extract<Item, { is: T }>, random: Random, sheet: SheetModel) => Rect | null,
): Edit['apply'] {
  return (set, random) => {
    const after = copy(set);
    const page = Math.floor(random() * after.sheets.length);
    const sheet = after.sheets[page] as SheetModel;
    const found = sheet.items.filter(
      (item): item is Extract<Item, { is: T }> =>
        item.is === is &&
        // The end of a line may be in a gap of its dashes.
        !(item.is === 'line' && (item.points.length > 4 || (set.style === 'scanner' && item.dash))),
    );
    const item = pick(random, found);
    const rect = item && change(item, random, sheet);
    return rect ? { after, page, rect } : null;
  };
}

const without = (sheet: SheetModel, item: Item) => {
  sheet.items = sheet.items.filter((one) => one !== item);
};
const whole = ({ width, height }: SheetModel): Rect => [0, 0, width, height];

export const edits: readonly Edit[] = [
  {
    name: 'a digit',
    of: everywhere,
    apply: (set, random) => otherLetter(set, random, /[0-9]/, '0123456789'),
  },
  {
    name: 'a letter',
    of: everywhere,
    apply: (set, random) => otherLetter(set, random, /[A-Za-z]/, 'ABCDEFGHKLNOPRSTUVXYZabcdeghknopsu'),
  },
  {
    name: 'a line moved by 0.5 mm',
    of: everywhere,
    apply: otherItem('line', (item) => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = item.points;
      const length = Math.hypot(x1 - x0, y1 - y0);
      const [nx, ny] = [(-(y1 - y0) / length) * half, ((x1 - x0) / length) * half];
      item.points = item.points.map((value, at) => value + (at % 2 ? ny : nx));
      return around(item.points, item.width);
    }),
  },
  {
    name: 'a line gone',
    of: everywhere,
    apply: otherItem('line', (item, _, sheet) => {
      without(sheet, item);
      return around(item.points, item.width);
    }),
  },
  {
    name: 'a symbol gone',
    of: [...drawings, 'scanner'],
    apply: otherItem('symbol', (item, _, sheet) => {
      without(sheet, item);
      const [width, height] = symbolSizes[item.name];
      return [item.x, item.y, item.x + width, item.y + height];
    }),
  },
  {
    name: 'another hatch',
    of: [...drawings, 'scanner'],
    apply: otherItem('hatch', (item) => {
      item.angle = item.angle === 45 ? 135 : 45;
      return around(hatchLines(item).flat(), 0);
    }),
  },
  {
    name: 'a closer hatch',
    of: drawings,
    apply: otherItem('hatch', (item) => {
      item.step = item.step === 4 ? 5 : 4;
      return around(hatchLines(item).slice(1, -1).flat(), 0);
    }),
  },
  {
    name: 'the color of a line',
    of: papers,
    apply: otherItem('line', (item, random) => {
      item.color = pick(random, ['1 0 0', '0 0 1', '0 0.5 0', '0.5 0.5 0.5']);
      return around(item.points, item.width);
    }),
  },
  {
    name: 'the color of words',
    of: papers,
    apply: otherItem('text', (item) => {
      item.color = '0.8 0 0';
      return [item.x, item.y, item.x + widthOf(item.text, item.size, item.font), item.y + 0.72 * item.size];
    }),
  },
  {
    name: 'a dash pattern',
    of: papers,
    apply: otherItem('line', (item) => {
      item.dash = item.dash ? [] : [4, 2];
      return around(item.points, item.width);
    }),
  },
  {
    name: 'a line weight',
    of: papers,
    apply: otherItem('line', (item) => {
      item.width += 0.5;
      return around(item.points, item.width - 0.5);
    }),
  },
  {
    name: 'a layer hidden',
    of: ['AutoCAD'],
    apply(set, random) {
      const after = copy(set);
      const page = Math.floor(random() * after.sheets.length);
      const hatches = (after.sheets[page] as SheetModel).items.flatMap((item) =>
        item.is === 'hatch' ? [item] : [],
      );
      after.hiddenLayers.push('Hatch');
      return { after, page, rect: around(hatches.flatMap(hatchLines).flat(), 0), everywhere: true };
    },
  },
  {
    name: 'another layer',
    of: ['AutoCAD'],
    apply: otherItem('symbol', (item) => {
      item.layer = 'Notes';
      const [width, height] = symbolSizes[item.name];
      return [item.x, item.y, item.x + width, item.y + height];
    }),
  },
  {
    name: 'a remark',
    of: ['Bluebeam'],
    apply(set, random) {
      const after = copy(set);
      const page = Math.floor(random() * after.sheets.length);
      const sheet = after.sheets[page] as SheetModel;
      const note = pick(random, sheet.notes);
      if (random() < 0.3) sheet.notes = sheet.notes.filter((one) => one !== note);
      else if (random() < 0.5) note.author = 'C. Somebody';
      else note.text += ' 7';
      // A note is an icon of its own size.
      const rect: Rect =
        note.kind === 'Text' ? [note.rect[0], note.rect[3] - 20, note.rect[0] + 20, note.rect[3]] : note.rect;
      return { after, page, rect };
    },
  },
  {
    name: 'a value',
    of: ['DocuSign'],
    apply(set, random) {
      const after = copy(set);
      const page = Math.floor(random() * after.sheets.length);
      const field = pick(random, (after.sheets[page] as SheetModel).fields);
      field.value = field.value.slice(0, -1) + ((Number(field.value.at(-1)) + 1) % 10);
      return { after, page, rect: field.rect };
    },
  },
  {
    name: 'sheets swapped',
    of: everywhere,
    apply(set) {
      const after = copy(set);
      after.sheets.reverse();
      return { after, page: 0, rect: [0, 0, 0, 0], answer: 'moved' };
    },
  },
  {
    name: 'a sheet doubled',
    of: everywhere,
    apply(set) {
      const after = copy(set);
      after.sheets.push(structuredClone(after.sheets[0] as SheetModel));
      return { after, page: after.sheets.length - 1, rect: [0, 0, 0, 0], answer: 'added' };
    },
  },
  {
    name: 'a sheet gone',
    of: everywhere,
    apply(set) {
      const after = copy(set);
      after.sheets.pop();
      return { after, page: -1, rect: [0, 0, 0, 0], answer: 'removed' };
    },
  },
  {
    name: 'a sheet turned',
    of: everywhere,
    apply(set, random) {
      const after = copy(set);
      const page = Math.floor(random() * after.sheets.length);
      const sheet = after.sheets[page] as SheetModel;
      sheet.turn = pick(random, [90, 180, 270]);
      return { after, page, rect: whole(sheet), answer: 'moved' };
    },
  },
];
