import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import * as v from 'valibot';
import { requiredMessage } from './fields.ts';
import { defaultPhoneRegion } from './limits.ts';

/**
 * The phone rule stands apart from `fields.ts` because it carries the numbering plans of every country (about 30 KB
 * compressed): only the screens with a phone field load it.
 */
export type PhoneRegion = CountryCode;

function parseFor(value: string, regions: readonly PhoneRegion[]) {
  return regions
    .map((region) => parsePhoneNumberFromString(value, region))
    .find((number) => number?.isValid() && regions.includes(number.country as PhoneRegion));
}

function phoneMessage(regions: readonly PhoneRegion[]): string {
  return `must be a valid phone number for region(s) ${regions.join(', ')}`;
}

/** The phone check itself (§5): a blank value passes, anything else must be a number of one of the regions. */
function isPhoneNumber(value: string, regions: readonly PhoneRegion[]): boolean {
  return value.trim() === '' || parseFor(value, regions) !== undefined;
}

/** Required phone number; comes out as E.164 (`+14155550132`). */
export function phoneNumberFor(regions: readonly PhoneRegion[]) {
  return v.pipe(
    v.string(requiredMessage),
    v.trim(),
    v.nonEmpty(requiredMessage),
    v.check((value) => isPhoneNumber(value, regions), phoneMessage(regions)),
    v.transform((value) => parseFor(value, regions)?.number ?? value),
  );
}

export const phoneNumber = phoneNumberFor([defaultPhoneRegion]);

/** Shown as people of its country write it: `(415) 555-0132`; what cannot be read is shown as it is. */
export function nationalPhone(value: string): string {
  return parsePhoneNumberFromString(value, defaultPhoneRegion)?.formatNational() ?? value;
}
