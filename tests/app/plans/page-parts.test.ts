import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import type { Layers } from '../../../src/features/plans/page/annotations.ts';
import { fileAt, filesOn, readCarried } from '../../../src/features/plans/page/carried.ts';
import { labelIn, pageOf, readParts, targetOf } from '../../../src/features/plans/page/documentParts.ts';
import { glyphsOf } from '../../../src/features/plans/page/glyphs.ts';
import { linksOf } from '../../../src/features/plans/page/links.ts';
import { pageTextOf } from '../../../src/features/plans/page/pageText.ts';
import { showValues } from '../../../src/features/plans/page/pdfDrawing.ts';
import { remarksOf } from '../../../src/features/plans/page/remarks.ts';
import { annotatedSheet, refOf } from '../../support/files/annotatedSheet.ts';
import { carryingPdf } from '../../support/files/carryingPdf.ts';

/** Opens a document with the library itself. */
async function opened(data: Uint8Array) {
  const pdf = await getDocument({ data, verbosity: 0 }).promise;
  const layers: Layers = await pdf.getOptionalContentConfig();
  return { pdf, layers };
}

test('pages have the labels of the document, and their numbers without', async () => {
  const { pdf, layers } = await opened(carryingPdf());
  const { labels } = await readParts(pdf, layers);
  expect([1, 2, 3].map((page) => labelIn(labels, page))).toEqual(['G-001', 'PV-3', 'PV-4']);
  expect(labelIn(null, 2)).toBe('2');
});

test('text of a layer that is hidden is no text, until it is shown', async () => {
  const { pdf, layers } = await opened(carryingPdf());
  const page = await pdf.getPage(2);
  const linesOf = async (shown: Layers) => pageTextOf(await glyphsOf(page, OPS, shown), []).text.split('\n');
  expect(await linesOf(layers)).toEqual(['Base plan', 'Feeder F-7']);
  const shown = await pdf.getOptionalContentConfig();
  shown.setVisibility('13R', true);
  expect(await linesOf(shown)).toEqual(['Base plan', 'Feeder F-7', 'Luminaire L-4']);
});

test('layers are in the groups of the document, with those that it locks', async () => {
  const { pdf, layers } = await opened(carryingPdf());
  expect((await readParts(pdf, layers)).layers).toEqual([
    {
      name: 'Electrical',
      layers: [
        { id: '12R', name: 'Power', isVisible: true, isLocked: true },
        { id: '13R', name: 'Lighting', isVisible: false, isLocked: false },
      ],
    },
  ]);
});

test('contents and links lead to pages, and nowhere that may not be followed', async () => {
  const { pdf, layers } = await opened(carryingPdf());
  const { contents } = await readParts(pdf, layers);
  expect(contents.map(({ title }) => title)).toEqual(['Electrical', 'Details']);
  expect(await Promise.all(contents.map((entry) => pageOf(pdf, entry, 1)))).toEqual([2, 3]);
  expect(await pageOf(pdf, { action: 'NextPage' }, 3)).toBeNull();
  expect(await pageOf(pdf, { action: 'PrevPage' }, 3)).toBe(2);
  expect(await pageOf(pdf, { dest: [{ num: 99, gen: 0 }] }, 1)).toBeNull();
  const urls = [
    'https://a.test/',
    'HTTP://a.test',
    'mailto:a@a.test',
    'tel:+13055550100',
    'javascript:1',
    'file:///a',
    'data:,a',
    '//a',
    'ftp://a',
  ];
  expect(urls.map((unsafeUrl) => targetOf({ unsafeUrl })?.url ?? null)).toEqual([
    'https://a.test/',
    'http://a.test/',
    'mailto:a@a.test',
    'tel:+13055550100',
    ...Array.from({ length: 5 }, () => null),
  ]);
});

test('files are read by their addresses, those of a place on a page too', async () => {
  const { pdf, layers } = await opened(carryingPdf({ isPortfolio: true }));
  const { files, isPortfolio } = await readParts(pdf, layers);
  expect(isPortfolio).toBe(true);
  expect(files.map(({ address, name }) => [address, name])).toEqual([
    ['PV-9 one-line.pdf', 'PV-9 one-line.pdf'],
    ['loads.csv', 'loads.csv'],
  ]);
  const attached = await filesOn(await pdf.getPage(3), layers);
  expect(attached).toEqual([{ address: '3/site.jpg', name: 'site.jpg', description: '', page: 3 }]);
  const read = async (address: string) => new TextDecoder().decode(await readCarried(pdf, address));
  expect(await read('loads.csv')).toBe('a,b');
  expect(await read('3/site.jpg')).toBe('photo');
  await expect(read('c')).rejects.toThrow('doesn’t hold that file');
  await expect(read('9/site.jpg')).rejects.toThrow('doesn’t hold that file');
});

test('a link leads to its own one of two files of one name', async () => {
  const pdf = new TextDecoder().decode(carryingPdf({ linksFiles: true }));
  const twin = new TextEncoder().encode(pdf.replaceAll('(PV-9 one-line.pdf)', '(loads.csv)        '));
  const { pdf: read, layers } = await opened(twin);
  const { files } = await readParts(read, layers);
  const links = (await linksOf(await read.getPage(1), layers)).filter(({ file }) => file !== undefined);
  expect(links.map((link) => fileAt(files, link)?.address)).toEqual(['a/loads.csv', 'b/loads.csv']);
});

