/** Why a signature cannot be checked, or not to the end; each as the words that are shown. */
const reasons = {
  damaged: 'The file is damaged, or built in a way that isn’t checked here.',
  protected: 'The file is protected, and not all of it can be read here.',
  'too-large': 'The file is too large or too complex to check here.',
  'covers-part': 'It covers only a part of the file.',
  'shifted-gap': 'It leaves out more of the file than itself.',
  'loose-bytes': 'After what it covers, the file has data that belongs to nothing.',
  'old-kind': 'It is of a kind that isn’t checked here.',
  'several-signers': 'It has several signers in one signature, which isn’t checked here.',
  'damaged-signature': 'The signature itself is damaged.',
  'no-certificate': 'It doesn’t bring the certificate of its signer.',
  'other-certificate': 'It was made for another certificate than the one it brings.',
  algorithm: 'It uses an algorithm that isn’t checked here.',
  weak: 'It uses an algorithm that is too weak to prove anything.',
  timestamp: 'Its timestamp doesn’t fit.',
  'unknown-change': 'Something was added after it that isn’t known here.',
  'not-loaded': 'The code that checks signatures isn’t on this device yet. Connect once to get it.',
} as const;
export type DoubtCode = keyof typeof reasons;

/** Says that something could not be checked. Nothing that ends in a doubt is ever called whole. */
export class Doubt extends Error {
  override name = 'Doubt';
  readonly code: DoubtCode;

  constructor(code: DoubtCode) {
    super(reasons[code]);
    this.code = code;
  }

  /** Turns whatever was thrown while checking into words. */
  static of(error: unknown, otherwise: DoubtCode): Doubt {
    return error instanceof Doubt ? error : new Doubt(otherwise);
  }
}
