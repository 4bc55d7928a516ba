import { pdfOf } from '../../../server/seed/pdf.ts';

/** Pages that PDF.js draws without a part of them, and their twins, of which it draws all; without Node, so that pages make them too. */

type Case = {
  what: string;
  /** What the page says is missing. */
  missing: string;
  content?: string;
  /** Entries of the page's resources; `N` is the number of the first of the objects. */
  resources?: string;
  objects?: string[];
};

/** A picture in JPEG 2000 of 32 × 32 black pixels. */
const jpeg2000 =
  'ff4fff510029000000000020000000200000000000000000000000200000002000000000000000000001070101ff52000c00000001000104040001ff5c00074040484850ff640025000143726561746564206279204f70656e4a5045472076657273696f6e20322e352e30ff90000a0000000000190001ff93df8038115054aff4c87f80ffd9';

/** One of 9600 × 7200 gray pixels, without smaller ones of itself. */
const largeJpeg2000 =
  'ff4fff51002900000000258000001c2000000000000000000000258000001c2000000000000000000001070101ff52000c00000001000004040001ff5c00044040ff640025000143726561746564206279204f70656e4a5045472076657273696f6e20322e352e30ff90000a00000000000f0001ff9380ffd9';

/** A picture in JBIG2 of 32 × 32 pixels: the segment of the page, and one of a region. */
const jbig2 = [
  '000000003000010000001300000020000000200000000000000000000000',
  '000000012600010000002000000020000000200000000000000000000126a0d5fffffffffffffff8008008',
].join('');

/** The head of a JPEG of 65,500 × 65,500 pixels, and none of them. */
const hugeJpeg = `ffd8ffc0001108ffdcffdc03011100021100031100ffda000c03010002000300003f00${'00'.repeat(20)}ffd9`;

function hexStream(hex: string, entries: string): string {
  return `<< /Length ${hex.length + 1} ${entries} >>\nstream\n${hex}>\nendstream`;
}

function textStream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

/** Creates a picture whose data is in hexadecimal digits. */
function picture(filter: string, hex: string, entries = '/Width 32 /Height 32'): string {
  const kind = '/Type /XObject /Subtype /Image';
  const color = entries.includes('/ImageMask') ? '' : '/ColorSpace /DeviceGray';
  const depth = filter === '/CCITTFaxDecode' ? 1 : 8;
  return hexStream(
    hex,
    `${kind} ${entries} ${color} /BitsPerComponent ${depth} /Filter [/ASCIIHexDecode ${filter}] /DecodeParms [null << /K -1 /Columns 32 >>]`,
  );
}

const draw = 'q 200 0 0 200 100 100 cm /P Do Q';
const xObject = '/XObject << /P N 0 R >>';
const ofPicture = (what: string, missing: string, object: string): Case => ({
  what,
  missing,
  content: draw,
  resources: xObject,
  objects: [object],
});

const one = '1 picture';

