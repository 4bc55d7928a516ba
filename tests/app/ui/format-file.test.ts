import { describe, expect, test } from 'vitest';
import { fileStamp, givenFileName, safeFileName } from '../../../src/contract/files/fileNames.ts';
import { maxFileNameLength } from '../../../src/contract/limits.ts';
import { stampedFileName, stampedFileNames } from '../../../src/format/fileName.ts';
import { fileSize } from '../../../src/format/fileSize.ts';

const at = Date.parse('2026-11-21T01:30:00Z');

test('the stamp is UTC plus nine hours', () => {
  expect(fileStamp(at)).toBe('20261121T103000');
  expect(fileStamp(Date.parse('2026-12-31T15:00:01Z'))).toBe('20270101T000001');
});

describe('an uploaded name gets its stamp before the extension', () => {
  test.each([
    ['name.pdf', 'name.20261121T103000.pdf'],
    ['site plan.v2.PNG', 'site plan.v2.20261121T103000.PNG'],
    ['README', 'README.20261121T103000'],
    ['.pdf', 'pdf.20261121T103000'],
    ['../../etc/passwd.zip', 'passwd.20261121T103000.zip'],
    ['C:\\fakepath\\roof.jpg', 'roof.20261121T103000.jpg'],
    ['План крыши.pdf', 'План крыши.20261121T103000.pdf'],
  ])('%s becomes %s', (name, stamped) => {
    expect(stampedFileName(name, at)).toBe(stamped);
  });

  test('a very long name is shortened before its extension', () => {
    const stamped = stampedFileName(`${'x'.repeat(4000)}.pdf`, at);
    expect(stamped).toHaveLength(maxFileNameLength);
    expect(stamped.endsWith('.20261121T103000.pdf')).toBe(true);
  });

  test('long names that differ only at their end are numbered within the limit, and no character is split', () => {
    const sheet = (number: string) => `${'𝒜'.repeat(120)} ${number}.pdf`;
    const stamped = stampedFileNames([sheet('S-101'), sheet('S-102'), sheet('S-103')], at);
    expect(new Set(stamped).size).toBe(3);
    expect(stamped.filter((name) => name.length > maxFileNameLength || !name.isWellFormed())).toEqual([]);
    expect(stamped[2]).toMatch(/ \(3\)\.20261121T103000\.pdf$/);
  });
});

test.each([
  ['site plan.v2.20270228T235959.PNG', 'site plan.v2.PNG'],
  ['README.20261121T103000', 'README'],
  ['plan (2).20261121T103000.pdf', 'plan (2).pdf'],
  ['minutes 20261121T103000.pdf', 'minutes 20261121T103000.pdf'],
  ['a.20261121T103000.b.pdf', 'a.20261121T103000.b.pdf'],
])('users see the stored name %s as %s', (stored, given) => {
  expect(givenFileName(stored)).toBe(given);
});

test.each([
  ['a\u0000b\r\n"c".pdf', 'a_b_c_.pdf'],
  // A screenshot of a Mac.
  ['Screenshot 2026-11-21 at 10.30.00\u202fAM.png', 'Screenshot 2026-11-21 at 10.30.00 AM.png'],
  ['Roof\u00a0 plan .pdf', 'Roof plan .pdf'],
  ['...', 'file'],
  ['', 'file'],
  ['<script>.png', '_script_.png'],
  // Windows would not unpack them.
  ['aux.pdf', 'aux_.pdf'],
  ['Con.v2.pdf', 'Con_.v2.pdf'],
  ['Auxiliary roof.pdf', 'Auxiliary roof.pdf'],
  ["Hart & Cho, Lot #12 – O’Hara's [final]!.pdf", "Hart _ Cho, Lot #12 – O’Hara's [final]!.pdf"],
])('%j becomes the safe name %s', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [2.4 * 1024 * 1024, '2.4 MB'],
  [104_857_600, '100 MB'],
  [3 * 1024 ** 3, '3 GB'],
])('%d bytes are written %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
