import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceOf } from '../../../server/updates/difference.ts';
import { applyDifference } from '../../../sw/difference.ts';
import { amount } from '../../support/amount.ts';
import { hashed, type Release, releaseOf, releaseSaying } from '../../support/app/release.ts';

const runs = { numRuns: amount('DIFFERENCES', 60, 2000) };

const applied = (before: Release, difference: Uint8Array): Buffer =>
  Buffer.from(applyDifference(new Uint8Array(before.bundle), difference));

const contents = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  // Lines that are there again, in other files too.
  fc
    .array(fc.constantFrom('const one = 1;\n', 'é – “two”;\n', "import './list-abcdefg.js';\n", 'x'), {
      maxLength: 60,
    })
    .map((lines) => Buffer.from(lines.join(''))),
);
const paths = fc
  .tuple(fc.constantFrom('list', 'index', 'job', 'a-b'), fc.constantFrom('1', '2', '3'))
  .map(([name, of]) => hashed(name, of));
const releases = fc.dictionary(fc.oneof(paths, fc.constant('icon.svg')), contents).map(releaseOf);

test('the difference between any two versions makes the later of the earlier', () => {
  fc.assert(
    fc.property(releases, releases, (before, after) => {
      expect(applied(before, differenceOf(before.bundle, after.bundle))).toEqual(after.bundle);
    }),
    runs,
  );
});

test('a difference that is cut anywhere makes nothing', () => {
  fc.assert(
    fc.property(releases, releases, fc.double({ min: 0, max: 1, noNaN: true }), (before, after, part) => {
      const whole = differenceOf(before.bundle, after.bundle);
      const cut = whole.subarray(0, Math.floor(part * (whole.length - 1)));
      expect(() => applied(before, cut)).toThrow(RangeError);
    }),
    runs,
  );
});

test('any bytes in the place of a difference end soon, and write nothing beyond what they make', () => {
  const before = releaseSaying('before');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        applied(before, bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
    runs,
  );
});

test('a difference that says it makes a terabyte is refused before any of it is made', () => {
  const terabyte = [0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 0, 0];
  expect(() => applied(releaseSaying('before'), new Uint8Array(terabyte))).toThrow('more than the app');
});

test('a change of one word takes a hundredth of the files that are renamed by it', () => {
  const [before, after] = [releaseSaying('before'), releaseSaying('afterwards')];
  const renamed = [...after.files].filter(([path]) => !before.files.has(path));
  const bytes = renamed.reduce((sum, [, file]) => sum + file.length, 0);
  expect(differenceOf(before.bundle, after.bundle).length).toBeLessThan(bytes / 100);
});
