import { Doubt } from './Doubt.ts';
import { blankSeal, type Seal, type SealReport, signatureAdded } from './Seal.ts';
import { sentenceOf, type Verdict, worstOf } from './verdicts.ts';

/** Sums up what was found of the signatures of a document, the latest first. */
export function reportOf(
  seals: readonly Seal[],
  places: Pick<SealReport, 'emptyFields' | 'drawnFields'>,
): SealReport {
  const signatures = seals.filter(({ kind }) => kind !== 'timestamp');
  // A timestamp of somebody unknown takes nothing from a signature.
  const counted = seals.filter(
    ({ kind, verdict }) => kind !== 'timestamp' || signatures.length === 0 || verdict !== 'unproven',
  );
  const verdict: Verdict = seals.length === 0 ? 'drawn' : worstOf(counted.map((seal) => seal.verdict));
  const judged = signatures.length > 0 ? signatures : seals;
  const names = judged.map(({ signer }) => signer?.name ?? '');
  const who = new Intl.ListFormat('en-US').format(new Set(names.filter((name) => name !== '').toReversed()));
  return {
    verdict,
    sentence: sentenceOf(verdict, {
      who: who || 'the signer',
      isStamp: signatures.length === 0,
      hasAdditions: judged.some(({ allowed }) => allowed.some((one) => one !== signatureAdded)),
    }),
    seals: [...seals],
    ...places,
  };
}

/** What cannot be read as a whole says nothing of any signature that may be in it. */
export function unreadable(error: unknown): SealReport {
  return reportOf([{ ...blankSeal, reasons: [Doubt.of(error, 'damaged').message] }], {
    emptyFields: 0,
    drawnFields: 0,
  });
}
