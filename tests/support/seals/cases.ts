import { createHash, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Verdict } from '../../../src/features/plans/seal/verdicts.ts';
import { signCms } from './cms.ts';
import { oid, seq, set, tagged } from './der.ts';
import { day, revocationAnswer, revocationList } from './identities.ts';
import { people } from './people.ts';
import { SealedPdf, type SignOptions } from './SealedPdf.ts';

/** A document and what is to be found of it. */
export type Case = {
  name: string;
  bytes: () => Buffer;
  verdict: Verdict;
  /** That of the first signature, where it is another one. */
  first?: Verdict;
  /** Words that say why, or what was added. */
  says?: RegExp;
};

const { ada, ben, cora, dan, eve, finn, clock, strangeClock, board, office } = people;
const plain = SealedPdf.make();
const stamped = { signer: strangeClock, field: 'Time', subFilter: 'ETSI.RFC3161' } as const;
const signed = (options: Partial<SignOptions> = {}, base = plain) => base.sign({ signer: ada, ...options });
const row = (name: string, verdict: Verdict, bytes: () => Buffer, more: Partial<Case> = {}): Case => ({
  name,
  verdict,
  bytes,
  ...more,
});
const good = (name: string, options: Partial<SignOptions>, more: Partial<Case> = {}) =>
  row(name, 'genuine', () => signed(options).bytes, more);

/** Adds data for checking later (`/DSS`). */
function withStore(pdf: SealedPdf, kind: 'OCSPs' | 'CRLs' | 'Certs', data: Buffer): SealedPdf {
  const num = pdf.nextNumber;
  return pdf.save({
    [num]: `<< /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`,
    1: pdf.edit(1, / >>$/, ` /DSS << /${kind} [${num} 0 R] >> >>`),
  });
}

const revocationAttribute = (lists: readonly Buffer[]) =>
  seq(oid('1.2.840.113583.1.1.8'), set(seq(tagged(0, seq(...lists)))));

/** A document with an empty place for a signature. */
export function withPlace(): SealedPdf {
  return SealedPdf.make({
    5: '<< /Fields [8 0 R 11 0 R] /SigFlags 3 >>',
    11: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Place) /F 132 /Rect [0 0 0 0] /P 3 0 R >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources << /Font << /F1 7 0 R >> >> /Annots [8 0 R 11 0 R] >>',
  });
}

