import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { maxTrustedIssuers } from '../../../src/contract/limits.ts';
import { claimsSeal } from '../../../src/features/plans/seal/claimsSeal.ts';
import { decode, timeOf } from '../../../src/features/plans/seal/cms/asn1.ts';
import { revokedSince } from '../../../src/features/plans/seal/cms/revocation.ts';
import { findSeals } from '../../../src/features/plans/seal/findSeals.ts';
import { dateOf } from '../../../src/features/plans/seal/pdf/dateOf.ts';
import { factsOf } from '../../../src/features/plans/seal/sealText.ts';
import { verifySeals } from '../../../src/features/plans/seal/verifySeals.ts';
import {
  type Case,
  genuineCases,
  otherCases,
  stampedComment,
  unprovenCases,
} from '../../support/seals/cases.ts';
import { type Identity, makeIdentity } from '../../support/seals/identities.ts';
import { people, trust } from '../../support/seals/people.ts';
import { SealedPdf } from '../../support/seals/SealedPdf.ts';

async function check({ bytes, verdict, first = verdict, says }: Case): Promise<void> {
  const report = await verifySeals(new Uint8Array(bytes()), trust);
  const words = report.seals.flatMap(({ reasons, allowed }) => [...reasons, ...allowed]).join(' ');
  expect({ verdict: report.verdict, words }).toMatchObject({ verdict });
  if (first !== verdict) expect(report.seals.at(-1)?.verdict).toBe(first);
  if (says) expect(words).toMatch(says);
}

describe('a document that is as it was signed, with', () => {
  it.each(genuineCases.map((one) => [one.name, one] as const))('%s, is genuine', (_, one) => check(one));
});

describe('a document that is as it was signed does not prove who signed it, with', () => {
  it.each(unprovenCases.map((one) => [one.name, one] as const))('%s', (_, one) => check(one));
});

describe('a signed document is never called whole with', () => {
  it.each(otherCases.map((one) => [one.name, one] as const))('%s', (_, one) => check(one));
});

describe('an issuer that the firm trusts', () => {
  it('is found behind several others, also where the firm trusts as many as it may', async () => {
    const others = Array.from({ length: maxTrustedIssuers - 1 }, (_, at) =>
      makeIdentity({ name: `Other CA ${at}`, isIssuer: true, keyNumber: 2 }),
    );
    const between: Identity[] = [];
    for (const name of ['Region CA', 'State CA', 'County CA'])
      between.push(
        makeIdentity({ name, isIssuer: true, issuer: between.at(-1) ?? people.board, keyNumber: 3 }),
      );
    const signer = makeIdentity({ name: 'Ida Deep PE', issuer: between.at(-1) ?? people.board });
    const { bytes } = SealedPdf.make().sign({ signer, chain: between });
    const issuers = [...others, people.board].map(({ certificate }) => certificate);
    const { sentence } = await verifySeals(new Uint8Array(bytes), { ...trust, issuers });
    expect(sentence).toBe('Signed by Ida Deep PE, and nothing was changed since.');
  });
});

describe('the sentence about a document', () => {
  it('says of a comment that it was added, also where a timestamp came after it', async () => {
    const { bytes } = stampedComment();
    const { verdict, sentence } = await verifySeals(new Uint8Array(bytes), trust);
    expect(verdict).toBe('genuine');
    expect(sentence).toMatch(/nothing was changed since but what the signature allows/);
  });
});

describe('the facts about a signature', () => {
  const factsIn = async (bytes: Buffer) => {
    const { seals } = await verifySeals(new Uint8Array(bytes), trust);
    return Object.fromEntries(seals.flatMap((seal) => factsOf(seal)));
  };
  const named = (name: string) => otherCases.find((one) => one.name === name)?.bytes() ?? Buffer.alloc(0);

  it('are not that nothing was added where what was added is not understood', async () => {
    expect(await factsIn(named('an object that no table names'))).toMatchObject({
      'Added since': 'Not known',
    });
    expect(await factsIn(SealedPdf.make().sign({ signer: people.ada }).bytes)).toMatchObject({
      'Added since': 'Nothing',
      'Allows afterwards': 'Signing again only',
    });
  });

  it('are not what it allows where that could not be read', async () => {
    expect(await factsIn(named('half of it'))).toMatchObject({ 'Allows afterwards': 'Not known' });
  });
});

describe('looking for signatures', () => {
  const signed = SealedPdf.make().sign({ signer: people.ada });
  const found = async (edit: (text: string) => string) => {
    const data = Uint8Array.from(Buffer.from(edit(signed.bytes.toString('latin1')), 'latin1'));
    const task = getDocument({ data, verbosity: 0 });
    const seals = await findSeals(await task.promise);
    await task.destroy();
    return seals;
  };

  it.each([
    ['says that it is signed', (text: string) => text, { count: 1, bytes: 0 }],
    [
      'does not say that it is signed',
      (text: string) => text.replace(' /SigFlags 3', ''.padEnd(12)),
      { count: 0, bytes: 0 },
    ],
    [
      'has a form without a place for one',
      (text: string) => text.replace(' /SigFlags 3', ''.padEnd(12)).replace('/FT /Sig', '/FT /Tx '),
      null,
    ],
  ])('finds those of a document that %s', async (_, edit, seals) => {
    expect(await found(edit)).toEqual(seals);
  });
});

