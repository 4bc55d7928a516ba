import { expect, test } from 'vitest';
import { readPhotos } from '../../support/photos/qrPhotos.ts';

test('photos of codes that are 20 mm wide, turned, tilted, blurred and dimmed are read as what was printed', async () => {
  expect(await readPhotos(24)).toBeGreaterThanOrEqual(23);
});
