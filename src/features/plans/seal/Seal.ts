import type { Verdict } from './verdicts.ts';

/** When a signature was made, and by whose clock. */
export type SigningTime = { time: number; clock: 'timestamp' | 'unknown-timestamp' | 'signer' };

/** What was found of one signature. Times are in milliseconds. */
export type Seal = {
  verdict: Verdict;
  kind: 'signature' | 'certification' | 'timestamp';
  /** As its certificate says; null where none could be read. */
  signer: {
    name: string;
    organization: string;
    issuer: string;
    serial: string;
    from: number;
    to: number;
  } | null;
  signedAt: SigningTime | null;
  /** Whether it covers all of the file, all of what the file was when it was signed, or that is not known. */
  covers: 'all' | 'former' | 'unknown';
  /** What its document allows afterwards: 1 nothing, 2 to fill in and sign, 3 comments too; null where only signing is left. */
  level: 1 | 2 | 3 | null;
  /** What was added since and is allowed, and what is not. */
  allowed: string[];
  refused: string[];
  algorithms: string;
  weak: string[];
  /** The certificate that the firm trusts, through which the signer’s was issued. */
  trustedThrough: string | null;
  revocation:
    | { state: 'good'; asOf: number }
    | { state: 'revoked'; since: number; name: string }
    | { state: 'unknown' };
  /** Why the verdict is none better, each as a sentence. */
  reasons: string[];
};

/** What was found of all signatures of a document, the latest first. */
export type SealReport = {
  verdict: Verdict;
  sentence: string;
  seals: Seal[];
  /** Places for a signature that are empty. */
  emptyFields: number;
  /** Those of them that look as if somebody had signed there. */
  drawnFields: number;
};

/** What was added, if it is one. */
export const signatureAdded = 'Another signature was added';

/** A signature of which nothing is known yet. */
export const blankSeal: Seal = {
  verdict: 'unchecked',
  kind: 'signature',
  signer: null,
  signedAt: null,
  covers: 'unknown',
  level: null,
  allowed: [],
  refused: [],
  algorithms: '',
  weak: [],
  trustedThrough: null,
  revocation: { state: 'unknown' },
  reasons: [],
};
