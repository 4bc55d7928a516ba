import type { TestFile } from '../server/call.ts';

function file(name: string, type: string, ...parts: (string | number[])[]): TestFile {
  const bytes = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
  return { name, type, bytes };
}

/** The smallest valid files of each type, and some invalid ones. */
export const samples = {
  pdf: file('plan.pdf', 'application/pdf', '%PDF-1.4\n%%EOF\n'),
  png: file('roof.png', 'image/png', [
    ...Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ]),
  jpeg: file('photo.jpeg', 'image/jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0'),
  zip: file('all.zip', 'application/zip', 'PK', [5, 6], [...new Uint8Array(18)]),
  exe: file(
    'setup.exe',
    'application/x-msdownload',
    'MZ',
    [0x90, 0, 3, 0, 0, 0],
    'This program cannot be run',
  ),
  html: file('page.html', 'text/html', '<!doctype html><script>alert(1)</script>'),
  svg: file('drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  empty: file('empty.pdf', 'application/pdf', ''),
} satisfies Record<string, TestFile>;

export function renamed(sample: TestFile, name: string, type = sample.type ?? ''): TestFile {
  return { ...sample, name, type };
}
