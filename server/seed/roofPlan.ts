import sharp from 'sharp';

const width = 960;
const height = 640;
const paper = '#fbf8f0';
const ink = '#1d2430';
const blue = '#1c4f8f';
const lightBlue = '#c9d8ea';
const red = '#b02a2a';

function fill(x: number, y: number, w: number, h: number, colour: string): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${colour}"/>`;
}

function frame(x: number, y: number, w: number, h: number, line: number, colour: string): string {
  return (
    fill(x, y, w, line, colour) +
    fill(x, y + h - line, w, line, colour) +
    fill(x, y, line, h, colour) +
    fill(x + w - line, y, line, h, colour)
  );
}

function solarModule(index: number): string {
  const x = 124 + (index % 10) * 62;
  const y = 110 + Math.floor(index / 10) * 82 + (index >= 20 ? 26 : 0);
  return fill(x, y, 54, 72, blue) + fill(x + 26, y, 2, 72, lightBlue) + fill(x, y + 35, 54, 2, lightBlue);
}

/** Draws a roof plan as a PNG: sheet border, title block, a roof, and `modules` solar modules on it (at most 40). */
export async function pngRoofPlan(modules: number): Promise<Uint8Array<ArrayBuffer>> {
  const grid =
    `<pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse">` +
    `${fill(0, 0, 1, 20, lightBlue)}${fill(0, 0, 20, 1, lightBlue)}</pattern>`;
  const roof = frame(100, 90, 660, 380, 3, ink) + fill(100, 279, 660, 2, ink);
  const dimension = fill(100, 500, 660, 2, ink) + fill(100, 492, 2, 18, ink) + fill(758, 492, 2, 18, ink);
  const title =
    frame(703, 533, 237, 87, 3, ink) +
    fill(712, 548, 150, 8, ink) +
    fill(712, 568, 110, 6, blue) +
    fill(712, 588, 130, 6, blue) +
    frame(866, 560, 50, 44, 4, red);
  const drawn = [
    fill(0, 0, width, height, paper),
    fill(20, 20, width - 40, height - 40, 'url(#grid)'),
    frame(20, 20, width - 40, height - 40, 3, ink),
    fill(100, 90, 660, 380, paper),
    roof,
    ...Array.from({ length: Math.min(modules, 40) }, (_, index) => solarModule(index)),
    dimension,
    fill(703, 533, 237, 87, paper),
    title,
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">${grid}${drawn.join('')}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
}
