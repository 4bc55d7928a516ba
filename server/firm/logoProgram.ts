import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { leastLogoPixels } from '../../src/contract/logo.ts';

/**
 * A program of its own, which reads a picture on standard input and writes what is made of it to standard output, as JSON; see
 * `programs/limitedProgram.ts`.
 */

const maxPixels = 50_000_000;
const longest = 1024;
/** Of what is drawn on screens, emails and paper: 3 device pixels for each. */
const shown = { width: 720, height: 144, margin: 14 };
/** Each icon by its edge, and how much of it the logo's diagonal takes: launchers cut a circle of 0.8 out of a maskable one. */
const icons = {
  'icon-192.png': [192, 1],
  'icon-512.png': [512, 1],
  'maskable-512.png': [512, 0.76],
  'apple-180.png': [180, 0.95],
  'favicon-48.png': [48, 1.25],
} as const;
const paper = '#ffffff';
const night = '#1d2330';

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

function fromPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Returns the ground that a logo is drawn on everywhere: that of its corner, else white, or dark below what is light. */
function groundOf({ data }: Pixels): string {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data;
  if (alpha > 127) return `rgb(${red},${green},${blue})`;
  let [light, seen] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const share = (data[at + 3] ?? 0) / 255;
    seen += share;
    light += share * (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0));
  }
  return seen > 0 && light / seen > 190 ? night : paper;
}

function isEmpty({ data }: Pixels): boolean {
  const first = data.subarray(0, 4);
  for (let at = 0; at < data.length; at += 4) {
    const isClear = data[at + 3] === 0 && first[3] === 0;
    if (!isClear && !data.subarray(at, at + 4).equals(first)) return false;
  }
  return true;
}

const pixelsOf = (picture: Sharp) => picture.raw().toBuffer({ resolveWithObject: true });
const pngOf = async (picture: Sharp) =>
  (await picture.png({ palette: true, compressionLevel: 9, effort: 7 }).toBuffer()).toString('base64');

/** Draws the logo in the middle of a square. */
async function iconOf(logo: Pixels, background: string, edge: number, share: number): Promise<string> {
  const { width, height } = logo.info;
  const scale = Math.min((edge * share) / Math.hypot(width, height), (edge * 0.9) / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const small = await fromPixels(logo)
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer();
  const plate = { create: { width: edge, height: edge, channels: 4, background } } as const;
  return pngOf(
    sharp(
      await sharp(plate)
        .composite([{ input: small }])
        .png()
        .toBuffer(),
    ).flatten({ background }),
  );
}

async function shownOf(logo: Pixels, background: string) {
  const { margin } = shown;
  const inner = { width: shown.width - 2 * margin, height: shown.height - 2 * margin };
  const small = await pixelsOf(fromPixels(logo).resize({ ...inner, fit: 'inside' }));
  const edges = { top: margin, bottom: margin, left: margin, right: margin };
  const [width, height] = [small.info.width + 2 * margin, small.info.height + 2 * margin];
  const png = await pngOf(
    fromPixels(await pixelsOf(fromPixels(small).flatten({ background }))).extend({ ...edges, background }),
  );
  return { png, width, height };
}

function setUp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  // Only accepted formats are decoded; SVG is drawn by the app, in the browser.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
}

async function make(bytes: Buffer): Promise<object> {
  const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
  const whole = await pixelsOf(
    source
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha(),
  );
  if (Math.max(whole.info.width, whole.info.height) < leastLogoPixels) return { none: 'small' };
  if (isEmpty(whole)) return { none: 'empty' };
  const logo = await pixelsOf(fromPixels(whole).trim({ threshold: 8 })).catch(() => whole);
  const ground = groundOf(whole);
  const { png, width, height } = await shownOf(logo, ground);
  const pictures: Record<string, string> = { 'logo.png': png };
  for (const [name, [edge, share]] of Object.entries(icons))
    pictures[name] = await iconOf(logo, ground, edge, share);
  return { width, height, pictures };
}

try {
  const bytes = await buffer(process.stdin);
  setUp();
  process.stdout.write(JSON.stringify(await make(bytes)));
} catch {
  process.stdout.write(JSON.stringify({ none: 'broken' }));
}