const drawing = (text: string, more: string) =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] ${more} /Length ${text.length} >>\nstream\n${text}\nendstream`;

/** What a drawing says in a font that it may not bring. */
const written = 'BT /F2 9 Tf (B1) Tj ET';

/** A field that is filled in with a font that the form gets for it, as by Fortify and what is built on PDFBox. */
function writtenAnew(
  extra: Record<number, string>,
  sets = ' /V (EV) /Q 1 /DA (/F2 9 Tf)',
  font = '/F2',
): Buffer {
  const base = SealedPdf.make({ 9: drawing('/Tx BMC EMC', '/Resources << >>'), ...extra });
  const pdf = base.sign({ signer: ada, certify: 2 });
  return pdf.save({
    8: pdf.edit(8, / >>$/, `${sets} >>`),
    5: pdf.edit(5, '7 0 R', `7 0 R ${font} 30 0 R`),
    30: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  }).bytes;
}

/** PDFBox puts the drawing of each signature in the place of the one before, in the form too; each has its own beside. */
function drawnTwice(extra: Record<number, string>, signs = true): Buffer {
  const base = SealedPdf.make({
    5: '<< /Fields [8 0 R] /DR << /XObject << /FRM 20 0 R >> >> >>',
    9: drawing('q /FRM Do Q', '/Resources << /XObject << /FRM 20 0 R >> >>'),
    20: drawing('0 0 9 9 re f', '/Resources << >>'),
    ...extra,
  });
  const first = base.sign({ signer: ada, isVisible: true });
  const replaced = (form = '') => ({
    40: drawing('9 9 9 9 re f', '/Resources << >>'),
    5: form.replace('20 0 R', '40 0 R'),
  });
  if (!signs) return first.save(replaced(first.objects.get(5))).bytes;
  const written = (objects: Record<number, string>) => ({ ...objects, ...replaced(objects[5]) });
  return first.sign({ signer: ben, field: 'Second', isVisible: true, written }).bytes;
}

/** What PDFBox, and thus DSS, writes into a form that has no fonts as it adds a timestamp. */
const pdfBoxFonts = {
  helv: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding',
  look: '/Helv 0 Tf 0 g ',
};
function timestampedByPdfBox({ helv, look }: typeof pdfBoxFonts): Buffer {
  const time = { signer: clock, field: 'Time', subFilter: 'ETSI.RFC3161' } as const;
  const pdf = signed({}, SealedPdf.make({ 5: '<< /Fields [8 0 R] >>' })).sign(time);
  return pdf.save({
    20: '<< /Font 21 0 R >>',
    21: '<< /Helv 22 0 R /ZaDb 23 0 R >>',
    22: `<< ${helv} >>`,
    23: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    5: pdf.edit(5, / >>$/, ` /DR 20 0 R /DA (${look}) >>`),
  }).bytes;
}

/** An expired certificate, which a timestamp says was valid. */
const expiredThen = { signer: people.expired, stamper: clock, stampedAt: Date.now() - 200 * day };

/** Documents that are as they were signed. */
export const genuineCases: readonly Case[] = [
  ...(['sha256', 'sha384', 'sha512'] as const).flatMap((hash) => [
    good(`RSA and ${hash}`, { hash }),
    good(`RSA-PSS and ${hash}`, { hash, isPss: true }),
    good(`P-256 and ${hash}`, { hash, signer: cora, chain: [office] }),
    good(`P-384 and ${hash}`, { hash, signer: dan }),
  ]),
  good('RSA with 3072 bits', { signer: eve }),
  good('Ed25519', { signer: finn, hash: 'sha512' }),
  good('a signature that writes the name of the issuer in another way', { issuerName: people.boardWritten }),
  good('a certificate that writes it so', { signer: people.gus }),
  good('a visible one', { isVisible: true }),
  ...([1, 2, 3] as const).map((certify) => good(`one that certifies, level ${certify}`, { certify })),
  good('one in the form of PAdES', { subFilter: 'ETSI.CAdES.detached' }),
  good('one without attributes', { isPlain: true }),
  good('a timestamp of the board', { stamper: clock }),
  good('a timestamp of a stranger', { stamper: strangeClock }),
  good('a timestamp by SHA-1, which counts for nothing', { stamper: clock, stampHash: 'sha1' }),
  good('a table of objects in a stream', { withTable: 'stream' }),
  good('a table that is said to begin at the line end before it', { withTable: 'early' }),
  row('two signatures of which one alone brings the office that both come from', 'genuine', () => {
    const first = signed({ signer: cora, chain: [office] });
    return first.sign({ signer: cora, field: 'Second' }).bytes;
  }),
  row(
    'two signatures with such tables',
    'genuine',
    () => signed({ withTable: 'early' }).sign({ signer: ben, field: 'Second', withTable: 'early' }).bytes,
  ),
  row('a second revision whose objects are packed', 'genuine', () => {
    const pdf = signed();
    return pdf.save({ 10: '<< /Title (S-101, issued) >>' }, { table: 'stream', packed: [10] }).bytes;
  }),
  good('a timestamp without a certificate, which counts for nothing', { stamper: clock, isStampBare: true }),
  row(
    'a certificate that a timestamp says was valid whose own stands in the document',
    'genuine',
    () => withStore(signed({ ...expiredThen, isStampBare: true }), 'Certs', clock.certificate).bytes,
  ),
  row(
    'a timestamp of the document whose certificate stands in it',
    'genuine',
    () =>
      withStore(signed().sign({ ...stamped, signer: clock, isStampBare: true }), 'Certs', clock.certificate)
        .bytes,
    { says: /A timestamp was added/ },
  ),
  good('a certificate that a timestamp says was valid', expiredThen),
  row('two signatures', 'genuine', () => signed().sign({ signer: ben, field: 'Second' }).bytes, {
    says: /Another signature/,
  }),
  row(
    'three signatures',
    'genuine',
    () =>
      signed()
        .sign({ signer: ben, field: 'Second', isVisible: true })
        .sign({ signer: dan, field: 'Third', withTable: 'stream' }).bytes,
  ),
  row(
    'a second signature after one that certifies',
    'genuine',
    () => signed({ certify: 2 }).sign({ signer: ben, field: 'Second' }).bytes,
  ),
  row(
    'a timestamp of the document',
    'genuine',
    () => signed({ certify: 1 }).sign({ signer: clock, field: 'Time', subFilter: 'ETSI.RFC3161' }).bytes,
    { says: /A timestamp was added/ },
  ),
  row('a timestamp with room on no page', 'genuine', () => spaced(false), { says: /A timestamp was added/ }),
  row('a timestamp by PDFBox, with its fonts', 'genuine', () => timestampedByPdfBox(pdfBoxFonts), {
    says: /^A timestamp was added$/,
  }),
  row(
    'an answer that its certificate is good',
    'genuine',
    () => withStore(signed(), 'OCSPs', revocationAnswer(board, ada, false)).bytes,
    {
      says: /Data to check/,
    },
  ),
  row(
    'a list without its certificate',
    'genuine',
    () => withStore(signed(), 'CRLs', revocationList(board, [ben])).bytes,
  ),
  row(
    'a list that was signed with it',
    'genuine',
    () => signed({ attributes: [revocationAttribute([revocationList(board, [ben])])] }).bytes,
  ),
  row(
    'a revocation after its timestamp',
    'genuine',
    () =>
      withStore(
        signed({ stamper: clock, stampedAt: Date.now() - 10 * day }),
        'CRLs',
        revocationList(board, [ada]),
      ).bytes,
  ),
  row(
    'a field that may be filled in',
    'genuine',
    () => {
      const pdf = signed({ certify: 2 });
      return pdf.save({ 8: pdf.edit(8, / >>$/, ' /V (EV) >>') }).bytes;
    },
    { says: /“Owner” was filled in/ },
  ),
  row('a field filled in with a font that the form had not', 'genuine', () => writtenAnew({}), {
    says: /“Owner” was filled in/,
  }),
  row('a second drawn signature, as by PDFBox', 'genuine', () => drawnTwice({}), {
    says: /Another signature was added/,
  }),
  row('a comment that may be added', 'genuine', () => commented(signed({ certify: 3 })).bytes, {
    says: /Comments on page 1/,
  }),
  row('another title', 'genuine', () => signed().save({ 10: '<< /Title (S-101, issued) >>' }).bytes, {
    says: /Title/,
  }),
  row('a catalog as another object, as by e-Szigno', 'genuine', () => {
    const pdf = signed();
    return pdf.save({ 20: pdf.edit(1, / >>$/, ' /Version /1.7 >>') }, { root: '20 0 R' }).bytes;
  }),
  row('what a page draws with as another object, as by SecCommerce', 'genuine', () => {
    const page = plain.edit(3, /\/Resources << .*? >> >>/, '/Resources 20 0 R');
    const base = SealedPdf.make({ 3: page, 20: '<< /Font 21 0 R >>', 21: '<< /F1 7 0 R >>' });
    const pdf = signed({}, base).sign({ signer: clock, field: 'Time', subFilter: 'ETSI.RFC3161' });
    return pdf.save({ 40: '<< /Font 21 0 R >>', 3: pdf.edit(3, '20 0 R', '40 0 R') }).bytes;
  }),
  row('a mark of iText at its pages, with a second signature', 'genuine', () => {
    const pdf = signed().sign({ signer: ben, field: 'Second' });
    return pdf.save({ 2: pdf.edit(2, / >>$/, ' /ITXT (2.1.7) >>') }).bytes;
  }),
  row('a table of a file by Word that PDFBox names again', 'genuine', () => ofWord().bytes, {
    says: /^Another signature was added$/,
  }),
  row('two tables that say the same, as by PDFBox', 'genuine', () => withTwoTables(true), { says: /Title/ }),
  row('a place that was there, signed', 'genuine', () => {
    return signed({}, withPlace()).sign({ signer: ben, place: 11 }).bytes;
  }),
  row('a place that was there, signed and locked with it', 'genuine', () => {
    const lock = ' /Lock << /Type /SigFieldLock /Action /All >> /V';
    const written = (objects: Record<number, string>) => ({
      ...objects,
      11: (objects[11] ?? '').replace(' /V', lock),
    });
    return signed({}, withPlace()).sign({ signer: ben, place: 11, written }).bytes;
  }),
];

function commented(pdf: SealedPdf): SealedPdf {
  const num = pdf.nextNumber;
  return pdf.save({
    [num]:
      '<< /Type /Annot /Subtype /FreeText /Rect [40 90 200 130] /Contents (Beam B1: W8x10) /DA (/F1 18 Tf) >>',
    3: pdf.edit(3, /\/Annots \[(.*?)\]/, `/Annots [$1 ${num} 0 R]`),
  });
}

/** A comment that is allowed, and a timestamp of a stranger after it. */
export const stampedComment = () => commented(signed({ certify: 3 })).sign(stamped);

const unproven = (name: string, options: Partial<SignOptions>, says?: RegExp) =>
  row(name, 'unproven', () => signed(options).bytes, says ? { says } : {});

/** Documents that are as they were signed, by somebody of whom that proves nothing. */
export const unprovenCases: readonly Case[] = [
  unproven(
    'an issuer that the firm does not know',
    { signer: people.unknown, chain: [people.stranger] },
    /issuer that your firm trusts/,
  ),
  unproven(
    'an issuer that only has the name of one',
    { signer: people.forged, certificate: people.forged.certificate },
    /issuer that your firm trusts/,
  ),
  unproven('a certificate that nobody issued', { signer: people.alone }, /issuer that your firm trusts/),
  unproven(
    'a certificate of somebody who may issue none',
    { signer: people.issuedByNoIssuer, chain: [ada] },
    /issuer that your firm trusts/,
  ),
  unproven('an issuer between that is missing', { signer: cora }, /issuer that your firm trusts/),
  unproven(
    'a certificate that was issued by SHA-1',
    { signer: people.weaklyIssued },
    /issuer that your firm trusts/,
  ),
  unproven(
    'an expired certificate',
    { signer: people.expired },
    /^The certificate was no longer valid when it was used\.$/,
  ),
  unproven(
    'an expired certificate, and no time',
    { signer: people.expired, at: null },
    /^The certificate has expired, and nothing says when it was used\.$/,
  ),
  unproven(
    'an expired certificate, and a clock put back',
    { signer: people.expired, at: Date.now() - 200 * day },
    /only the signer’s own clock/,
  ),
  unproven(
    'an expired certificate, and a timestamp of a stranger',
    { signer: people.expired, stamper: strangeClock, stampedAt: Date.now() - 200 * day },
    /only the signer’s own clock/,
  ),
  unproven(
    'an expired certificate, and a timestamp by SHA-1',
    {
      signer: people.expired,
      at: Date.now() - 200 * day,
      stamper: clock,
      stampedAt: Date.now() - 200 * day,
      stampHash: 'sha1',
    },
    /only the signer’s own clock/,
  ),
  unproven(
    'an expired certificate, and a timestamp without its own',
    { ...expiredThen, at: expiredThen.stampedAt, isStampBare: true },
    /only the signer’s own clock/,
  ),
  unproven(
    'a certificate that is not valid yet',
    { signer: people.early },
    /^The certificate was not valid yet when it was used\.$/,
  ),
  unproven('a time in the future', { at: Date.now() + 9 * day }, /lies in the future/),
  row(
    'a second signature by somebody of a board that the first one brings and nobody trusts',
    'unproven',
    () =>
      signed({ chain: [people.stranger] }).sign({ signer: people.unknown, field: 'Second', isVisible: true })
        .bytes,
    { first: 'genuine', says: /an issuer that your firm trusts/ },
  ),
  unproven('a certificate of a web server', { signer: people.server }, /isn’t one for signing documents/),
  unproven('a key that may not sign', { signer: people.cipher }, /isn’t one for signing documents/),
  row(
    'a revoked certificate',
    'unproven',
    () => withStore(signed(), 'CRLs', revocationList(board, [ada])).bytes,
    { says: /was revoked/ },
  ),
  row(
    'an answer that its certificate was revoked',
    'unproven',
    () => withStore(signed(), 'OCSPs', revocationAnswer(board, ada, true)).bytes,
    { says: /was revoked/ },
  ),
  row(
    'a revocation that was signed with it',
    'unproven',
    () => signed({ attributes: [revocationAttribute([revocationList(board, [ada])])] }).bytes,
    { says: /was revoked/ },
  ),
  row(
    'a second signature by somebody unknown',
    'unproven',
    () => signed().sign({ signer: people.unknown, field: 'Second', isVisible: true }).bytes,
    { first: 'genuine' },
  ),
];

const altered = (name: string, bytes: () => Buffer, says?: RegExp) =>
  row(name, 'altered', bytes, says ? { says } : {});
const unchecked = (name: string, bytes: () => Buffer, says?: RegExp) =>
  row(name, 'unchecked', bytes, says ? { says } : {});
/** A revision after a signature. */
const then =
  (change: (pdf: SealedPdf) => SealedPdf, options: Partial<SignOptions> = {}) =>
  () =>
    change(signed(options)).bytes;
const edit = (num: number, from: string | RegExp, to: string) => (pdf: SealedPdf) =>
  pdf.save({ [num]: pdf.edit(num, from, to) });
const content = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
const newPage = '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources << >> >>';
const otherBeam = 'BT /F1 18 Tf 40 100 Td (Beam B1: W8x10) Tj ET';
const filled = edit(8, / >>$/, ' /V (EV) >>');

/** What is appended to a signed document and changes what it shows, says or does. */
const revisions: readonly Case[] = [
  altered(
    'another drawing on a page',
    then((pdf) => pdf.save({ 6: content(otherBeam) })),
    /What page 1 shows/,
  ),
  altered(
    'another drawing on a page, and a timestamp of something else',
    then((pdf) => pdf.save({ 6: content(otherBeam) }), { stamper: clock, stampOf: Buffer.from('x') }),
    /What page 1 shows.*Its timestamp doesn’t fit/,
  ),
  altered(
    'another drawing for a page',
    then((pdf) => pdf.save({ 20: content(otherBeam), 3: pdf.edit(3, '6 0 R', '20 0 R') })),
    /What page 1 shows/,
  ),
  altered(
    'another font',
    then((pdf) => pdf.save({ 7: '<< /Type /Font /Subtype /Type3 >>' })),
  ),
  altered(
    'a page more',
    then((pdf) => pdf.save({ 20: newPage, 2: pdf.edit(2, '4 0 R] /Count 2', '4 0 R 20 0 R] /Count 3') })),
  ),
  altered(
    'a page more, where comments are allowed',
    then((pdf) => pdf.save({ 20: newPage, 2: pdf.edit(2, '4 0 R] /Count 2', '4 0 R 20 0 R] /Count 3') }), {
      certify: 3,
    }),
  ),
  altered('a page less', then(edit(2, '3 0 R 4 0 R] /Count 2', '3 0 R] /Count 1'))),
  altered('pages in another order', then(edit(2, '3 0 R 4 0 R', '4 0 R 3 0 R'))),
  altered(
    'a page in place of another',
    then((pdf) => pdf.save({ 3: newPage })),
  ),
  altered('a page that is turned', then(edit(3, / >>$/, ' /Rotate 180 >>'))),
  altered('a page that is cut off', then(edit(2, '[0 0 300 200]', '[0 0 300 90]'))),
  altered('a comment', then(commented), /page 1/),
  altered('a comment, where only filling in is allowed', then(commented, { certify: 2 })),
  altered('a comment, where nothing is allowed', then(commented, { certify: 1 })),
  altered('a field filled in, where nobody said that it may', then(filled), /“Owner”/),
  altered('a field filled in, where nothing is allowed', then(filled, { certify: 1 })),
  altered('a locked field filled in', then(filled, { certify: 2, lock: ['Owner'] })),
  altered(
    'a field filled in above a locked one',
    () => {
      const scale = '<< /T (Scale) /Parent 11 0 R /Subtype /Widget /Rect [20 50 120 70] /P 3 0 R >>';
      const base = SealedPdf.make({ 11: '<< /T (Sheet) /FT /Tx /Kids [12 0 R] >>', 12: scale });
      const withField = base.save({ 5: base.edit(5, '8 0 R', '8 0 R 11 0 R') });
      const pdf = withField.sign({ signer: ada, certify: 2, lock: ['Sheet.Scale'] });
      return pdf.save({ 11: pdf.edit(11, / >>$/, ' /V (1:50) >>') }).bytes;
    },
    /“Sheet” was changed/,
  ),
  altered(
    'a font of the form more, and nothing filled in',
    () => writtenAnew({}, ' /Ff 1'),
    /The fonts of the form were changed/,
  ),
  altered(
    'a font of the form more that a comment is written with',
    () => writtenAnew({ 20: '<< /Subtype /FreeText /Contents (B1) /DA (/F2 12 Tf) >>' }),
    /The fonts of the form were changed/,
  ),
  altered(
    'a font of the form more that a drawing names and does not bring',
    () => writtenAnew({ 9: drawing(written, '/Resources << >>') }),
    /The fonts of the form were changed/,
  ),
  ...(
    [
      ['a comment is written with, as UTF-16 begins', { 20: '<< /DA (\xfe\xff/F2 12 Tf) >>' }],
      ['a comment is written with, by other bytes', { 20: '<< /DA (/F\x80 12 Tf) >>' }, '/F#80'],
      [
        'PDF.js takes where nothing says how a field is written',
        { 5: '<< /Fields [8 0 R] /DR << /Font << /F1 7 0 R >> >> >>' },
        '/Helvetica',
      ],
      [
        'the other kind of form may be written with',
        { 5: '<< /Fields [8 0 R] /DR << /Font << /F1 7 0 R >> >> /DA (/F1 9 Tf) /XFA [] >>' },
      ],
      [
        'a drawing names and brings as nothing',
        { 9: drawing(written, '/Resources << /Font << /F2 null >> >>') },
      ],
      [
        'a drawing names that calls itself an image',
        { 9: drawing(written, '/Resources << >>').replace('/Form', '/Image') },
      ],
      [
        'a pattern of a drawing names',
        {
          9: drawing('/P scn', '/Resources << /Pattern << /P 21 0 R >> >>'),
          21: drawing(written, '/Resources << >>'),
        },
      ],
      [
        'a mask of a drawing names',
        {
          9: drawing('/G gs', '/Resources << /ExtGState << /G << /SMask << /G 21 0 R >> >> >> >>'),
          21: drawing(written, '/Resources << >>'),
        },
      ],
      [
        'a state of a drawing may name',
        { 9: drawing('/G gs', '/Resources << /ExtGState << /G << /Font [22 0 R 9] >> >> >>') },
      ],
      [
        'a letter that is a drawing names',
        {
          9: drawing('/T 9 Tf', '/Resources << /Font << /T << /CharProcs << /a 21 0 R >> >> >> >>'),
          21: drawing(written, '/Resources << >>'),
        },
      ],
      [
        'is something else',
        {
          5: '<< /Fields [8 0 R] /DR << /ExtGState << /A 7 0 R >> >> /DA (/F1 9 Tf) >>',
          9: drawing('/F2 gs', '/Resources << /Font << /F2 7 0 R >> >>'),
        },
      ],
    ] as const
  ).map(([what, extra, font]) =>
    altered(
      `a font of the form more that ${what}`,
      () => writtenAnew(extra, ' /V (EV)', font),
      /The fonts of the form were changed/,
    ),
  ),
  altered(
    'a field filled in without a name above a locked one',
    () => {
      const load = '<< /T (Load) /Parent 11 0 R /Subtype /Widget /Rect [20 50 120 70] /P 3 0 R >>';
      const base = SealedPdf.make({ 11: '<< /FT /Tx /V (100) /Kids [12 0 R] >>', 12: load });
      const withField = base.save({ 5: base.edit(5, '8 0 R', '8 0 R 11 0 R') });
      const pdf = withField.sign({ signer: ada, certify: 2, lock: ['Load'] });
      return pdf.save({ 11: pdf.edit(11, '100', '900') }).bytes;
    },
    /field “” was changed/,
  ),
  altered(
    'Helvetica in another encoding',
    () => timestampedByPdfBox({ ...pdfBoxFonts, helv: pdfBoxFonts.helv.replace('WinAnsi', 'MacExpert') }),
    /The fonts of the form were changed/,
  ),
  altered(
    'a drawing of the form replaced, and nobody signed',
    () => drawnTwice({}, false),
    /fonts of the form/,
  ),
  altered(
    'another look of a field',
    then((pdf) => pdf.save({ 9: (pdf.objects.get(9) ?? '').replace('/Tx BMC EMC', '0 0 9 9 re') })),
  ),
  altered('a field that moved', then(edit(8, '[20 20 120 40]', '[40 90 200 130]'), { certify: 3 })),
  altered(
    'a field removed',
    then((pdf) => pdf.save({ 5: pdf.edit(5, '8 0 R ', '') }), { certify: 2 }),
  ),
  altered(
    'a field more',
    then(
      (pdf) =>
        pdf.save({
          20: '<< /FT /Tx /T (More) /Subtype /Widget /Rect [40 90 200 130] >>',
          5: pdf.edit(5, '8 0 R', '8 0 R 20 0 R'),
        }),
      { certify: 3 },
    ),
  ),
  altered(
    'a place on a page that belongs to no new signature',
    then(
      (pdf) =>
        pdf.save({
          20: '<< /Subtype /Widget /Rect [40 90 200 130] /AP << /N 9 0 R >> >>',
          3: pdf.edit(3, '8 0 R', '8 0 R 20 0 R'),
        }),
      { certify: 3 },
    ),
  ),
  altered(
    'a drawn place for a signature',
    then(
      (pdf) =>
        pdf.save({
          20: '<< /FT /Sig /T (More) /Subtype /Widget /Rect [40 90 200 130] /AP << /N 9 0 R >> >>',
          5: pdf.edit(5, '8 0 R', '8 0 R 20 0 R'),
          3: pdf.edit(3, '8 0 R', '8 0 R 20 0 R'),
        }),
      { certify: 2 },
    ),
    /looks like a signature/,
  ),
  altered(
    'something that runs as it is opened',
    then(edit(1, / >>$/, ' /OpenAction << /S /JavaScript /JS (1) >> >>')),
  ),
  altered('names of scripts', then(edit(1, / >>$/, ' /Names << /JavaScript << /Names [] >> >> >>'))),
  altered('layers', then(edit(1, / >>$/, ' /OCProperties << /OCGs [] /D << >> >> >>'))),
  altered('another form behind the form', then(edit(5, / >>$/, ' /XFA (x) >>'))),
  altered('values drawn anew', then(edit(5, / >>$/, ' /NeedAppearances true >>'))),
  altered(
    'fonts of the form in place of others',
    then((pdf) =>
      pdf.save({ 20: '<< /Type /Font /Subtype /Type3 >>', 5: pdf.edit(5, '/F1 7 0 R', '/F1 20 0 R') }),
    ),
  ),
  altered(
    'another permission',
    then((pdf) => edit(1, / \/Perms <<.*?>>/, '')(pdf), { certify: 1 }),
  ),
  altered(
    'another signature, where nothing is allowed',
    () => signed({ certify: 1 }).sign({ signer: ben, field: 'Second' }).bytes,
    /Another signature/,
  ),
  altered(
    'another document in its place',
    then((pdf) =>
      pdf.save(
        {
          20: '<< /Type /Catalog /Pages 21 0 R /AcroForm 5 0 R >>',
          21: '<< /Type /Pages /Kids [4 0 R 3 0 R] /Count 2 /MediaBox [0 0 300 200] >>',
        },
        { root: '20 0 R' },
      ),
    ),
    /The document was changed/,
  ),
  altered(
    'something that the document does, in a catalog that is another object',
    then((pdf) => pdf.save({ 20: pdf.edit(1, / >>$/, ' /OpenAction [4 0 R /Fit] >>') }, { root: '20 0 R' })),
    /The document was changed/,
  ),
  altered(
    'what a page draws with, in another object that says something else',
    then((pdf) =>
      pdf.save({
        20: '<< /Font << /F1 21 0 R >> >>',
        21: '<< /Type /Font /Subtype /Type3 >>',
        3: pdf.edit(3, /\/Resources << .*? >> >>/, '/Resources 20 0 R'),
      }),
    ),
    /What page 1 shows/,
  ),
  altered(
    'a mark of iText with a page less',
    then(edit(2, '3 0 R 4 0 R] /Count 2', '3 0 R] /Count 1 /ITXT (5.0.0)')),
    /was changed/,
  ),
  altered(
    'a page that is deleted',
    then((pdf) => pdf.save({ 4: null })),
  ),
  altered(
    'a drawing that is deleted',
    then((pdf) => pdf.save({ 6: null })),
  ),
  altered(
    'an object that was named and missing',
    () =>
      signed(
        {},
        SealedPdf.make({ 4: '<< /Type /Page /Parent 2 0 R /Contents [6 0 R 30 0 R] /Resources << >> >>' }),
      ).save({ 30: content(otherBeam) }).bytes,
  ),
  altered(
    'a value of a signature taken away from another',
    then((pdf) => pdf.sign({ signer: ben, field: 'Second' }).save({ 12: '<< /FT /Sig /T (Seal) >>' })),
  ),
];

const overlay =
  '<< /FT /Sig /T (More) /Type /Annot /Subtype /Widget /Rect [40 90 200 130] /P 3 0 R /AP << /N 9 0 R >> /V 11 0 R >>';
/** Adds a place on the first page that has the signature which is there. */
const withOld = (pdf: SealedPdf) =>
  pdf.save({
    20: overlay,
    5: pdf.edit(5, '8 0 R', '8 0 R 20 0 R'),
    3: pdf.edit(3, '8 0 R', '8 0 R 20 0 R'),
  });
const newFonts = edit(5, '/F1 7 0 R', '/F1 7 0 R /F9 7 0 R');

/** What is appended and takes a permission for more than it is. */
const tricks: readonly Case[] = [
  unchecked('a signature that two places have', then(withOld, { certify: 2 })),
  altered(
    'a timestamp that is drawn over a page',
    () =>
      signed({ certify: 2 }).sign({
        signer: strangeClock,
        field: 'Time',
        subFilter: 'ETSI.RFC3161',
        isVisible: true,
      }).bytes,
  ),
  altered(
    'fonts of the form with a timestamp',
    () => newFonts(signed().sign({ signer: strangeClock, field: 'Time', subFilter: 'ETSI.RFC3161' })).bytes,
  ),
  ...[
    { helv: '/Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats' },
    { helv: '/Type /Font /Subtype /Type3 /BaseFont /Helvetica' },
    { helv: `${pdfBoxFonts.helv} /FontDescriptor 7 0 R` },
    { helv: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /B] >>' },
    { look: '/Helv 0 Tf 1 g ' },
    { look: '/F1 0 Tf 0 g ' },
  ].map((other) =>
    altered(`fonts with a timestamp that PDFBox does not write, ${JSON.stringify(other)}`, () =>
      timestampedByPdfBox({ ...pdfBoxFonts, ...other }),
    ),
  ),
  altered(
    'a field changed that has the name of a new signature',
    () => filled(signed()).sign({ signer: ben, field: 'Owner' }).bytes,
  ),
  unchecked('a drawing of the form replaced with a second signature, as by PDFBox', () => {
    const drawn = (num: number) => `<< /Fields [8 0 R] /DR << /XObject << /FRM ${num} 0 R >> >> >>`;
    const pdf = signed({}, SealedPdf.make({ 5: drawn(9) })).sign({ signer: ben, field: 'Second' });
    return pdf.save({ 30: pdf.edit(9, '/Tx', '/Sy'), 5: pdf.edit(5, '9 0 R', '30 0 R') }).bytes;
  }),
  unchecked('a drawing of the form replaced that another drawing names and does not bring', () =>
    drawnTwice({ 9: drawing('q /FRM Do Q', '/Resources << /XObject << /Other 20 0 R >> >>') }),
  ),
  unchecked('a drawing of the form replaced that a drawing in a drawing names', () =>
    drawnTwice({
      9: drawing('q /In Do Q', '/Resources << /XObject << /In 21 0 R >> >>'),
      21: drawing('q /F#52M Do Q', '/Resources << >>'),
    }),
  ),
  unchecked('a drawing that some readers show up to a mistake in it', () => {
    const packed = deflateSync(`${randomBytes(40_000).toString('hex')} ${written}`);
    packed[packed.length - 1] = 255 - (packed.at(-1) ?? 0);
    return writtenAnew({ 9: drawing(packed.toString('latin1'), '/Filter /FlateDecode /Resources << >>') });
  }),
  unchecked(
    'a second table beside the appended one',
    () =>
      signed().save({ 10: '<< /Title (x) >>' }, { trailer: `/XRefStm ${plain.bytes.indexOf('xref')}` }).bytes,
  ),
  unchecked('an object that is there, by another number of its generation', () => {
    const { bytes } = signed();
    const text = bytes.toString('latin1');
    const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1];
    const offset = String(text.indexOf('\n6 0 obj') + 1).padStart(10, '0');
    const table = `xref\n6 1\n${offset} 00001 n \ntrailer\n<< /Size 13 /Root 1 0 R /Info 10 0 R /Prev ${previous} >>\n`;
    return Buffer.concat([bytes, Buffer.from(`${table}startxref\n${bytes.length}\n%%EOF\n`)]);
  }),
  unchecked('a signature in an object stream', () => signed({ isPacked: true }).bytes, /more of the file/),
];

/** Adds a timestamp of a stranger whose place is written in another way. */
const stampedAt =
  (place: string, more: Record<number, string> = {}, type = 'DocTimeStamp') =>
  () =>
    signed().sign({
      ...stamped,
      written: (objects, value) => ({
        ...objects,
        ...more,
        [value]: (objects[value] ?? '').replace('/DocTimeStamp', `/${type}`),
        [value + 1]: `<< /Type /Annot ${place} /FT /Sig /T (Time) /P 3 0 R /V ${value} 0 R >>`,
      }),
    }).bytes;
/** Adds an empty place, and what lies on the page for it. */
const withEmpty = (place: string, kid?: string) =>
  then((pdf) =>
    pdf.save({
      20: `<< /FT /Sig /T (More) ${place} >>`,
      ...(kid && { 21: kid }),
      5: pdf.edit(5, '8 0 R', '8 0 R 20 0 R'),
      3: pdf.edit(3, '8 0 R', `8 0 R ${kid ? 21 : 20} 0 R`),
    }),
  );
const wide = '/Rect [0 0 300 200]';
const line = '/L [0 100 300 100] /C [1 1 1] /BS << /W 99 >>';

/** Adds a timestamp with room for it, and no drawing. */
const spaced = (isOnPage: boolean, drawing = '') =>
  signed().sign({
    ...stamped,
    written: ({ 3: page = '', ...objects }, value) => ({
      ...objects,
      [value + 1]: (objects[value + 1] ?? '').replace('[0 0 0 0]', `[0 0 50 50] ${drawing}`),
      ...(isOnPage && { 3: page }),
    }),
  }).bytes;

/** What is drawn over a page by what draws nothing, and what has a second purpose. */
const disguises: readonly Case[] = [
  altered(
    'a timestamp over a page that calls itself a signature',
    stampedAt(`/Subtype /Widget ${wide} /AP << /N 9 0 R >>`, {}, 'Sig'),
  ),
  altered(
    'a timestamp over a page whose corners stand elsewhere',
    stampedAt('/Subtype /Widget /Rect [0 0 50 0 R 51 0 R] /AP << /N 9 0 R >>', { 50: '300', 51: '200' }),
  ),
  altered('a timestamp with room on a page', () => spaced(true), /looks like a field/),
  altered('a timestamp with a drawing on no page', () => spaced(false, '/AP << /N 9 0 R >>')),
  altered('a timestamp that is a line', stampedAt(`/Subtype /Line ${line} /Rect [0 0 0 0]`)),
  altered('a timestamp over a page, in the part of a place that was there', () => {
    const place = '<< /Type /Annot /Subtype /Widget /Parent 11 0 R /Rect [0 0 300 200] /P 3 0 R >>';
    const { objects } = withPlace();
    const pdf = signed(
      { certify: 1 },
      SealedPdf.make({
        ...Object.fromEntries(objects),
        3: (objects.get(3) ?? '').replace('11 0 R', '12 0 R'),
        11: '<< /FT /Sig /T (Place) /Kids [12 0 R] >>',
        12: place,
      }),
    );
    const drawn = pdf.edit(12, / >>$/, ' /AP << /N 9 0 R >> >>');
    return pdf.sign({ ...stamped, place: 11, written: (added) => ({ ...added, 12: drawn }) }).bytes;
  }),
  altered('an empty place that is a rectangle', withEmpty(`/Subtype /Square /IC [1 1 1] ${wide}`)),
  altered(
    'an empty place with a text',
    withEmpty(
      '/Kids [21 0 R]',
      `<< /Subtype /Widget /FT /Tx /V (W8x10) /DA (/F1 18 Tf) /Parent 20 0 R ${wide} >>`,
    ),
  ),
  unchecked('layers in the place of a description', () => {
    const layers = '/Metadata 20 0 R /OCProperties 20 0 R';
    const base = SealedPdf.make({ 1: `${plain.edit(1, / >>$/, '')} ${layers} >>`, 20: '<< /OCGs [] >>' });
    return signed({}, base).save({ 20: '<< /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>' }).bytes;
  }),
  unchecked('what a page draws with, as fonts of the form', () => {
    const base = SealedPdf.make({
      3: plain.edit(3, /\/Resources << .*? >> >>/, '/Resources 20 0 R'),
      5: '<< /Fields [8 0 R] /DR 20 0 R >>',
      20: '<< /Font << /F1 7 0 R >> >>',
    });
    const other = { 20: '<< /Font << /F1 7 0 R >> /XObject << /Hidden 9 0 R >> >>' };
    return signed({}, base).save(other).sign({ signer: ben, field: 'Second' }).bytes;
  }),
];

type Row = readonly [num: number, kind: number, a: number, b: number];
/** Appends objects, by their numbers and generations, and a table of them and of more. */
function appended(
  { bytes }: SealedPdf,
  objects: Readonly<Record<string, string>>,
  more: readonly Row[] = [],
) {
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(bytes.toString('latin1'))?.[1];
  const rows = [...more];
  let all = bytes.toString('latin1');
  for (const [name, text] of Object.entries(objects)) {
    rows.push([Number.parseInt(name, 10), 1, all.length, Number(name.split(' ')[1])]);
    all += `${name} obj\n${text}\nendobj\n`;
  }
  const at = all.length;
  const table = [...rows, [90, 1, at, 0] as Row].map(([, kind, a, b]) => {
    const entry = Buffer.alloc(7, kind);
    entry.writeUInt32BE(a, 1);
    entry.writeUInt16BE(b, 5);
    return entry.toString('latin1');
  });
  const index = [...rows.map(([num]) => num), 90].map((num) => `${num} 1`).join(' ');
  all += `90 0 obj\n<< /Type /XRef /Size 91 /W [1 4 2] /Index [${index}] /Length ${table.length * 7} /Root 1 0 R /Info 10 0 R /Prev ${previous} >>\nstream\n${table.join('')}\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(all, 'latin1');
}
/** Appends another title with two tables, of which one may say that the title is the former one. */
function withTwoTables(areSame: boolean): Buffer {
  const pdf = signed();
  const text = appended(pdf, { '10 0': '<< /Title (x) >>' }).toString('latin1');
  const objects = text.slice(0, text.lastIndexOf('startxref'));
  const title = areSame ? objects.lastIndexOf('10 0 obj') : objects.indexOf('10 0 obj');
  const stream = objects.lastIndexOf('90 0 obj');
  const entries = [`10 1\n${pad(title)} 00000 n \n`, `90 1\n${pad(stream)} 00000 n \n`].join('');
  const previous = pdf.bytes.lastIndexOf('\nxref\n') + 1;
  const trailer = `/Size 91 /Root 1 0 R /Info 10 0 R /Prev ${previous} /XRefStm ${stream}`;
  const table = `xref\n${entries}trailer\n<< ${trailer} >>\nstartxref\n${objects.length}\n%%EOF\n`;
  return Buffer.from(objects + table, 'latin1');
}
const pad = (offset: number) => String(offset).padStart(10, '0');

