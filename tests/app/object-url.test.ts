import { resolveObjectURL } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { objectUrlOf } from '../../src/ui/files/objectUrl.ts';

test('a blob has one URL, which is revoked once the blob is garbage', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const kept = new Blob(['kept']);
  const keptUrl = objectUrlOf(kept);
  const lostUrl = (() => objectUrlOf(new Blob(['lost'])))();
  expect(resolveObjectURL(lostUrl)).toBeDefined();
  await expect
    .poll(() => {
      collect();
      return resolveObjectURL(lostUrl);
    })
    .toBeUndefined();
  expect(resolveObjectURL(keptUrl)).toBeDefined();
  expect(objectUrlOf(kept)).toBe(keptUrl);
});
