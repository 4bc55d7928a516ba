import { exactDay, paperTime } from '../../../format/date.ts';
import type { Seal } from './Seal.ts';

const day = (ms: number) => exactDay(ms / 1000);
const time = (ms: number) => paperTime(ms / 1000);

const clocks = {
  timestamp: 'by a timestamp that your firm trusts',
  'unknown-timestamp': 'by a timestamp of an issuer that your firm doesn’t trust',
  signer: 'by the signer’s own clock',
} as const;

const coverages = {
  all: 'All of the file',
  former: 'All of the file as it was then',
  unknown: 'Not known',
} as const;

const levels = {
  1: 'Nothing but timestamps',
  2: 'Filling in fields, and signing',
  3: 'Filling in fields, signing, and comments',
} as const;

function revocationText({ revocation }: Seal): string {
  if (revocation.state === 'revoked') {
    const { name, since } = revocation;
    return since > 0 ? `${name}: revoked ${day(since)}` : `${name}: revoked`;
  }
  if (revocation.state === 'good') return `Not revoked as of ${day(revocation.asOf)}, as the file says`;
  return 'Not checked: the file says nothing of it';
}

function allowedText({ covers, level }: Seal): string {
  if (covers === 'unknown') return 'Not known';
  return level === null ? 'Signing again only' : levels[level];
}

/** What was found of a signature, as names and texts. */
export function factsOf(seal: Seal): [name: string, text: string][] {
  const { signer, signedAt } = seal;
  const isJudged = seal.verdict === 'genuine' || seal.verdict === 'unproven';
  // Where what was added is not understood, nothing is listed either.
  const isTold = isJudged || seal.covers === 'all';
  const facts: [string, string | null | undefined][] = [
    ['Time', signedAt ? `${time(signedAt.time)}, ${clocks[signedAt.clock]}` : 'Not known'],
    ['Organization', signer?.organization],
    ['Certificate from', signer?.issuer],
    ['Valid', signer && `${day(signer.from)} to ${day(signer.to)}`],
    ['Trusted through', seal.trustedThrough ?? (isJudged ? 'No one that your firm trusts' : 'Not checked')],
    ['Revocation', seal.trustedThrough === null ? 'Not checked' : revocationText(seal)],
    ['Covers', coverages[seal.covers]],
    ['Allows afterwards', allowedText(seal)],
    ['Added since', [...seal.allowed, ...seal.refused].join('. ') || (isTold ? 'Nothing' : 'Not known')],
    [
      'Algorithms',
      seal.weak.length > 0 ? `${seal.algorithms}. Weak: ${seal.weak.join(', ')}` : seal.algorithms,
    ],
  ];
  return facts.flatMap(([name, text]) => (text ? [[name, text]] : []));
}
