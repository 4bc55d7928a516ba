import { crc32, deflateSync } from 'node:zlib';

const width = 960;
const height = 640;
/** Paper, ink, blueprint blue, light blue, stamp red. */
const palette = [0xfb, 0xf8, 0xf0, 0x1d, 0x24, 0x30, 0x1c, 0x4f, 0x8f, 0xc9, 0xd8, 0xea, 0xb0, 0x2a, 0x2a];
const [paper, ink, blue, lightBlue, red] = [0, 1, 2, 3, 4];

type Canvas = { fill(x: number, y: number, w: number, h: number, colour: number): void; rows: Uint8Array };

/** One byte a pixel; each row begins with its filter, 0 for none. */
function canvas(): Canvas {
  const stride = width + 1;
  const rows = new Uint8Array(stride * height).fill(paper);
  for (let y = 0; y < height; y++) rows[y * stride] = 0;
  return {
    rows,
    fill(x, y, w, h, colour) {
      for (let row = y; row < y + h; row++) rows.fill(colour, row * stride + 1 + x, row * stride + 1 + x + w);
    },
  };
}

function frame(to: Canvas, x: number, y: number, w: number, h: number, line: number, colour: number): void {
  to.fill(x, y, w, line, colour);
  to.fill(x, y + h - line, w, line, colour);
  to.fill(x, y, line, h, colour);
  to.fill(x + w - line, y, line, h, colour);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function encoded(rows: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('PLTE', Uint8Array.from(palette)),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

/** A roof plan as a picture: sheet border, title block, a roof, and `modules` solar modules on it (at most 40). */
export function pngRoofPlan(modules: number): Uint8Array<ArrayBuffer> {
  const sheet = canvas();
  for (let x = 20; x < width - 20; x += 20) sheet.fill(x, 20, 1, height - 40, lightBlue);
  for (let y = 20; y < height - 20; y += 20) sheet.fill(20, y, width - 40, 1, lightBlue);
  frame(sheet, 20, 20, width - 40, height - 40, 3, ink);
  sheet.fill(100, 90, 660, 380, paper);
  frame(sheet, 100, 90, 660, 380, 3, ink);
  sheet.fill(100, 279, 660, 2, ink);
  for (let index = 0; index < Math.min(modules, 40); index++) {
    const x = 124 + (index % 10) * 62;
    const y = 110 + Math.floor(index / 10) * 82 + (index >= 20 ? 26 : 0);
    sheet.fill(x, y, 54, 72, blue);
    sheet.fill(x + 26, y, 2, 72, lightBlue);
    sheet.fill(x, y + 35, 54, 2, lightBlue);
  }
  sheet.fill(100, 500, 660, 2, ink);
  for (const x of [100, 758]) sheet.fill(x, 492, 2, 18, ink);
  sheet.fill(703, 533, 237, 87, paper);
  frame(sheet, 703, 533, 237, 87, 3, ink);
  sheet.fill(712, 548, 150, 8, ink);
  sheet.fill(712, 568, 110, 6, blue);
  sheet.fill(712, 588, 130, 6, blue);
  frame(sheet, 866, 560, 50, 44, 4, red);
  return encoded(sheet.rows);
}
