import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import * as v from 'valibot';
import { requiredMessage } from './fields.ts';
import { type PhoneRegion, phoneRegions, splitRegions } from './phoneRegions.ts';

/**
 * The phone rule stands apart from `fields.ts` because it carries the numbering plans of every country (about 30 KB
 * compressed): only the screens with a phone field load it.
 */

/**
 * Reads a configured list of regions: `US, CA`; an empty one means the default.
 *
 * @returns null when something in it is no region
 */
export function readPhoneRegions(list: string): readonly PhoneRegion[] | null {
  const regions = splitRegions(list);
  return regions.every((region) => isSupportedCountry(region)) ? regions : null;
}

/** What a wrong list of regions is told, after the name of its variable. */
export function phoneRegionsMessage(list: string): string {
  return `must be regions of two letters like US or US,CA, not ${JSON.stringify(list.slice(0, 100))}`;
}

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

/** Returns a number of one of the configured regions as E.164, anything else as it is. */
export function e164(value: string): string {
  return parseFor(value, phoneRegions())?.number ?? value;
}

/** Required phone number of one of the regions; comes out as E.164 (`+14155550132`). */
export function phoneNumberFor(regionsNow: () => readonly PhoneRegion[]) {
  return v.pipe(
    v.string(requiredMessage),
    v.trim(),
    v.nonEmpty(requiredMessage),
    v.check(
      (value) => isPhoneNumber(value, regionsNow()),
      () => phoneMessage(regionsNow()),
    ),
    v.transform((value) => parseFor(value, regionsNow())?.number ?? value),
  );
}

/** A phone number of the configured regions. */
export const phoneNumber = phoneNumberFor(phoneRegions);

/**
 * Shown as people of its country write it: `(415) 555-0132`; internationally where that could be read as another number, since
 * forms are filled in with it; what cannot be read is shown as it is.
 */
export function nationalPhone(value: string): string {
  const regions = phoneRegions();
  const number = parsePhoneNumberFromString(value, regions[0]);
  if (!number) return value;
  const national = number.formatNational();
  return parseFor(national, regions)?.number === number.number ? national : number.formatInternational();
}
