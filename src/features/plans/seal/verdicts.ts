/** What is found of the signatures of a document, the best first. */
export type Verdict = 'genuine' | 'unproven' | 'drawn' | 'unchecked' | 'altered';

type Facts = {
  /** Who signed, by the certificates. */
  who: string;
  /** Whether there are timestamps only. */
  isStamp: boolean;
  /** Whether something was added afterwards that the signatures allow. */
  hasAdditions: boolean;
};

const since = ({ hasAdditions }: Facts) =>
  hasAdditions ? 'nothing was changed since but what the signature allows' : 'nothing was changed since';

/** The five sentences. None claims more than was checked; why it is none better stands below it. */
const sentences: Readonly<Record<Verdict, (facts: Facts) => string>> = {
  genuine: (facts) => `${facts.isStamp ? 'Timestamped' : 'Signed'} by ${facts.who}, and ${since(facts)}.`,
  unproven: (facts) =>
    `${facts.isStamp ? 'Timestamped' : 'Signed'}, and ${since(facts)}. It isn’t proven that ${facts.who} did it.`,
  drawn: () => 'Drawn, not signed. This document has no digital signature.',
  unchecked: () => 'The signature could not be checked.',
  altered: () => 'This isn’t what was signed.',
};

export function sentenceOf(verdict: Verdict, facts: Facts): string {
  return sentences[verdict](facts);
}

/** The sentence in two words, for a chip. */
export const shortVerdicts: Readonly<Record<Verdict, string>> = {
  genuine: 'Signed',
  unproven: 'Signer not proven',
  drawn: 'Drawn, not signed',
  unchecked: 'Not checked',
  altered: 'Not as signed',
};

const order: readonly Verdict[] = ['genuine', 'unproven', 'drawn', 'unchecked', 'altered'];

/** Returns the worst of some verdicts: a document is no better than the worst of its signatures. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return order[Math.max(...verdicts.map((verdict) => order.indexOf(verdict)))] ?? 'unchecked';
}