/** A file with a second table beside its own, as Word writes it, signed twice by a program that names that table again. */
function ofWord(written?: SignOptions['written']): SealedPdf {
  const hidden = plain.save({ 30: '<< /K 1 >>' }, { table: 'stream' });
  const trailer = `/XRefStm ${hidden.bytes.lastIndexOf('31 0 obj')}`;
  const file = hidden.save({}, { previous: plain.bytes.indexOf('xref\n'), trailer });
  return signed({ trailer }, file).sign({
    signer: ben,
    field: 'Second',
    trailer,
    ...(written && { written }),
  });
}

/** Appends another title in an object stream. */
const packedTitle = (dict: string, body: string, more: readonly Row[] = [], num = 40) =>
  appended(
    signed(),
    { [`${num} 0`]: `<< /Type /ObjStm ${dict} /Length ${body.length} >>\nstream\n${body}\nendstream` },
    [[10, 2, num, 0], ...more],
  );

/** What the viewer itself would read in another way than it is checked. */
const misread: readonly Case[] = [
  unchecked('a length at its beginning that becomes true', () => {
    const length = 40_000;
    const pdf = signed({}, SealedPdf.make({ 1: plain.edit(1, / >>$/, ` /Linearized 1 /L ${length} >>`) }));
    const title = '<< /Title (x) >>';
    const missing = length - pdf.save({ 10: title }).bytes.length;
    return pdf.save({ 10: title + ' '.repeat(missing) }).bytes;
  }),
  unchecked('a table that counts from one', () => {
    const at = (pdf: SealedPdf, num: number) => pdf.objects.get(num) ?? '';
    const pdf = signed({}, plain.save({ 1: null, 30: at(plain, 1) }, { root: '30 0 R' }));
    const text = pdf.save({ 2: at(pdf, 2), 3: at(pdf, 3) }).bytes.toString('latin1');
    const from = text.lastIndexOf('xref\n2 2\n');
    const table = text.slice(from).replace('2 2\n', `1 3\n${'0'.repeat(10)} 00000 f \n`);
    return Buffer.from(text.slice(0, from) + table, 'latin1');
  }),
  unchecked('a form feed where its table is named', () => {
    const text = signed().save({ 10: '<< /Title (x) >>' }).bytes.toString('latin1');
    return Buffer.from(text.replace(/startxref\n(?=\d+\n%%EOF\n$)/, 'startxref\f'), 'latin1');
  }),
  unchecked('two tables of which each says something else', () => withTwoTables(false), /isn’t known here/),
  unchecked(
    'a change of what stands in a table that is named again',
    () => ofWord((objects) => ({ ...objects, 30: '<< /K 2 >>' })).bytes,
    /isn’t known here/,
  ),
  unchecked('an object of number 0', () => appended(signed(), { '0 0': 'null' })),
  unchecked('half a number in its table', () => appended(signed(), {}, [[1.5, 0, 0, 0]])),
  unchecked('a name that others spell otherwise', () => {
    const page = plain.edit(3, '/Resources <<', '/Resources << /XObject 20 0 R');
    const base = SealedPdf.make({ 3: page, 20: '<< /Seal#234A 9 0 R >>' });
    return signed({}, base).save({ 20: '<< /Seal#4#41 9 0 R >>' }).bytes;
  }),
  unchecked('an object at the beginning of the file', () => appended(signed(), {}, [[1, 1, 0, 0]])),
  unchecked('an object that has become another generation', () =>
    appended(signed(), { '6 1': plain.objects.get(6) ?? '' }),
  ),
  ...['/DP << /Predictor 15 >>', '/F /AHx', '/Filter /FlateDecode /DecodeParms 7 0 R'].map((dict) =>
    unchecked(`packed objects that others unpack, ${dict}`, () => {
      const body = '10 0 << /Title (x) >>';
      return packedTitle(
        `/N 1 /First 5 ${dict}`,
        /Flate/.test(dict) ? deflateSync(body).toString('latin1') : body,
      );
    }),
  ),
  unchecked('packed objects that overlap', () =>
    packedTitle('/N 2 /First 11', '10 0 50 10 << /Title /X >>', [[50, 2, 40, 1]]),
  ),
  unchecked('packed objects of which two have one number', () =>
    packedTitle('/N 2 /First 11', '10 0 10 17 << /Title (x) >> << /Title (y) >>'),
  ),
  unchecked('packed objects in a stream that has the number of an offset', () => {
    const offset = signed().bytes.indexOf('\n6 0 obj') + 1;
    return packedTitle('/N 2 /First 10', '10 0 6 17 << /Title (x) >> null', [], offset);
  }),
];

