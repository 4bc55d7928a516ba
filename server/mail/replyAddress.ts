import { tokenLength } from '../data/notify/replyTokens.ts';

/** Returns the address with a token: `reply+TOKEN@jobs.example.com`. */
export function addressWithToken(base: string, token: string): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

/** Whether an address has room for a token: the part before the @ has at most 64 characters (RFC 5321). */
export function hasRoomForToken(base: string): boolean {
  return base.lastIndexOf('@') + 1 + tokenLength <= 64;
}

/**
 * Returns what can be addresses in the value of a header field, without names that hold one. Takes time that grows with its length, which
 * a parser of addresses does not.
 */
export function addressesIn(value: string): string[] {
  return value.replace(/"[^"]*"/g, ' ').split(/[\s,;:<>()]+/);
}

/** Returns the tokens of those of the addresses that are ours, each once. */
export function tokensOf(addresses: readonly string[], base: string): string[] {
  const at = base.lastIndexOf('@');
  const [beginning, end] = [`${base.slice(0, at)}+`.toLowerCase(), base.slice(at).toLowerCase()];
  const tokens = addresses.flatMap((given) => {
    const address = given.trim().toLowerCase();
    if (!address.startsWith(beginning) || !address.endsWith(end)) return [];
    const token = address.slice(beginning.length, -end.length);
    return token.length === tokenLength && /^[0-9a-f]+$/.test(token) ? [token] : [];
  });
  return [...new Set(tokens)];
}

/** Whether an address is ours, with a token or without one. */
export function isReplyAddress(given: string, base: string): boolean {
  const address = given.trim().toLowerCase();
  const at = base.lastIndexOf('@');
  const [name, domain] = [base.slice(0, at).toLowerCase(), base.slice(at).toLowerCase()];
  return address === `${name}${domain}` || (address.startsWith(`${name}+`) && address.endsWith(domain));
}