export const leftOutCases: readonly Case[] = [
  ofPicture('a picture in JPEG 2000', '', picture('/JPXDecode', jpeg2000)),
  ofPicture('a large one in JPEG 2000', '', picture('/JPXDecode', largeJpeg2000, '/Width 9600 /Height 7200')),
  ofPicture('one in JPEG 2000 whose data begins with something else', one, picture('/JPXDecode', '00112233')),
  ofPicture('one in JPEG 2000 that breaks off', one, picture('/JPXDecode', jpeg2000.slice(0, 100))),
  ofPicture('a fax', '', picture('/CCITTFaxDecode', 'ff'.repeat(4))),
  ofPicture(
    'a fax of more pixels than a device has memory for',
    one,
    picture('/CCITTFaxDecode', 'ff', '/Width 60000 /Height 60000'),
  ),
  ofPicture('a fax that is none', 'parts', picture('/CCITTFaxDecode', '0011223300000000')),
  ofPicture('a fax that breaks off', 'parts', picture('/CCITTFaxDecode', 'ff'.repeat(2))),
  ofPicture('a picture in JBIG2', '', picture('/JBIG2Decode', jbig2)),
  ofPicture('one in JBIG2 that is none', one, picture('/JBIG2Decode', '00112233')),
  ofPicture('one in JBIG2 that breaks off', 'parts', picture('/JBIG2Decode', jbig2.slice(0, -8))),
  ofPicture(
    'one in JBIG2 that says to be two billion pixels wide and high',
    one,
    picture('/JBIG2Decode', jbig2.replaceAll('0000002000000020', '7fffffff7fffffff')),
  ),
  ofPicture('a JPEG whose head says 65,500 × 65,500 pixels', one, picture('/DCTDecode', hugeJpeg)),
  {
    what: 'a form that draws itself',
    missing: 'parts',
    content: '/P Do',
    resources: xObject,
    objects: [textStream('/P Do', '/Type /XObject /Subtype /Form /BBox [0 0 400 400]')],
  },
  ofPicture('a picture of no width', one, picture('/CCITTFaxDecode', 'ff', '/Width 0 /Height 32')),
  ofPicture('a JPEG that is none', one, picture('/DCTDecode', '00112233')),
  ofPicture('a mask', '', picture('/CCITTFaxDecode', 'ff'.repeat(4), '/Width 32 /Height 32 /ImageMask true')),
  ofPicture(
    'a mask that is no JPEG',
    'parts',
    picture('/DCTDecode', '0011', '/Width 32 /Height 32 /ImageMask true'),
  ),
  {
    what: 'a picture among the instructions that is no JPEG',
    missing: one,
    content: 'q 200 0 0 200 100 100 cm BI /W 8 /H 8 /CS /G /BPC 8 /F [/AHx /DCT] ID 00112233> EI Q',
  },
  {
    what: 'two pictures that cannot be decoded, one of them twice',
    missing: '2 pictures',
    content: `${draw} q 50 0 0 50 0 0 cm /P Do Q q 50 0 0 50 340 0 cm /Q Do Q`,
    resources: '/XObject << /P N 0 R /Q M 0 R >>',
    objects: [picture('/JPXDecode', '0011'), picture('/JPXDecode', '2233')],
  },
  { what: 'a drawing', missing: '', content: '1 0 0 rg 0 0 300 300 re f' },
  {
    what: 'an object that is not there',
    missing: 'parts',
    content: '/P Do',
    resources: '/XObject << /P 9999 0 R >>',
  },
  {
    what: 'a form',
    missing: '',
    content: '/P Do',
    resources: xObject,
    objects: [textStream('0 0 1 rg 0 0 300 300 re f', '/Type /XObject /Subtype /Form /BBox [0 0 400 400]')],
  },
  {
    what: 'a shading of an unknown kind',
    missing: 'parts',
    content: '/S sh',
    resources: '/Shading << /S N 0 R >>',
    objects: ['<< /ShadingType 99 /ColorSpace /DeviceRGB >>'],
  },
  {
    what: 'a pattern whose drawing cannot be read',
    missing: 'parts',
    content: '/Pattern cs /T scn 0 0 300 300 re f',
    resources: '/Pattern << /T N 0 R >>',
    objects: [
      textStream(
        '/Missing Do',
        '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 0 0] /XStep 0 /YStep 0',
      ),
    ],
  },
  {
    what: 'text in a font whose parts are missing',
    missing: 'text',
    content: 'BT /F 20 Tf 50 200 Td (PANEL) Tj ET',
    resources: '/Font << /F N 0 R >>',
    objects: ['<< /Type /Font /Subtype /Type0 /BaseFont /Lost /Encoding /Identity-H >>'],
  },
  {
    what: 'text in a font that is not embedded',
    missing: '',
    content: 'BT /F 20 Tf 50 200 Td (PANEL) Tj ET',
    resources: '/Font << /F N 0 R >>',
    objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  },
];

const firstObject = 3;

/** Creates pages for each case, which share their objects. */
export function leftOutPdf(cases: readonly Case[] = leftOutCases, pagesOfEach = 1): Uint8Array<ArrayBuffer> {
  const objects: string[] = [];
  const pages = cases.flatMap(({ content = '', resources = '', objects: own = [] }) => {
    const first = firstObject + objects.length;
    const named = resources.replace('N 0 R', `${first} 0 R`).replace('M 0 R', `${first + 1} 0 R`);
    const contents = first + own.length;
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents ${contents} 0 R /Resources << ${named} >> >>`;
    objects.push(...own, textStream(content), ...Array.from({ length: pagesOfEach }, () => page));
    return Array.from({ length: pagesOfEach }, (_, at) => contents + 1 + at);
  });
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...objects,
  ]);
}
