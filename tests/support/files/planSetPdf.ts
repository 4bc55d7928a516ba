import { pdfOf } from '../../../server/seed/pdf.ts';

/** A1 in landscape, in points. */
const sheet = { width: 2384, height: 1684 };
const font = 'Helvetica';

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function text(x: number, y: number, size: number, words: string): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
}

/** Draws one sheet: a frame, a title block, modules of an array, wires and labels. */
function drawing(page: number, count: number, wires: number): string {
  const random = numbers(page);
  const { width, height } = sheet;
  const x = () => (60 + random() * (width - 120)).toFixed(1);
  const y = () => (60 + random() * (height - 120)).toFixed(1);
  const modules = Array.from({ length: 200 }, (_, at) => {
    const [column, row] = [at % 20, Math.floor(at / 20)];
    return `${120 + column * 90} ${300 + row * 110} 80 100 re S`;
  });
  const lines = Array.from({ length: wires }, () => `${x()} ${y()} m ${x()} ${y()} l S`);
  const labels = Array.from({ length: 40 }, (_, at) => text(Number(x()), Number(y()), 9, `S${page}-W${at}`));
  return [
    `0.5 w 0.1 0.2 0.5 RG 40 40 ${width - 80} ${height - 80} re S`,
    '0.2 w 0.3 0.3 0.3 RG',
    ...modules,
    ...lines,
    ...labels,
    text(width - 520, 150, 28, `Sheet E-${page}`),
    text(width - 520, 110, 18, `Sheet ${page} of ${count}`),
    text(width - 520, 80, 14, `Inverter INV-${String(page).padStart(3, '0')}`),
    text(80, height - 100, 16, page % 60 === 0 ? 'Combiner box CB-7 on the north roof' : 'Array layout'),
  ].join('\n');
}

/**
 * Creates a plan set: large sheets of vector lines with text on each.
 *
 * @param wires lines on each sheet, about 30 bytes each
 */
export function planSetPdf(count: number, wires = 1200): Uint8Array<ArrayBuffer> {
  const kids = Array.from({ length: count }, (_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const pages = Array.from({ length: count }, (_, at) => {
    const content = drawing(at + 1, count, wires);
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sheet.width} ${sheet.height}] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`,
    ...pages.flat(),
  ]);
}
