const erasedDomain = 'erased.invalid';

/** Returns an email address that cannot exist (RFC 2606), for an erased user. @param random lower-case letters and digits */
export function pseudonymOf(random: string): string {
  return `former-${random}@${erasedDomain}`;
}

/** Whether an email address is that of an erased user. */
export function isPseudonym(address: string): boolean {
  return address.endsWith(`@${erasedDomain}`);
}
