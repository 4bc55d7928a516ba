import { phoneRegions } from '../contract/users/phoneRegions.ts';

/** `+14155550132` → `(415) 555-0132`; numbers of other countries stay as they are (their numbering plans are 30 KB). */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

/** Returns an example for a phone field; undefined where numbers of the US are not accepted. */
export function phoneHint(): string | undefined {
  return phoneRegions().includes('US') ? 'US number, for example (415) 555-0132' : undefined;
}