test('photos of one name at two places of a page are read each by its own address', async () => {
  const photo = (content: number) =>
    `/Subtype /FileAttachment /Rect [0 0 20 20] /FS << /Type /Filespec /F (image.jpg) /EF << /F ${content} 0 R >> >>`;
  const stream = (text: string) =>
    `<< /Type /EmbeddedFile /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const { pdf, layers } = await opened(
    annotatedSheet([photo(8), photo(9)], { rest: [stream('roof'), stream('meter')] }),
  );
  const addresses = (await filesOn(await pdf.getPage(1), layers)).map(({ address }) => address);
  expect(addresses).toEqual(['1/image.jpg', '1/2/image.jpg']);
  const read = async (address: string) => new TextDecoder().decode(await readCarried(pdf, address));
  expect(await Promise.all(addresses.map(read))).toEqual(['roof', 'meter']);
});

test('the value of a field without appearance is drawn, and one with it is left as it is', async () => {
  const { pdf } = await opened(
    annotatedSheet(
      [
        '/Subtype /Widget /FT /Tx /T (a) /V (R-2) /Rect [0 0 99 20]',
        `/Subtype /Widget /FT /Tx /T (b) /V (R-3) /Rect [0 40 99 60] /AP << /N 8 0 R >>`,
      ],
      { rest: ['<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'] },
    ),
  );
  await showValues(pdf, await pdf.getPage(1));
  expect(pdf.annotationStorage.getRawValue('5R')).toEqual({ value: 'R-2' });
  expect(pdf.annotationStorage.size).toBe(1);
});

test('the words of a note without a size, in rich text only, are those of its remark', async () => {
  const { pdf, layers } = await opened(
    annotatedSheet(['/Subtype /Text /Rect [50 50 50 50] /T (Mia) /RC (<p>Check the feeder</p>)']),
  );
  const [remark] = await remarksOf(await pdf.getPage(1), layers);
  expect(remark).toMatchObject({ text: 'Check the feeder', author: 'Mia' });
});

test('answers stand below what they answer, however they are chained, and a circle of them ends', async () => {
  const note = (entries: string) => `/Subtype /Text /Rect [0 0 20 20] ${entries}`;
  const { pdf, layers } = await opened(
    annotatedSheet([
      note("/T (Ana) /M (D:20250102030405-05'00') /Contents (First)"),
      note(`/T (Ben) /M (D:20250104) /IRT ${refOf(0)} /Contents (Third)`),
      note(`/T (Ana) /M (D:20250103Z) /IRT ${refOf(1)} /Contents (Second)`),
      note(`/T (Ben) /M (D:20250105) /IRT ${refOf(2)} /State (Rejected) /StateModel (Review)`),
      note(`/T (Eve) /IRT ${refOf(5)} /Contents (One)`),
      note(`/T (Eve) /IRT ${refOf(4)} /Contents (Two)`),
      note('/RC (<body xmlns="http://www.w3.org/1999/xhtml"><p>Rich words</p></body>)'),
    ]),
  );
  const remarks = await remarksOf(await pdf.getPage(1), layers);
  expect(remarks[0]).toMatchObject({
    author: 'Ana',
    text: 'First',
    state: 'Rejected',
    date: new Date('2025-01-02T08:04:05Z'),
  });
  expect(remarks[0]?.replies.map(({ text }) => text)).toEqual(['Second', 'Third']);
  expect(remarks.map(({ text }) => text)).toContain('Rich words');
});

test('what was decided on a remark is read from the notes that Acrobat hides; a check mark decides nothing', async () => {
  const note = (entries: string) => `/Subtype /Text /Rect [0 0 20 20] ${entries}`;
  const hidden = (to: number, date: string, entries: string) =>
    note(`/F 30 /T (Alex) /M (D:${date}) /IRT ${refOf(to)} ${entries} /Contents (Set by Alex)`);
  const { pdf, layers } = await opened(
    annotatedSheet([
      note('/T (Ana) /Contents (Move the disconnect)'),
      hidden(0, '20250102', '/State (Rejected) /StateModel (Review)'),
      hidden(1, '20250103', '/State (Accepted) /StateModel (Review)'),
      hidden(0, '20250104', '/State (Marked) /StateModel (Marked)'),
      note('/T (Ana) /Contents (Undecided again)'),
      hidden(4, '20250102', '/State (Rejected) /StateModel (Review)'),
      hidden(5, '20250103', '/State (None) /StateModel (Review)'),
      note('/F 2 /T (Ana) /Contents (Hidden)'),
      hidden(7, '20250102', '/State (Accepted) /StateModel (Review)'),
    ]),
  );
  const remarks = await remarksOf(await pdf.getPage(1), layers);
  expect(remarks.map(({ text, state }) => [text, state])).toEqual([
    ['Move the disconnect', 'Accepted'],
    ['Undecided again', ''],
  ]);
  expect(remarks.flatMap(({ replies }) => replies)).toEqual([]);
});
