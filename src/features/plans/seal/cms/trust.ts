import { type Certificate, isSameName } from './Certificate.ts';

/** From a signer to a certificate that the firm trusts, which comes last. */
export type Chain = readonly Certificate[];

const maxLength = 8;
const maxTried = 200;

/**
 * Returns the way from a certificate to one that the firm trusts, on which each issued the one before, might do so, and was valid at
 * the time; null if there is none.
 */
export async function findChain(
  signer: Certificate,
  time: number,
  { trusted, others }: { trusted: readonly Certificate[]; others: readonly Certificate[] },
): Promise<Chain | null> {
  let tried = 0;
  const isTrusted = (one: Certificate) => trusted.some((other) => other.isSame(one));

  async function extend(chain: Chain): Promise<Chain | null> {
    const last = chain.at(-1) as Certificate;
    if (!last.isUnderstood || !last.isValidAt(time)) return null;
    if (isTrusted(last)) return chain;
    if (chain.length >= maxLength) return null;
    for (const issuer of [...trusted, ...others]) {
      if (!isSameName(last.issuer, issuer.subject) || chain.some((one) => one.isSame(issuer))) continue;
      // Checking signatures takes the time, and the firm may trust many, and the file may bring many that issued others.
      tried += 1;
      if (tried > maxTried) return null;
      const room = issuer.issues;
      if (room === null || room < chain.length - 1) continue;
      if (!(await last.isIssuedBy(issuer))) continue;
      if (last.weaknessUnder(issuer).length > 0) continue;
      const found = await extend([...chain, issuer]);
      if (found) return found;
    }
    return null;
  }
  return extend([signer]);
}