/** What is changed in the bytes. */
const bytes: readonly Case[] = [
  altered('one letter of a drawing', () => signed().replaced('W12x26', 'W12x16')),
  altered('one letter of a title', () => signed().replaced('S-101', 'S-102')),
  altered('one letter in front of the first object', () => signed().replaced('%PDF-1.7', '%PDF-1.6')),
  altered('one letter of an object of the signature', () =>
    signed().replaced('/Adobe.PPKLite', '/Adobe.PPKLitf'),
  ),
  unchecked('no end', () => signed().bytes.subarray(0, -8)),
  unchecked('half of it', () => signed().bytes.subarray(0, signed().bytes.length / 2)),
  unchecked('only its first revision’s end', () => {
    const whole = signed().bytes;
    return Buffer.concat([whole.subarray(0, -200), Buffer.from('\n%%EOF\n')]);
  }),
  altered(
    'an end that the signature covers and the file has not',
    () => signed({ range: (a, b, length) => [0, a, b, length - b + 10] }).bytes,
    /end of the file is missing/,
  ),
  unchecked('a blank at the end', () => Buffer.concat([signed().bytes, Buffer.from(' '.repeat(8))])),
  unchecked('letters at the end', () => Buffer.concat([signed().bytes, Buffer.from('x')])),
  unchecked('a comment at the end', () => Buffer.concat([signed().bytes, Buffer.from('% more\n')])),
  unchecked('something in front', () => Buffer.concat([Buffer.from('\n'), signed().bytes])),
  unchecked(
    'an object that no table names',
    () => {
      const pdf = signed();
      const hidden = Buffer.from(`6 0 obj\n${content(otherBeam)}\nendobj\n`);
      return pdf.save({ 10: `<< /Title (x) >>\nendobj\n${hidden.toString('latin1')}\n11 0 obj null` }).bytes;
    },
    /belongs to nothing|damaged/,
  ),
  unchecked(
    'a table that leaves out the signed one',
    () => signed().save({ 6: content(otherBeam) }, { previous: 60 }).bytes,
  ),
];

