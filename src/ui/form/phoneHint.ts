import { phoneRegions } from '../../contract/users/phoneRegions.ts';

/** Returns an example for a phone field; undefined where numbers of the US are not accepted. */
export function phoneHint(): string | undefined {
  return phoneRegions().includes('US') ? 'US number, for example (415) 555-0132' : undefined;
}
