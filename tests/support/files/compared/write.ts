import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { pdfOf } from '../../../../server/seed/pdf.ts';
import {
  type Field,
  type Item,
  type Note,
  type Rect,
  type SetModel,
  type SheetModel,
  widthOf,
} from './model.ts';

/** Ways to write the same sheets otherwise, as other programs do. */
export type Writing = {
  /** Letters one by one, or in pieces with numbers between them. */
  split?: 'letters' | 'kerned';
  /** Digits after the point. */
  digits?: number;
  /** Names of fonts and forms. */
  names?: string;
  /** Units of the drawing in a point. */
  units?: number;
  /** Lines that are one path, each on its own. */
  apart?: boolean;
  /** Moves all that is drawn, in points. */
  shift?: [number, number];
  /** Turns the page by its entry, and what is drawn against it. */
  turnedBack?: boolean;
  title?: string;
  /** How a paper was scanned: dots of an inch, how far it was turned, and how bright its ink and paper are, of 255. */
  scanned?: { dpi: number; degrees: number; ink: number; paper: number };
};

const straight: NonNullable<Writing['scanned']> = { dpi: 150, degrees: 0, ink: 0, paper: 255 };

const symbols = {
  valve: '0 0 m 12 8 l 12 0 l 0 8 l h S 6 4 m 6 12 l S 3 12 m 9 12 l S',
  outlet:
    '10 5 m 10 7.76 7.76 10 5 10 c 2.24 10 0 7.76 0 5 c 0 2.24 2.24 0 5 0 c 7.76 0 10 2.24 10 5 c h S 3 2 m 3 8 l S 7 2 m 7 8 l S',
  module: '0 0 14 9 re S 0 0 m 14 9 l S 4 2 3 3 re f',
};
export const symbolSizes = { valve: [12, 12], outlet: [10, 10], module: [14, 9] } as const;

const escaped = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;

/** Returns the lines of a hatch, cut at its rectangle. */
export function hatchLines({
  rect: [left, bottom, right, top],
  step,
  angle,
}: Extract<Item, { is: 'hatch' }>): number[][] {
  if (angle === 0)
    return Array.from({ length: Math.floor((top - bottom) / step) + 1 }, (_, at) => [
      left,
      bottom + at * step,
      right,
      bottom + at * step,
    ]);
  const found: number[][] = [];
  for (let offset = step; offset < right - left + top - bottom; offset += step) {
    const [x0, y0] =
      offset <= right - left ? [left + offset, bottom] : [right, bottom + offset - (right - left)];
    const [x1, y1] = offset <= top - bottom ? [left, bottom + offset] : [left + offset - (top - bottom), top];
    found.push(angle === 135 ? [x0, y0, x1, y1] : [left + right - x0, y0, left + right - x1, y1]);
  }
  return found;
}

/** Writes the instructions of items. */
function contentOf({ items, width, height }: SheetModel, writing: Writing): string {
  const { split, digits = 3, names = '', units = 1, apart = false, shift = [0, 0], turnedBack } = writing;
  const n = (value: number) => String(Number((value * units).toFixed(digits)));
  const all = (values: readonly number[]) => values.map(n).join(' ');
  const stroke = (points: readonly number[]) =>
    points
      .slice(2)
      .reduce(
        (path, value, at) => path + (at % 2 ? '' : ` ${n(value)} ${n(points[at + 3] as number)} l`),
        `${n(points[0] as number)} ${n(points[1] as number)} m`,
      );
  const shown = (text: string, wide: boolean) => {
    if (split === 'letters') return Array.from(text, (letter) => `${escaped(letter)} Tj`).join(' ');
    if (split === 'kerned')
      return `[${(text.match(/.{1,3}/g) ?? []).map(escaped).join(wide ? ' 0 ' : ' ')}] TJ`;
    return `${escaped(text)} Tj`;
  };
  const drawn = (item: Item): string => {
    if (item.is === 'text')
      return `${item.color ?? '0 0 0'} rg BT /${names}${item.font} ${n(item.size)} Tf 1 0 0 1 ${n(item.x)} ${n(item.y)} Tm ${shown(item.text, true)} ET`;
    if (item.is === 'line') {
      const style = `${item.color ?? '0 0 0'} RG ${n(item.width)} w [${all(item.dash ?? [])}] 0 d`;
      const pieces = apart
        ? item.points.slice(2).flatMap((_, at) => (at % 2 ? [] : [item.points.slice(at, at + 4)]))
        : [item.points];
      return `${style} ${pieces.map((points) => `${stroke(points)} S`).join(' ')}`;
    }
    if (item.is === 'symbol')
      return `q 0 0 0 RG 0 0 0 rg ${units} 0 0 ${units} ${n(item.x)} ${n(item.y)} cm 0.6 w [] 0 d ${apart ? symbols[item.name] : `/${names}${item.name} Do`} Q`;
    const lines = hatchLines(item);
    const joint = apart ? ' S ' : ' ';
    return `${item.color ?? '0 0 0'} RG ${n(0.3)} w [] 0 d ${lines.map(stroke).join(joint)} S`;
  };
  const body = items
    .map((item) => (item.layer ? `/OC /${item.layer} BDC ${drawn(item)} EMC` : drawn(item)))
    .join('\n');
  const turned = turnedBack ? `0 1 -1 0 ${height} 0 cm` : '';
  void width;
  return `q ${turned} ${1 / units} 0 0 ${1 / units} ${shift[0]} ${shift[1]} cm\n${body}\nQ`;
}