/** What is wrong about what is covered. */
const ranges: readonly Case[] = [
  unchecked(
    'a hole that is larger to its left',
    () => signed({ range: (a, b, length) => [0, a - 40, b, length - b] }).bytes,
    /more of the file than itself/,
  ),
  unchecked(
    'a hole that is larger by one',
    () => signed({ range: (a, b, length) => [0, a, b + 1, length - b - 1] }).bytes,
    /more of the file than itself/,
  ),
  unchecked(
    'a hole that is smaller',
    () => signed({ range: (a, b, length) => [0, a + 1, b - 1, length - b + 1] }).bytes,
    /more of the file than itself/,
  ),
  unchecked(
    'a beginning that is left out',
    () => signed({ range: (a, b, length) => [9, a - 9, b, length - b] }).bytes,
    /only a part/,
  ),
  unchecked(
    'an end that is left out',
    () => signed({ range: (a, b, length) => [0, a, b, length - b - 30] }).bytes,
  ),
  unchecked('nothing covered', () => signed({ range: () => [0, 0, 0, 0] }).bytes),
  unchecked('two numbers', () => signed({ range: (a) => [0, a] }).bytes),
  unchecked(
    'six numbers',
    () => signed({ range: (a, b, length) => [0, a, b, 10, b + 10, length - b - 10] }).bytes,
  ),
  unchecked('a part covered twice', () => signed({ range: (a, b, length) => [0, a, 0, length - b] }).bytes),
  unchecked('an earlier end, with everything else behind it', () => {
    const first = plain.bytes.length;
    return signed({ range: (a, b) => [0, a, b, Math.max(0, first - b)] }).bytes;
  }),
  unchecked(
    'a wrapped signature: another one has its value',
    () => {
      const pdf = signed();
      const value = 11;
      const text = (pdf.objects.get(value) ?? '').replace(/\/Contents <0+>/, () => {
        const at = pdf.bytes.indexOf('/Contents <');
        return pdf.bytes.subarray(at, pdf.bytes.indexOf('>', at) + 1).toString('latin1');
      });
      const range = /\/ByteRange \[.*?\]/.exec(pdf.bytes.toString('latin1'))?.[0] ?? '';
      return pdf.save({ [value]: text.replace(/\/ByteRange \[ *\]/, range), 6: content(otherBeam) }).bytes;
    },
    /more of the file than itself/,
  ),
  unchecked('a value that is named twice', () =>
    signed().replaced('/Filter /Adobe.PPKLite', '/Contents <00> /Aa /Ab'),
  ),
];

