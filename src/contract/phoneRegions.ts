import type { CountryCode } from 'libphonenumber-js';
import { defaultPhoneRegion } from './limits.ts';

/** A region whose phone numbers are accepted, by its two letters (ISO 3166-1). */
export type PhoneRegion = CountryCode;

// A variable of this module, because schemas of the contract are values which both programs share: schemas made for a list of regions
// would have to be passed to every form, route and check of a row.
let regions: readonly PhoneRegion[] = [defaultPhoneRegion];

/** Returns the configured regions (`PHONE_REGIONS`). A national number that fits several belongs to the first of them. */
export function phoneRegions(): readonly PhoneRegion[] {
  return regions;
}

/** Sets the regions of this process or page; server and app do it once as they start. */
export function setPhoneRegions(configured: readonly PhoneRegion[]): void {
  regions = configured;
}

/** Splits a configured list of regions, `US, CA`, without checking it; an empty one means the default. */
export function splitRegions(list = ''): readonly PhoneRegion[] {
  if (list === '') return [defaultPhoneRegion];
  return [...new Set(list.split(',').map((region) => region.trim().toUpperCase()))] as PhoneRegion[];
}
