import { beforeEach, describe, expect, test, vi } from 'vitest';
import { jpegName } from '../../../src/ui/files/jpegName.ts';
import { choosePhotoSize } from '../../../src/ui/files/photoSize.ts';
import { inChosenSize, isLargePhoto, originalOf } from '../../../src/ui/files/photos.ts';
import { smallerSize } from '../../../src/ui/files/shrinkPhoto.ts';

const megabyte = 1024 * 1024;

/** Makes the browser's canvas return so many bytes of this type. */
function browserDraws(
  bytes: number | 'nothing',
  { type = 'image/jpeg', pixel = [0x33, 0x66, 0x99, 0xff] } = {},
) {
  const drawn: { width: number; height: number }[] = [];
  vi.stubGlobal('createImageBitmap', async () => {
    if (bytes === 'nothing') throw new DOMException('The source image could not be decoded.');
    return { width: 4000, height: 3000, close: () => undefined };
  });
  vi.stubGlobal('document', {
    createElement: () => ({
      getContext: () => ({
        fillRect: () => undefined,
        clearRect: () => undefined,
        getImageData: () => ({
          data: Uint8ClampedArray.from(Array.from({ length: 64 }, () => pixel).flat()),
        }),
        drawImage: (_: unknown, _x: number, _y: number, width?: number, height = 0) =>
          width && drawn.push({ width, height }),
      }),
      toBlob: (done: (blob: Blob) => void) => done(new Blob([new Uint8Array(Number(bytes))], { type })),
    }),
  });
  return drawn;
}

function photo(size: number, name = 'roof.jpg', type = 'image/jpeg'): File {
  return new File([new Uint8Array(size)], name, { type, lastModified: 7 });
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  choosePhotoSize('smaller');
});

test.each([
  ['a photo of 6 MB', photo(6 * megabyte), true],
  ['a photo that the phone gives no type', photo(6 * megabyte, 'IMG_1.JPG', ''), true],
  ['a photo of 1 MB', photo(megabyte), false],
  ['a drawing as PNG', photo(6 * megabyte, 'plan.png', 'image/png'), false],
  ['a PDF', photo(6 * megabyte, 'plan.pdf', 'application/pdf'), false],
])('%s is worth resizing: %s', (_, file, expected) => {
  expect(isLargePhoto(file)).toBe(expected);
});

test('the longest edge becomes 2560 pixels, and a small picture keeps its size', () => {
  expect(smallerSize({ width: 4000, height: 3000 })).toEqual({ width: 2560, height: 1920 });
  expect(smallerSize({ width: 3000, height: 3000 })).toEqual({ width: 2560, height: 2560 });
  expect(smallerSize({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 });
});

test('a panorama, and a long scan, keep as many pixels as a usual photo', () => {
  expect(smallerSize({ width: 16_000, height: 4000 })).toEqual({ width: 4434, height: 1109 });
  expect(smallerSize({ width: 3000, height: 12_000 })).toEqual({ width: 1109, height: 4434 });
});

test.each([
  ['roof.JPG', 'roof.JPG'],
  ['north wall.jpeg', 'north wall.jpeg'],
  ['IMG_1.heic', 'IMG_1.jpg'],
  ['a photo', 'a photo.jpg'],
])('the JPEG of %s is named %s', (name, expected) => {
  expect(jpegName(name)).toBe(expected);
});

describe('a large photo', () => {
  test('is resized, and can be sent in its original size', async () => {
    const drawn = browserDraws(megabyte);
    const original = photo(6 * megabyte);
    const [sent] = await inChosenSize([original]);
    expect(sent).toMatchObject({ name: 'roof.jpg', type: 'image/jpeg', size: megabyte, lastModified: 7 });
    expect(sent && originalOf(sent)).toBe(original);
    expect(drawn).toEqual([{ width: 2560, height: 1920 }]);
    expect(sent && isLargePhoto(sent)).toBe(false);
  });

  test('is sent as it is when that was chosen', async () => {
    browserDraws(megabyte);
    choosePhotoSize('original');
    const original = photo(6 * megabyte);
    expect(await inChosenSize([original])).toEqual([original]);
  });

  test.each([
    ['would hardly become smaller', 5 * megabyte, {}],
    ['cannot be read', 'nothing', {}],
    ['would become something else', megabyte, { type: 'image/png' }],
    ['would become noise, because this browser hides what it draws', megabyte, { pixel: [1, 200, 90, 0xff] }],
  ] as const)('is sent as it is when it %s, and not tried again', async (_, bytes, made) => {
    browserDraws(bytes, { ...made, pixel: 'pixel' in made ? [...made.pixel] : undefined });
    const original = photo(6 * megabyte);
    const [sent] = await inChosenSize([original]);
    expect(sent).toBe(original);
    expect(isLargePhoto(original)).toBe(false);
  });
});
