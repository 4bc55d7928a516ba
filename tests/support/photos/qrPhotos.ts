import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { qrModules } from '../../../server/proof/qrModules.ts';
import { statementText } from '../../../src/contract/proof/statement.ts';
import { readPixels } from '../../../src/features/check/readPixels.ts';

const reader = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const { privateKey } = generateKeyPairSync('ed25519');

/** Returns numbers from 0 to 1, the same for each seed. */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a signed statement as a signature report carries it. */
function someStatement(random: () => number): string {
  const some = (count: number) =>
    Array.from({ length: count }, () => letters[Math.floor(random() * letters.length)]).join('');
  const text = statementText({
    origin: `https://jobs.${some(4 + random() * 14).toLowerCase()}.com`,
    ...{ token: some(22), keyId: some(6), jobCode: some(8), files: some(43) },
    ...{ revision: 1 + Math.floor(random() * 12), issued: 1_795_000_000 },
  });
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

/**
 * Draws the photo of a code that was printed 20 mm wide: turned by any angle and tilted, on paper of any shade, with 8 to 16 pixels a
 * millimeter, blurred by up to 0.4 modules, dimmed by up to a half from one side to the other, and noisy.
 */
async function photoOf(statement: string, random: () => number) {
  const { size, dark } = await qrModules(statement);
  const side = 20 * (8 + random() * 8);
  const unit = side / size;
  const width = Math.round(side * (1.7 + random() * 2));
  const height = Math.round(Math.max(side * 1.7, width * (0.75 + random() * 0.5)));
  const sheet = createCanvas(width, height);
  const ink = sheet.getContext('2d');
  const paper = 150 + Math.floor(random() * 105);
  ink.fillStyle = `rgb(${paper},${paper},${paper - 10})`;
  ink.fillRect(0, 0, width, height);
  ink.translate(width / 2, height / 2);
  ink.rotate(random() * 2 * Math.PI);
  ink.transform(1, (random() - 0.5) * 0.15, (random() - 0.5) * 0.15, 1, 0, 0);
  const black = 20 + Math.floor(random() * 50);
  ink.fillStyle = `rgb(${black},${black},${black})`;
  for (const [x, y] of dark) ink.fillRect(x * unit - side / 2, y * unit - side / 2, unit * 1.02, unit * 1.02);
  const photo = createCanvas(width, height);
  const light = photo.getContext('2d');
  light.filter = `blur(${random() * 0.4 * unit}px)`;
  light.drawImage(sheet, 0, 0);
  light.filter = 'none';
  const shade = light.createLinearGradient(0, 0, width, height * random());
  shade.addColorStop(0, `rgba(0,0,0,${random() * 0.5})`);
  shade.addColorStop(1, `rgba(0,0,0,${random() * 0.5})`);
  light.fillStyle = shade;
  light.fillRect(0, 0, width, height);
  const image = light.getImageData(0, 0, width, height);
  const { data } = image;
  for (let at = 0; at < data.length; at++)
    if (at % 4 !== 3) data[at] = (data[at] ?? 0) + (random() - 0.5) * 20;
  light.putImageData(image, 0, 0);
  return photo;
}

/** Reads a photo as the app does. */
function readPhoto(photo: Canvas): Promise<string | null> {
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(reader).buffer as ArrayBuffer } });
  return readPixels((most) => {
    const scale = Math.min(1, most / photo.width);
    const small = createCanvas(Math.round(photo.width * scale), Math.round(photo.height * scale));
    const context = small.getContext('2d');
    context.drawImage(photo, 0, 0, small.width, small.height);
    return context.getImageData(0, 0, small.width, small.height) as unknown as ImageData;
  });
}

/** Photographs a statement beside the codes of others, in this order from the left. @returns what was read, and what was printed */
export async function readAmong(before: readonly string[], after: readonly string[]) {
  const statement = someStatement(randomBy(1));
  const codes = await Promise.all([...before, statement, ...after].map(qrModules));
  const side = 320;
  const photo = createCanvas(side * 1.4 * codes.length, side * 1.5);
  const ink = photo.getContext('2d');
  ink.fillStyle = '#ccc';
  ink.fillRect(0, 0, photo.width, photo.height);
  ink.fillStyle = '#222';
  for (const [at, { size, dark }] of codes.entries())
    for (const [x, y] of dark) {
      const unit = side / size;
      ink.fillRect(side * (0.2 + at * 1.4) + x * unit, side * 0.25 + y * unit, unit * 1.02, unit * 1.02);
    }
  return { read: await readPhoto(photo), statement };
}

/** Photographs this many codes and reads them as the app does. @returns how many were read, each as what was printed */
export async function readPhotos(count: number, seed = 1): Promise<number> {
  const random = randomBy(seed);
  let read = 0;
  for (let one = 0; one < count; one++) {
    const statement = someStatement(random);
    const photo = await photoOf(statement, random);
    const text = await readPhoto(photo);
    if (text !== null && text !== statement) throw new Error(`Read ${text} where ${statement} was printed.`);
    if (text === statement) read += 1;
  }
  return read;
}
