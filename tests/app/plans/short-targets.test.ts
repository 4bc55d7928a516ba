import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { pdfOf } from '../../../server/seed/pdf.ts';
import type { Layers } from '../../../src/features/plans/page/annotations.ts';
import { pageOf, readParts } from '../../../src/features/plans/page/documentParts.ts';
import { linksOf } from '../../../src/features/plans/page/links.ts';
import { mendParser } from '../../../src/features/plans/parser/mendParser.ts';
import { loadParser } from '../../support/files/loadParser.ts';

mendParser(await loadParser());

/** Two sheets whose contents and whose link lead to the second one. */
const sheets = (places: readonly [entry: string, action: string, link: string]) =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 200] >>',
    '<< /Type /Page /Parent 2 0 R /Annots [8 0 R] >>',
    '<< /Type /Page /Parent 2 0 R >>',
    '<< /Type /Outlines /First 6 0 R /Last 7 0 R /Count 2 >>',
    `<< /Title (S-1) /Parent 5 0 R /Next 7 0 R /Dest ${places[0]} >>`,
    `<< /Title (S-2) /Parent 5 0 R /Prev 6 0 R /A << /S /GoTo /D ${places[1]} >> >>`,
    `<< /Type /Annot /Subtype /Link /Rect [10 10 90 30] /Dest ${places[2]} >>`,
  ]);

test.each([
  [['[4 0 R /XYZ 28.3]', '[4 0 R /XYZ]', '[4 0 R /XYZ 10]']],
  [['[4 0 R /XYZ 28.3 100 null]', '[4 0 R /Fit]', '[1 /FitH 50]']],
] as const)('contents and links to %j lead to the page', async (places) => {
  const pdf = await getDocument({ data: sheets(places), verbosity: 0 }).promise;
  const layers: Layers = await pdf.getOptionalContentConfig();
  const { contents } = await readParts(pdf, layers);
  const targets = [...contents, ...(await linksOf(await pdf.getPage(1), layers))];
  expect(await Promise.all(targets.map((target) => pageOf(pdf, target, 1)))).toEqual([2, 2, 2]);
});
