import { fileURLToPath } from 'node:url';
import { GlobalFonts, loadImage, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import type { Letterhead } from '../data/firm.ts';
import { qrModules } from './qrModules.ts';

/** What a signature report says. */
export type Report = {
  /** Its logo, name and address are the head of the sheet, its color that of the head. */
  firm: Letterhead;
  /** What a row is called, and what it says. */
  facts: readonly (readonly [name: string, text: string])[];
  files: readonly { name: string; bytes: number; sha256: string; sha1: string }[];
  /** Of the licensee, below the line for the signature. */
  signer: string;
  /** The signed statement, for the QR code. */
  statement: string;
  /** The address of the check page, for people. */
  address: string;
};

const folder = fileURLToPath(new URL('standard_fonts/', import.meta.resolve('pdfjs-dist/package.json')));
GlobalFonts.registerFromPath(`${folder}LiberationSans-Regular.ttf`, 'Report');
GlobalFonts.registerFromPath(`${folder}LiberationSans-Bold.ttf`, 'Report Bold');

/** Points: Letter, its margins, and the width of the code, a little over 20 mm. */
const page = { width: 612, height: 792, margin: 54 };
const right = page.width - page.margin;
const codeSize = 76;
const labelWidth = 96;
const logoSize = { width: 180, height: 36 };
/** The lowest line of a page that has the seal below it, and of one that has not. */
const lowest = { first: 560, next: 730 };

type Pen = {
  context: SKRSContext2D;
  y: number;
};

function setFont(context: SKRSContext2D, size: number, family = 'Report'): void {
  context.font = `${size}px "${family}", sans-serif`;
}

/** Returns the lines of a text that fit into a width; long words are cut. */
function linesOf(context: SKRSContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const letter of text) {
    if (line !== '' && context.measureText(line + letter).width > width) {
      const space = line.lastIndexOf(' ');
      const end = space > line.length / 2 ? space + 1 : line.length;
      lines.push(line.slice(0, end).trimEnd());
      line = line.slice(end);
    }
    line += letter;
  }
  return [...lines, line];
}

function write(
  pen: Pen,
  text: string,
  x: number,
  { size = 9.5, width = right - x, family = 'Report' } = {},
): void {
  setFont(pen.context, size, family);
  for (const line of linesOf(pen.context, text, width)) {
    pen.context.fillText(line, x, pen.y);
    pen.y += size * 1.35;
  }
}

function writeFact(pen: Pen, [name, text]: readonly [string, string], width: number): void {
  if (text === '') return;
  const { y } = pen;
  write(pen, name, page.margin, { size: 8.5 });
  pen.y = y;
  write(pen, text, page.margin + labelWidth, { width: width - labelWidth });
  pen.y += 2;
}

function drawCode(context: SKRSContext2D, { size, dark }: Awaited<ReturnType<typeof qrModules>>): void {
  const unit = codeSize / size;
  for (const [x, y] of dark)
    context.fillRect(right - codeSize + x * unit, page.margin + y * unit, unit * 1.02, unit * 1.02);
}

/** Draws the line for the signature and the room for a wet seal, at the end of the first page. */
function drawSeal(context: SKRSContext2D, signer: string): void {
  const pen = { context, y: lowest.first + 24 };
  context.strokeStyle = '#000';
  context.lineWidth = 0.6;
  context.strokeRect(right - 150, pen.y, 150, 150);
  setFont(context, 8);
  context.fillText('Seal', right - 144, pen.y + 12);
  for (const [offset, label] of [
    [60, 'Signature'],
    [120, 'Date signed'],
  ] as const) {
    context.beginPath();
    context.moveTo(page.margin, pen.y + offset);
    context.lineTo(page.margin + 260, pen.y + offset);
    context.stroke();
    context.fillText(label, page.margin, pen.y + offset + 11);
  }
  setFont(context, 9.5);
  context.fillText(signer, page.margin, pen.y + 148);
}

function writeFile(pen: Pen, { name, bytes, sha256, sha1 }: Report['files'][number]): void {
  write(pen, name, page.margin, { family: 'Report Bold', size: 9 });
  write(pen, `${bytes.toLocaleString('en-US')} bytes`, page.margin, { size: 8 });
  write(pen, `SHA-256 ${sha256}`, page.margin, { size: 8 });
  if (sha1 !== '') write(pen, `SHA-1 ${sha1}`, page.margin, { size: 8 });
  pen.y += 5;
}

async function writeFirm(
  pen: Pen,
  { name, address, color, picture }: Letterhead,
  width: number,
): Promise<void> {
  if (name === '') return;
  const { context } = pen;
  if (picture) {
    const logo = await loadImage(picture);
    const scale = Math.min(logoSize.width / logo.width, logoSize.height / logo.height);
    context.drawImage(logo, page.margin, page.margin, logo.width * scale, logo.height * scale);
    pen.y = page.margin + logo.height * scale + 16;
  }
  context.fillStyle = color === '' ? '#000' : color;
  write(pen, name, page.margin, { size: 12, family: 'Report Bold', width });
  context.fillStyle = '#000';
  for (const line of address.split('\n')) write(pen, line, page.margin, { size: 8, width });
  pen.y += 10;
}

/** Returns a signature report as a PDF: one page, and further ones where its files do not fit on it. */
export async function reportPdf({ firm, facts, files, signer, statement, address }: Report): Promise<Buffer> {
  const code = await qrModules(statement);
  const pdf = new PDFDocument({ title: 'Signature report', creator: 'EV Jobs', producer: 'EV Jobs' });
  // Its type leaves out that it draws pictures.
  const beginPage = () => pdf.beginPage(page.width, page.height) as SKRSContext2D;
  const open = () => ({ context: beginPage(), y: page.margin + 14 });
  let pen = open();
  drawCode(pen.context, code);
  const narrow = right - codeSize - 16 - page.margin;
  await writeFirm(pen, firm, narrow);
  write(pen, 'Signature report', page.margin, { size: 18, family: 'Report Bold', width: narrow });
  write(pen, `Check at ${address}, or scan the code in EV Jobs.`, page.margin, { size: 8, width: narrow });
  pen.y += 8;
  for (const fact of facts)
    writeFact(pen, fact, pen.y < page.margin + codeSize + 14 ? narrow : right - page.margin);
  pen.y += 8;
  write(pen, files.length === 1 ? '1 file' : `${files.length} files`, page.margin, {
    family: 'Report Bold',
    size: 11,
  });
  pen.y += 2;
  drawSeal(pen.context, signer);
  let end = lowest.first;
  for (const file of files) {
    if (pen.y + 58 > end) {
      pdf.endPage();
      pen = open();
      end = lowest.next;
    }
    writeFile(pen, file);
  }
  pdf.endPage();
  return pdf.close();
}
