import { pdfOf } from '../../../server/seed/pdf.ts';

/** Without Node, so that pages make it too. */

/** Letters on a sheet, from its bottom left corner: each is half as wide as its size. */
export type Piece = {
  text: string;
  x: number;
  y: number;
  size?: number;
  /** Degrees against the clock. */
  turn?: number;
  /** Room between letters. */
  spacing?: number;
  layer?: 'shown' | 'hidden';
  /** What the document says that its letters are, in place of them; `named` among the resources of the page. */
  said?: string | { named: string };
  /** Goes on in what is said of the piece before it. */
  isSaidBefore?: boolean;
};

export type Sheet = {
  name: string;
  pieces: readonly Piece[];
  rotate?: 0 | 90 | 180 | 270;
  userUnit?: number;
  crop?: readonly [left: number, bottom: number, right: number, top: number];
  /**
   * Words of rectangles that draw nothing, as AutoCAD writes them, of stamps, which draw theirs, of remarks, and of fields without looks.
   */
  annotations?: readonly (Piece & { kind: 'shx' | 'stamp' | 'remark' | 'value' })[];
  /** A picture over all of it. */
  isScan?: boolean;
};

export const sheetSize = { width: 600, height: 400 };
const usualSize = 10;

const hex = (text: string) =>
  `<${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}>`;

function stream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

/** Begins what a document says of letters; `next` is drawn behind it. */
function beginSaid(said: Piece['said'], at: number): string {
  if (said === undefined) return '';
  return typeof said === 'string'
    ? `/Span << /MCID ${at} /ActualText ${hex(`\uFEFF${said}`)} >> BDC`
    : '/Span /said BDC';
}

/** Draws pieces, each with what is said of it and of those that go on in it. */
function drawnAll(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece, at) => {
    const isEnd = (piece.said !== undefined || piece.isSaidBefore) && !pieces[at + 1]?.isSaidBefore;
    return [beginSaid(piece.said, at), drawn(piece), isEnd ? 'EMC' : ''];
  });
}

function drawn({ text, x, y, size = usualSize, turn = 0, spacing = 0, layer }: Piece): string {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const matrix = [cos, sin, -sin, cos, x, y].map((number) => number.toFixed(6)).join(' ');
  const shown = `BT /F1 ${size} Tf ${spacing} Tc ${matrix} Tm ${hex(text)} Tj ET`;
  return layer ? `/OC /${layer} BDC ${shown} EMC` : shown;
}

/** The corners of letters of a piece, from the bottom left of the sheet: `[from, to)` of its text. */
export function cornersOf(
  { x, y, size = usualSize, turn = 0, spacing = 0 }: Piece,
  from: number,
  to: number,
): [number, number][] {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const step = size / 2 + spacing;
  return [from * step, to * step - spacing].flatMap((along) =>
    [-0.2 * size, size].map((up): [number, number] => [
      x + along * cos - up * sin,
      y + along * sin + up * cos,
    ]),
  );
}

/** The room of a piece: of one that is an annotation, its rectangle. */
function rectOf(piece: Piece): [left: number, bottom: number, right: number, top: number] {
  const corners = cornersOf(piece, 0, piece.text.length);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const cmap = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CMapName /Own def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange',
  '256 beginbfrange',
  ...Array.from({ length: 256 }, (_, high) => {
    const page = high.toString(16).padStart(2, '0');
    return `<${page}00> <${page}ff> <${page}00>`;
  }),
  'endbfrange endcmap end end',
].join('\n');

/** Creates sheets with letters, in a font that has every character. */
export function searchedPdf(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const objects = [
    '',
    '',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /DW 500 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R >>',
    stream(cmap),
    '<< /Type /FontDescriptor /FontName /Own /Flags 4 /Ascent 800 /Descent -200 /ItalicAngle 0 /StemV 80 /CapHeight 700 /FontBBox [0 -200 500 800] >>',
    '<< /Type /OCG /Name (Shown) >>',
    '<< /Type /OCG /Name (Hidden) >>',
    stream(
      '0',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const fields: number[] = [];
  const add = (object: string) => objects.push(object);
  const pages = sheets.map(({ pieces, rotate = 0, userUnit = 1, crop, annotations = [], isScan = false }) => {
    const { width, height } = sheetSize;
    const picture = isScan ? [`q ${width} 0 0 ${height} 0 0 cm /Im Do Q`] : [];
    const content = add(stream([...picture, ...drawnAll(pieces)].join('\n')));
    const named = pieces.find(({ said }) => typeof said === 'object')?.said as { named: string } | undefined;
    const saidByName = `<< /ActualText ${hex(`\uFEFF${named?.named ?? ''}`)} >>`;
    const own = annotations.map(({ kind, ...piece }) => {
      const rect = rectOf(piece);
      const place = `/Type /Annot /F 4 /Rect [${rect.join(' ')}]`;
      const words = hex(`\uFEFF${piece.text}`);
      if (kind === 'shx') {
        return add(
          `<< ${place} /Subtype /Square /BS << /W 0 >> /CA 0 /T (AutoCAD SHX Text) /Contents ${words} >>`,
        );
      }
      if (kind === 'remark') return add(`<< ${place} /Subtype /Square /T (Noor) /Contents ${words} >>`);
      if (kind === 'value') {
        const field = add(
          `<< ${place} /Subtype /Widget /FT /Tx /T (Permit) /V ${words} /DA (/Helv 10 Tf 0 g) >>`,
        );
        fields.push(field);
        return field;
      }
      const form = `/Type /XObject /Subtype /Form /BBox [${rect.join(' ')}] /Resources << /Font << /F1 3 0 R >> >>`;
      return add(`<< ${place} /Subtype /Stamp /AP << /N ${add(stream(drawn(piece), form))} 0 R >> >>`);
    });
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Rotate ${rotate} /UserUnit ${userUnit} ${crop ? `/CropBox [${crop.join(' ')}]` : ''} /Resources << /Font << /F1 3 0 R >> /XObject << /Im 9 0 R >> /Properties << /shown 7 0 R /hidden 8 0 R /said ${saidByName} >> >> /Annots [${own.map((at) => `${at} 0 R`).join(' ')}] >>`,
    );
  });
  const form = `/AcroForm << /Fields [${fields.map((at) => `${at} 0 R`).join(' ')}] /DR << /Font << /Helv 10 0 R >> >> >>`;
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${form} /OCProperties << /OCGs [7 0 R 8 0 R] /D << /ON [7 0 R] /OFF [8 0 R] >> >> >>`;
  objects[1] = `<< /Type /Pages /Kids [${pages.map((at) => `${at} 0 R`).join(' ')}] /Count ${pages.length} >>`;
  return pdfOf(objects);
}