describe('the words of a page', () => {
  it.each([
    'This item has been digitally signed and sealed by Ada Seal PE on the date adjacent to the seal.',
    'Printed copies are not considered signed, and the signature must be verified on any electronic copies.',
    'DETAIL 4, NOT TO SCALE\nDigitally signed by Ada Seal PE',
    'ALL DIMENSIONS TO BE VERIFIED ON SITE\nDigitally signed by Ada Seal PE',
    'IF IN DOUBT, ASK. DRAWINGS MUST NOT BE SCALED\nDigitally Signed by Ada Seal PE',
    'Electronically sealed',
  ])('say that it was signed: %s', (words) => {
    expect(claimsSeal(words)).toBe(true);
  });

  it.each([
    'All submittals shall be digitally signed and sealed by the engineer of record.',
    'Calculations must be signed and electronically sealed.',
    'NOT VALID UNLESS DIGITALLY SIGNED',
    'Void if not electronically signed. This copy has not been digitally signed.',
  ])('say no such thing where they only ask for it: %s', (words) => {
    expect(claimsSeal(words)).toBe(false);
  });
});

describe('a document without a signature', () => {
  it('is drawn, not signed', async () => {
    const { verdict, sentence, seals } = await verifySeals(new Uint8Array(SealedPdf.make().bytes), trust);
    expect({ verdict, seals }).toEqual({ verdict: 'drawn', seals: [] });
    expect(sentence).toBe('Drawn, not signed. This document has no digital signature.');
  });
});

describe('a file that cannot be read to its end', () => {
  const saidOf = async (bytes: Buffer) => {
    const { verdict, sentence, seals } = await verifySeals(new Uint8Array(bytes), trust);
    return { verdict, sentence, listed: seals.length };
  };
  const protectedFile = (pdf: SealedPdf) =>
    pdf.save(
      { 1: pdf.objects.get(1) ?? '', 20: '<< /Filter /Standard /V 4 /R 4 >>' },
      { table: 'stream', packed: [1], trailer: '/Encrypt 20 0 R' },
    ).bytes;
  const unsigned = SealedPdf.make();
  const signed = unsigned.sign({ signer: people.ada });

  it.each([
    ['protected', protectedFile(unsigned), protectedFile(signed)],
    [
      'longer than its end',
      Buffer.concat([unsigned.bytes, Buffer.from('x')]),
      Buffer.concat([signed.bytes, Buffer.from('x')]),
    ],
  ])('is not called signed where nothing in it can be a signature (%s)', async (_, without, withOne) => {
    const verdict = 'unchecked';
    const sentence = 'No signature was found, but not all of the file could be read.';
    expect(await saidOf(without)).toEqual({ verdict, sentence, listed: 0 });
    const unchecked = 'The signature could not be checked.';
    expect(await saidOf(withOne)).toEqual({ verdict, sentence: unchecked, listed: 1 });
  });
});

describe('the time of a signature as its PDF has it', () => {
  it.each(["D:20230719131933+02'00'", "20230719131933+02'00'", 'D:20230719111933Z'])(
    'is read: %s',
    (text) => {
      expect(dateOf(text)).toBe(Date.UTC(2023, 6, 19, 11, 19, 33));
    },
  );
});

describe('a time in a signature', () => {
  const [utc, generalized] = [0x17, 0x18];
  const written = (tag: number, text: string) => {
    const bytes = [...text].map((character) => character.charCodeAt(0));
    return decode(Uint8Array.from([tag, bytes.length, ...bytes]));
  };
  const read = (tag: number, text: string) => new Date(timeOf(written(tag, text))).toISOString();

  it.each([
    [utc, '260704120000Z', '2026-07-04T12:00:00.000Z'],
    [utc, '491231235959Z', '2049-12-31T23:59:59.000Z'],
    [utc, '500101000000Z', '1950-01-01T00:00:00.000Z'],
    [generalized, '20260704120000Z', '2026-07-04T12:00:00.000Z'],
    [generalized, '20260704120000.25Z', '2026-07-04T12:00:00.250Z'],
  ])('is that moment, as in %i %s', (tag, text, moment) => {
    expect(read(tag, text)).toBe(moment);
  });

  it.each([
    [utc, '2607041200Z'],
    [utc, '260704120000-0400'],
    [generalized, '20260704120000-0400'],
    [generalized, '20260704120000'],
    [generalized, '2026070412Z'],
  ])('is not taken for another day when it is not written in UTC with seconds, as in %i %s', (tag, text) => {
    expect(() => read(tag, text)).toThrow('The signature itself is damaged.');
    // A certificate whose revocation is written so is revoked all the same, from the beginning.
    expect(revokedSince(written(tag, text))).toBe(0);
  });
});
