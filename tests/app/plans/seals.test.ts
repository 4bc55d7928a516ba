import { describe, expect, it } from 'vitest';
import { decode, timeOf } from '../../../src/features/plans/seal/cms/asn1.ts';
import { revokedSince } from '../../../src/features/plans/seal/cms/revocation.ts';
import { verifySeals } from '../../../src/features/plans/seal/verifySeals.ts';
import {
  type Case,
  genuineCases,
  otherCases,
  stampedComment,
  unprovenCases,
} from '../../support/seals/cases.ts';
import { trust } from '../../support/seals/people.ts';
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

describe('the sentence about a document', () => {
  it('says of a comment that it was added, also where a timestamp came after it', async () => {
    const { bytes } = stampedComment();
    const { verdict, sentence } = await verifySeals(new Uint8Array(bytes), trust);
    expect(verdict).toBe('genuine');
    expect(sentence).toMatch(/nothing was changed since but what the signature allows/);
  });
});

describe('a document without a signature', () => {
  it('is drawn, not signed', async () => {
    const { verdict, sentence, seals } = await verifySeals(new Uint8Array(SealedPdf.make().bytes), trust);
    expect({ verdict, seals }).toEqual({ verdict: 'drawn', seals: [] });
    expect(sentence).toBe('Drawn, not signed. This document has no digital signature.');
  });
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
