import type { CountryCode } from 'libphonenumber-js';
import { defaultPhoneRegion } from '../limits.ts';

/** A region whose phone numbers are accepted (ISO 3166-1 alpha-2). */
export type PhoneRegion = CountryCode;

// A variable of the module, because the schemas are values that app and server share: schemas made for a list of regions would have to
// be passed to every form, route and check of a row.
let regions: readonly PhoneRegion[] = [defaultPhoneRegion];

/** Returns the configured regions (`PHONE_REGIONS`). A national number that is valid in several belongs to the first. */
export function phoneRegions(): readonly PhoneRegion[] {
  return regions;
}

/** Sets the regions of this process or page, once at its start. */
export function setPhoneRegions(configured: readonly PhoneRegion[]): void {
  regions = configured;
}

/** Splits a configured list of regions (`US, CA`) without a check; an empty one means the default. */
export function splitRegions(list = ''): readonly PhoneRegion[] {
  if (list === '') return [defaultPhoneRegion];
  return [...new Set(list.split(',').map((region) => region.trim().toUpperCase()))] as PhoneRegion[];
}
