import sharp from 'sharp';
import { expect, test } from 'vitest';
import { colorOf, withProfile } from '../../src/contract/colorProfile.ts';
import { heicPhoto } from '../support/photos/heicPhoto.ts';

/** A box of a HEIC file. */
function box(type: string, ...contents: (Uint8Array | number[])[]): Uint8Array {
  const content = Buffer.concat(contents.map((one) => Uint8Array.from(one)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4);
  return Buffer.concat([head, content]);
}

function heicWith(...properties: Uint8Array[]): Uint8Array {
  return Buffer.concat([
    box('ftyp', Buffer.from('heic')),
    box('meta', [0, 0, 0, 0], box('hdlr'), box('iprp', box('ipco', ...properties))),
  ]);
}

function namedColors(primaries: number): Uint8Array {
  return box('colr', Buffer.from('nclx'), [0, primaries, 0, 13, 0, 6, 128]);
}

test('the profile of a photo is read from its properties', () => {
  const { profile, space } = colorOf(heicPhoto());
  expect(space).toBe('srgb');
  expect(profile).toHaveLength(480);
  // The signature of every ICC profile.
  expect(Buffer.from(profile ?? []).toString('latin1', 36, 40)).toBe('acsp');
});

test('colors that have a number instead of a profile are Display P3 or sRGB', () => {
  expect(colorOf(heicWith(box('ispe'), namedColors(12)))).toEqual({ profile: null, space: 'display-p3' });
  expect(colorOf(heicWith(box('ispe'), namedColors(1)))).toEqual({ profile: null, space: 'srgb' });
});

/** Returns a file that shows its second picture, whose colors are the second. */
function secondShown(isWide: boolean): Uint8Array {
  const association = (id: number, index: number) =>
    isWide ? [0, 0, 0, id, 1, 0x80, index] : [0, id, 1, 0x80 | index];
  return Buffer.concat([
    box('ftyp', Buffer.from('heic')),
    box(
      'meta',
      [0, 0, 0, 0],
      box('pitm', isWide ? [1, 0, 0, 0, 0, 0, 0, 2] : [0, 0, 0, 0, 0, 2]),
      box(
        'iprp',
        box('ipco', namedColors(1), namedColors(12)),
        box('ipma', isWide ? [1, 0, 0, 1] : [0, 0, 0, 0], [0, 0, 0, 2], association(1, 1), association(2, 2)),
      ),
    ),
  ]);
}

test.each([false, true])(
  'of several pictures the one that is shown has its own colors, wide numbers: %s',
  (isWide) => {
    expect(colorOf(secondShown(isWide)).space).toBe('display-p3');
  },
);

test.each([
  ['an empty file', new Uint8Array()],
  ['a file cut short', heicPhoto().subarray(0, 60)],
  ['a box of no length', Buffer.from([0, 0, 0, 1, ...Buffer.from('meta')])],
  ['a box longer than the file', Buffer.from([0xff, 0xff, 0xff, 0xff, ...Buffer.from('meta')])],
  ['words', Buffer.from('no photo at all')],
])('%s has the colors of the web', (_, bytes) => {
  expect(colorOf(bytes)).toEqual({ profile: null, space: 'srgb' });
});

test.each([480, 200_000])('a JPEG carries a profile of %d bytes in the place of its own', async (length) => {
  const { profile } = colorOf(heicPhoto());
  const whole = Buffer.alloc(length);
  whole.set(profile ?? []);
  whole.writeUInt32BE(length);
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer();
  expect((await sharp(plain).metadata()).icc).toBeDefined();
  const jpeg = Buffer.concat(withProfile(new Uint8Array(plain), whole));
  const { icc, format } = await sharp(jpeg).metadata();
  expect(format).toBe('jpeg');
  expect(icc?.equals(whole)).toBe(true);
});
