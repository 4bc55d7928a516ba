import { pdfOf } from '../../../server/seed/pdf.ts';

/** Without Node, so that pages make it too. */

/** A rectangle on the page, in points from its top left corner. */
type Cell = { name: string; x: number; y: number; width: number; height: number };

const blendModes = [
  'Normal',
  'Multiply',
  'Screen',
  'Overlay',
  'Darken',
  'Lighten',
  'ColorDodge',
  'ColorBurn',
  'HardLight',
  'SoftLight',
  'Difference',
  'Exclusion',
  'Hue',
  'Saturation',
  'Color',
  'Luminosity',
] as const;

/** The color of the whole page below the annotations, such that no blend mode hides what it draws on it. */
export const paper = [0x99, 0xb2, 0xcc] as const;
const color = '0.9 0.2 0.3';

const columns = 6;
const cellSize = { width: 96, height: 72 };
const margin = 12;

type Rect = [left: number, bottom: number, right: number, top: number];
type Kind = {
  name: string;
  /** Entries of the annotation, beside its place and its appearance. */
  entries: (rect: Rect) => string;
  /** Entries of its appearance; without them it has none, and the reader draws it. */
  appearance?: string;
};

const markup = (subtype: string) => (rect: Rect) => {
  const [left, bottom, right, top] = rect;
  return `/Subtype /${subtype} /C [${color}] /QuadPoints [${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
};
const plain = (entries: string) => () => entries;
const points = ([left, bottom, right, top]: Rect) => `${left} ${bottom} ${right} ${top}`;
const corners = ([left, bottom, right, top]: Rect) => `${left} ${bottom} ${right} ${bottom} ${right} ${top}`;

const kinds: readonly Kind[] = [
  { name: 'stamp', entries: plain('/Subtype /Stamp'), appearance: '' },
  {
    name: 'signature field',
    entries: plain('/Subtype /Widget /FT /Sig /T (Signature) /V << /Type /Sig /Filter /Adobe.PPKLite >>'),
    appearance: '',
  },
  {
    name: 'text field',
    entries: plain('/Subtype /Widget /FT /Tx /T (Sheet) /V (E-1) /DA (/Helv 12 Tf 0 g)'),
    appearance: '',
  },
  { name: 'free text', entries: plain('/Subtype /FreeText /DA (/Helv 12 Tf 1 0 0 rg)'), appearance: '' },
  { name: 'ink', entries: (rect) => `/Subtype /Ink /InkList [[${points(rect)}]]`, appearance: '' },
  ...blendModes.map((mode) => ({
    name: `highlight, ${mode}`,
    entries: markup('Highlight'),
    appearance: `/Group << /S /Transparency >> /Resources << /ExtGState << /G << /BM /${mode} >> >> >>`,
  })),
  {
    name: 'stamp, isolated and half transparent',
    entries: plain('/Subtype /Stamp'),
    appearance:
      '/Group << /S /Transparency /I true /K true >> /Resources << /ExtGState << /G << /ca 0.5 >> >> >>',
  },
  { name: 'stamp, turned', entries: plain('/Subtype /Stamp'), appearance: '/Matrix [0 1 -1 0 0 0]' },
  ...['Highlight', 'Underline', 'StrikeOut', 'Squiggly'].map((subtype) => ({
    name: `${subtype.toLowerCase()} without appearance`,
    entries: markup(subtype),
  })),
  {
    name: 'free text without appearance',
    entries: plain('/Subtype /FreeText /Contents (Field verify) /DA (/Helv 14 Tf 1 0 0 rg)'),
  },
  {
    name: 'ink without appearance',
    entries: (rect) => `/Subtype /Ink /C [${color}] /BS << /W 6 >> /InkList [[${points(rect)}]]`,
  },
  { name: 'square without appearance', entries: plain(`/Subtype /Square /C [${color}] /BS << /W 6 >>`) },
  { name: 'circle without appearance', entries: plain(`/Subtype /Circle /C [${color}] /BS << /W 6 >>`) },
  {
    name: 'line without appearance',
    entries: (rect) => `/Subtype /Line /C [${color}] /BS << /W 6 >> /L [${points(rect)}]`,
  },
  {
    name: 'polygon without appearance',
    entries: (rect) => `/Subtype /Polygon /C [${color}] /BS << /W 6 >> /Vertices [${corners(rect)}]`,
  },
  {
    name: 'polyline without appearance',
    entries: (rect) => `/Subtype /PolyLine /C [${color}] /BS << /W 6 >> /Vertices [${corners(rect)}]`,
  },
  { name: 'stamp by its name', entries: plain('/Subtype /Stamp /Name /NotForConstruction') },
  { name: 'note without appearance', entries: plain('/Subtype /Text /Contents (Verify)') },
  { name: 'caret without appearance', entries: plain(`/Subtype /Caret /C [${color}] /BS << /W 6 >>`) },
  {
    name: 'attached file without appearance',
    entries: plain('/Subtype /FileAttachment /FS << /F (load.xlsx) >>'),
  },
  { name: 'mark of an unknown kind', entries: plain(`/Subtype /Redact /C [${color}]`) },
  { name: 'rectangle without a width', entries: plain(`/Subtype /Square /C [${color}]`) },
  { name: 'stamp after all others', entries: plain('/Subtype /Stamp'), appearance: '' },
];

const rows = Math.ceil(kinds.length / columns);
export const annotatedSize = { width: columns * cellSize.width, height: rows * cellSize.height };

/** The place of each annotation, with the empty margin around it. */
export const cells: readonly Cell[] = kinds.map(({ name }, at) => ({
  name,
  x: (at % columns) * cellSize.width,
  y: Math.floor(at / columns) * cellSize.height,
  ...cellSize,
}));

function stream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

/** Creates a page with an annotation of every kind and blend mode, each in a cell of its own. */
export function annotatedPdf(): Uint8Array<ArrayBuffer> {
  const { width, height } = annotatedSize;
  const [box, draw] = [{ width: cellSize.width - 2 * margin, height: cellSize.height - 2 * margin }, '/G gs'];
  const first = 6;
  const annotations = kinds.flatMap(({ entries, appearance }, at) => {
    const { x, y } = cells[at] as Cell;
    const rect: Rect = [
      x + margin,
      height - y - margin - box.height,
      x + margin + box.width,
      height - y - margin,
    ];
    const own = appearance === undefined ? '' : `/AP << /N ${first + 2 * at + 1} 0 R >>`;
    const content = `q ${appearance?.includes('/G ') ? draw : ''} ${color} rg 0 0 ${box.width} ${box.height} re f Q`;
    return [
      `<< /Type /Annot /F 4 /P 3 0 R /Rect [${rect.join(' ')}] ${entries(rect)} ${own} >>`,
      stream(
        content,
        `/Type /XObject /Subtype /Form /BBox [0 0 ${box.width} ${box.height}] ${appearance ?? ''}`,
      ),
    ];
  });
  const list = kinds.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  const fields = kinds.flatMap(({ name }, at) => (name.endsWith('field') ? `${first + 2 * at} 0 R` : []));
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields.join(' ')}] /SigFlags 3 /DR << /Font << /Helv 5 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Annots [${list}] >>`,
    stream(`0.6 0.7 0.8 rg 0 0 ${width} ${height} re f`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations,
  ]);
}
