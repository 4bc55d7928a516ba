import { describe, expect, it } from 'vitest';
import { verifySeals } from '../../../src/features/plans/seal/verifySeals.ts';
import { type Case, genuineCases, otherCases, unprovenCases } from '../../support/seals/cases.ts';
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

describe('a document without a signature', () => {
  it('is drawn, not signed', async () => {
    const { verdict, sentence, seals } = await verifySeals(new Uint8Array(SealedPdf.make().bytes), trust);
    expect({ verdict, seals }).toEqual({ verdict: 'drawn', seals: [] });
    expect(sentence).toBe('Drawn, not signed. This document has no digital signature.');
  });
});