const stream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
const rectOf = (rect: Rect) => rect.map((edge) => edge.toFixed(2)).join(' ');

function noteOf({ kind, rect, text, author }: Note, form: number): string {
  const own = kind === 'Text' ? '/Name /Comment' : `/AP << /N ${form} 0 R >>`;
  return `<< /Type /Annot /Subtype /${kind} /Rect [${rectOf(rect)}] /Contents ${escaped(text)} /T ${escaped(author)} /F 4 /C [1 0 0] /DA (/F1 9 Tf 0 g) ${own} >>`;
}

function formOf({ rect: [left, bottom, right, top] }: { rect: Rect }, text: string, fonts: string): string {
  const [width, height] = [right - left, top - bottom];
  return stream(
    `1 0 0 RG 1 w 0.5 0.5 ${width - 1} ${height - 1} re S BT /F1 9 Tf 0 0 0 rg 4 8 Td ${escaped(text)} Tj ET`,
    `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << /Font << ${fonts} >> >>`,
  );
}

const { resolve } = createRequire(import.meta.url);
GlobalFonts.registerFromPath(resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'), 'scanned F1');
GlobalFonts.registerFromPath(resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'), 'scanned F2');

/** Draws a sheet as a scanner sees it, in gray. */
function scanOf(
  sheet: SheetModel,
  { dpi, degrees, ink, paper }: typeof straight,
): { width: number; height: number; gray: Uint8Array } {
  const scale = dpi / 72;
  const [width, height] = [Math.round(sheet.width * scale), Math.round(sheet.height * scale)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.rotate((degrees * Math.PI) / 180);
  context.transform(scale, 0, 0, -scale, 0, height);
  const line = (points: readonly number[], lineWidth: number, dash: readonly number[] = []) => {
    context.lineWidth = Math.max(lineWidth, 0.6);
    context.setLineDash([...dash]);
    context.beginPath();
    for (let at = 0; at < points.length; at += 2)
      context.lineTo(points[at] as number, points[at + 1] as number);
    context.stroke();
  };
  for (const item of sheet.items) {
    context.save();
    const [r = 0, g = 0, b = 0] = ('color' in item ? (item.color ?? '0 0 0') : '0 0 0')
      .split(' ')
      .map(Number);
    context.fillStyle = context.strokeStyle = `rgb(${r * 255} ${g * 255} ${b * 255})`;
    if (item.is === 'line') line(item.points, item.width, item.dash);
    else if (item.is === 'hatch') for (const points of hatchLines(item)) line(points, 0.4);
    else if (item.is === 'symbol') {
      context.translate(item.x, item.y);
      const [w, h] = symbolSizes[item.name];
      line([0, 0, w, 0, w, h, 0, h, 0, 0, w, h], 0.8);
    } else {
      context.translate(item.x, item.y);
      context.scale(1, -1);
      context.font = `${item.size}px "scanned ${item.font}"`;
      Array.from(item.text).forEach((letter, at) => {
        context.fillText(letter, widthOf(item.text.slice(0, at), item.size, item.font), 0);
      });
    }
    context.restore();
  }
  const pixels = canvas.data();
  const gray = new Uint8Array(width * height);
  for (let at = 0; at < gray.length; at += 1)
    gray[at] = Math.max(
      0,
      Math.min(
        255,
        ink + ((pixels[at * 4 + 1] as number) * (paper - ink)) / 255 - ((at * 2654435761) >>> 28),
      ),
    );
  return { width, height, gray };
}

function scanObject(sheet: SheetModel, scanned: typeof straight): string {
  const { width, height, gray } = scanOf(sheet, scanned);
  return stream(
    `${deflateSync(gray).toString('hex')}>`,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/ASCIIHexDecode /FlateDecode]`,
  );
}

/** Writes a set as a PDF. */
export function writePdf(
  { style, sheets, hiddenLayers }: SetModel,
  writing: Writing = {},
): Uint8Array<ArrayBuffer> {
  const { names = '', turnedBack = false, title = 'Set' } = writing;
  const objects: string[] = ['', '', '', '', ''];
  const add = (object: string) => objects.push(object);
  const layers = [...new Set(sheets.flatMap(({ items }) => items.flatMap(({ layer }) => layer ?? [])))];
  const layerObjects = [...layers, ...hiddenLayers.filter((one) => !layers.includes(one))].map(
    (name) => [name, add(`<< /Type /OCG /Name (${name}) >>`)] as const,
  );
  const forms = Object.entries(symbols).map(
    ([name, content]) =>
      [name, add(stream(content, '/Type /XObject /Subtype /Form /BBox [-1 -1 16 14]'))] as const,
  );
  const fonts = `/F1 3 0 R /F2 4 0 R`;
  const named = (entries: readonly (readonly [string, number])[], before = '') =>
    entries.map(([name, object]) => `/${before}${name} ${object} 0 R`).join(' ');
  const fieldObjects: number[] = [];
  const pages = sheets.map((sheet) => {
    const { width, height, notes, fields, turn } = sheet;
    const isScan = style === 'scanner';
    const picture = isScan ? add(scanObject(sheet, writing.scanned ?? straight)) : 0;
    const [dx, dy] = writing.shift ?? [0, 0];
    const content = add(
      stream(isScan ? `q ${width} 0 0 ${height} ${dx} ${dy} cm /Im Do Q` : contentOf(sheet, writing)),
    );
    const annotations = [
      ...notes.map((note) => add(noteOf(note, add(formOf(note, note.text, fonts))))),
      ...fields.map((field: Field) => {
        const own = add(
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${field.name}) /V ${escaped(field.value)} /Rect [${rectOf(field.rect)}] /F 4 /DA (/F1 9 Tf 0 g) /AP << /N ${add(formOf(field, field.value, fonts))} 0 R >> >>`,
        );
        fieldObjects.push(own);
        return own;
      }),
    ];
    const size = turnedBack ? `${height} ${width}` : `${width} ${height}`;
    const rotate = (turn + (turnedBack ? 90 : 0)) % 360;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Rotate ${rotate} /Contents ${content} 0 R /Annots [${annotations.map((one) => `${one} 0 R`).join(' ')}] /Resources << /Font << /${names}F1 3 0 R /${names}F2 4 0 R >> /XObject << ${named(forms, names)} ${isScan ? `/Im ${picture} 0 R` : ''} >> /Properties << ${named(layerObjects)} >> >> >>`,
    );
  });
  const list = (all: readonly number[]) => all.map((one) => `${one} 0 R`).join(' ');
  const groups = list(layerObjects.map(([, object]) => object));
  const off = list(layerObjects.filter(([name]) => hiddenLayers.includes(name)).map(([, object]) => object));
  const optional =
    layerObjects.length === 0
      ? ''
      : `/OCProperties << /OCGs [${groups}] /D << /Order [${groups}] /OFF [${off}] >> >>`;
  const form =
    fieldObjects.length === 0
      ? ''
      : `/AcroForm << /Fields [${list(fieldObjects)}] /DA (/F1 9 Tf 0 g) /DR << /Font << ${fonts} >> >> >>`;
  const labels = `/PageLabels << /Nums [${sheets.map(({ number }, at) => `${at} << /P (${number}) >>`).join(' ')}] >>`;
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${optional} ${form} ${style === 'Word' || style === 'scanner' ? '' : labels} >>`;
  objects[1] = `<< /Type /Pages /Kids [${list(pages)}] /Count ${pages.length} >>`;
  objects[2] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>';
  objects[4] = `<< /Title ${escaped(title)} >>`;
  return pdfOf(objects);
}