/** What is wrong about the signature itself. */
const signatures: readonly Case[] = [
  altered(
    'another certificate of the same name and number',
    () => signed({ certificate: people.swapped.certificate }).bytes,
  ),
  unchecked(
    'another certificate',
    () => signed({ certificate: ben.certificate }).bytes,
    /certificate of its signer/,
  ),
  unchecked(
    'a certificate that it was not made for',
    () => signed({ namedCertificate: ben.certificate }).bytes,
    /another certificate/,
  ),
  altered('the hash of something else', () => signed({ digest: Buffer.alloc(32) }).bytes),
  unchecked('two signers', () => signed({ signers: 2 }).bytes, /several signers/),
  unchecked('what it signs inside it', () => signed({ content: Buffer.from('x') }).bytes),
  unchecked(
    'something after it in its place',
    () => signed({ contents: (cms) => Buffer.concat([cms, Buffer.from([1])]) }).bytes,
    /damaged/,
  ),
  altered('one that breaks off', () => signed({ contents: (cms) => cms.subarray(0, -40) }).bytes),
  unchecked('zeros', () => signed({ contents: (cms) => Buffer.alloc(cms.length) }).bytes),
  altered('a signature of another document', () => {
    let other = Buffer.alloc(0);
    signed({ contents: (cms) => (other = Buffer.from(cms)) });
    return signed({ contents: () => other, certify: 2 }).bytes;
  }),
  unchecked(
    'SHA-1 of the file, by another hash',
    () =>
      signed({
        subFilter: 'adbe.pkcs7.sha1',
        cms: (covered) => {
          const content = createHash('sha1').update(covered).digest();
          return signCms(content, { signer: ada, content });
        },
      }).bytes,
    /too weak/,
  ),
  unchecked('SHA-1', () => signed({ hash: 'sha1' }).bytes, /too weak/),
  unchecked('MD5', () => signed({ hash: 'md5' }).bytes, /too weak/),
  unchecked('RSA with 1024 bits', () => signed({ signer: people.short }).bytes, /too weak/),
  unchecked('a kind that only had SHA-1', () => signed({ subFilter: 'adbe.x509.rsa_sha1' }).bytes, /kind/),
  unchecked('a kind that nobody knows', () => signed({ subFilter: 'acme.seal' }).bytes, /kind/),
  unchecked(
    'a timestamp of something else',
    () => signed({ stamper: clock, stampOf: Buffer.from('x') }).bytes,
    /timestamp/,
  ),
  unchecked('a timestamp of somebody who may not stamp', () => signed({ stamper: ben }).bytes, /timestamp/),
];

/** Documents that are not as they were signed, or of which that cannot be said. */
export const otherCases: readonly Case[] = [
  ...revisions,
  ...tricks,
  ...disguises,
  ...misread,
  ...bytes,
  ...ranges,
  ...signatures,
];
