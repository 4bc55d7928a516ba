import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { withoutCrop } from '../../src/contract/heicCrop.ts';
import { type Change, changedHeic } from '../support/photos/croppedHeic.ts';
import { heicPhoto } from '../support/photos/heicPhoto.ts';

type Raw = { data: Buffer; width: number; height: number };
type HeifImage = {
  get_width(): number;
  get_height(): number;
  display(target: Raw, done: (filled: Raw | null) => void): void;
};
const library: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } } = createRequire(
  import.meta.url,
)('libheif-js/wasm-bundle.js');

const stored = { width: 320, height: 240 };

async function decoded(file: Uint8Array): Promise<Raw> {
  const [image] = new library.HeifDecoder().decode(file);
  if (!image) throw new Error('It contains no picture.');
  const [width, height] = [image.get_width(), image.get_height()];
  const target = { data: Buffer.alloc(width * height * 4), width, height };
  const filled = await new Promise<Raw | null>((resolve) => image.display(target, resolve));
  if (!filled) throw new Error('It cannot be decoded.');
  return target;
}

const pictureOf = ({ data, width, height }: Raw) => sharp(data, { raw: { width, height, channels: 4 } });

async function rawOf(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Does what the properties say with another library. */
async function asSaid(changes: readonly Change[]): Promise<Raw> {
  let raw = await decoded(changedHeic());
  for (const change of changes) {
    const picture = pictureOf(raw);
    if ('crop' in change) raw = await rawOf(picture.extract(change.crop));
    else if ('turns' in change) raw = await rawOf(picture.rotate(360 - 90 * change.turns));
    else raw = await rawOf(change.mirror === 'sideways' ? picture.flop() : picture.flip());
  }
  return raw;
}

async function uncropped(file: Buffer): Promise<Raw> {
  const { bytes, crop } = withoutCrop(new Uint8Array(file));
  const whole = await decoded(bytes);
  return crop ? rawOf(pictureOf(whole).extract(crop)) : whole;
}

const corner = { crop: { left: 190, top: 130, width: 60, height: 40 }, of: stored };
const odd = { crop: { left: 11, top: 3, width: 151, height: 99 }, of: stored };

test.each<[string, Change[]]>([
  ['that lies as it is stored', [corner]],
  ['of an odd size', [odd]],
  ['that is turned left', [corner, { turns: 1 }]],
  ['that is upside down', [odd, { turns: 2 }]],
  ['that is turned right', [corner, { turns: 3 }]],
  ['that is mirrored', [corner, { mirror: 'sideways' }]],
  ['that is turned and mirrored', [odd, { turns: 1 }, { mirror: 'upside down' }]],
  ['that is mirrored and turned', [odd, { mirror: 'sideways' }, { turns: 3 }]],
  [
    'that is cropped once it stands upright',
    [{ turns: 3 }, { crop: { left: 20, top: 200, width: 90, height: 70 }, of: { width: 240, height: 320 } }],
  ],
])('the part that a crop leaves of a photo %s is what another library leaves', async (_, changes) => {
  const { data, width, height } = await uncropped(changedHeic(...changes));
  const said = await asSaid(changes);
  expect({ width, height }).toEqual({ width: said.width, height: said.height });
  const far = data.filter((value, at) => Math.abs(value - (said.data[at] ?? 0)) > 40).length;
  expect(far / data.length).toBeLessThan(0.01);
});

test('a photo without a crop stays as it is', () => {
  const { bytes, crop } = withoutCrop(new Uint8Array(heicPhoto()));
  expect(crop).toBeNull();
  expect(Buffer.from(bytes).equals(heicPhoto())).toBe(true);
});

test('a photo that breaks off anywhere is read without an error, and its bytes stay', () => {
  const file = new Uint8Array(changedHeic(corner, { turns: 1 }));
  for (let length = 0; length < 700; length += 1) {
    const { bytes } = withoutCrop(file.slice(0, length));
    expect(bytes).toHaveLength(length);
  }
});
