import { expect, test } from 'vitest';
import { readAmong, readPhotos } from '../../support/photos/qrPhotos.ts';

test('photos of codes that are 20 mm wide, turned, tilted, blurred and dimmed are read as what was printed', async () => {
  expect(await readPhotos(24)).toBeGreaterThanOrEqual(23);
});

test.each([
  ['before', ['https://permits.city.example/p/12345'], []],
  ['after', [], ['https://permits.city.example/p/12345']],
])('the code of a seal is read from a photo on which another one is %s it', async (_, before, after) => {
  const { read, statement } = await readAmong(before, after);
  expect(read).toBe(statement);
});
