import {
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import * as v from 'valibot';
import { requiredMessage } from '../fields.ts';
import { asPlain } from '../lines.ts';
import { type PhoneRegion, phoneRegions, splitRegions } from './phoneRegions.ts';

/** The phone rule. Apart from `fields.ts`, so that only screens with a phone field load the numbering plans (30 KB compressed). */

/**
 * Parses a configured list of regions (`US, CA`); an empty one means the default.
 *
 * @returns null when an entry is no region
 */
export function readPhoneRegions(list: string): readonly PhoneRegion[] | null {
  const regions = splitRegions(list);
  return regions.every((region) => isSupportedCountry(region)) ? regions : null;
}

/** Returns the message for an invalid list of regions, which follows the name of its variable. */
export function phoneRegionsMessage(list: string): string {
  return `must be regions of two letters like US or US,CA, not ${JSON.stringify(list.slice(0, 100))}`;
}

/** The regions that belong to another one and have numbering plans of their own. */
const territories: Partial<Record<PhoneRegion, readonly PhoneRegion[]>> = {
  US: ['PR', 'GU', 'VI', 'AS', 'MP'],
  AU: ['CC', 'CX'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['GP', 'MQ', 'GF', 'RE', 'YT', 'BL', 'MF', 'PM', 'NC', 'PF', 'WF'],
  GB: ['GG', 'IM', 'JE'],
  NL: ['BQ'],
  NO: ['SJ'],
  NZ: ['TK'],
};

/** The dots between the parts of a number on business cards and in signatures. */
const middleDots = /[\u00b7\u2022\u2027\u2219\u22c5]/g;

/**
 * Numbers of the North American plan that may be in service: the lists of area codes that are published with a library are months behind,
 * and new ones begin each year (NANPA, ATIS-0300051: NXX-NXX-XXXX without N11 and N9X as area codes).
 */
const possibleInPlan = /^\+1(?![2-9]11)[2-9][0-8]\d[2-9]\d{6}$/;

/** Whether a number belongs to a region, as far as anybody knows: a possible one that no region has belongs to all of the plan of +1. */
function isOfRegions(number: PhoneNumber, regions: readonly PhoneRegion[]): boolean {
  const isInPlan = number.countryCallingCode === '1';
  if (isInPlan && !possibleInPlan.test(number.number)) return false;
  if (number.isValid()) return regions.includes(number.country as PhoneRegion);
  return isInPlan && regions.some((region) => getCountryCallingCode(region) === '1');
}

function parseFor(value: string, configured: readonly PhoneRegion[]): PhoneNumber | undefined {
  const regions = [...configured, ...configured.flatMap((region) => territories[region] ?? [])];
  const dotted = value
    .replace(middleDots, '.')
    // As it is dialed from abroad, where the first region may write it otherwise; nothing of +1 begins with two zeros.
    .replace(/^00(?=[ .-]?1\D*[2-9])/, '+')
    .replace(/(ext\.?):/i, '$1')
    .replace(/#$/, '');
  const digits = value.replace(/\D/g, '');
  return regions
    .map((region) => {
      const number = parsePhoneNumberFromString(dotted, region);
      // Seven digits are a number in Guam to the library, and of anywhere to who typed them.
      const isCompleted = number?.countryCallingCode === '1' && !digits.includes(number.nationalNumber);
      return isCompleted && !configured.includes(region) ? undefined : number;
    })
    .find((number) => number && isOfRegions(number, regions));
}

/** Returns a number as it is stored: E.164, with its extension as in RFC 3966 (`+14155550132;ext=12`). */
function stored({ number, ext }: PhoneNumber): string {
  return ext ? `${number};ext=${ext}` : number;
}

function phoneMessage(regions: readonly PhoneRegion[]): string {
  return `must be a valid phone number for region(s) ${regions.join(', ')}`;
}

/** Whether a value is blank or a phone number of one of the regions or their territories (§5). */
function isPhoneNumber(value: string, regions: readonly PhoneRegion[]): boolean {
  return value.trim() === '' || parseFor(value, regions) !== undefined;
}

/** Returns a number of one of the configured regions as it is stored, any other value unchanged. */
export function storedPhone(value: string): string {
  const number = parseFor(asPlain(value), phoneRegions());
  return number ? stored(number) : value;
}

/** A required phone number of one of the regions or their territories; becomes E.164 with its extension (`+14155550132;ext=12`). */
export function phoneNumberFor(regionsNow: () => readonly PhoneRegion[]) {
  return v.pipe(
    v.string(requiredMessage),
    v.transform(asPlain),
    v.nonEmpty(requiredMessage),
    v.check(
      (value) => isPhoneNumber(value, regionsNow()),
      () => phoneMessage(regionsNow()),
    ),
    v.transform((value) => {
      const number = parseFor(value, regionsNow());
      return number ? stored(number) : value;
    }),
  );
}

/** A phone number of the configured regions. */
export const phoneNumber = phoneNumberFor(phoneRegions);

/**
 * Returns a number in its national format, `(415) 555-0132 ext. 12`. Returns the international format where a form would parse the national
 * one as another number, and an invalid number unchanged.
 */
export function nationalPhone(value: string): string {
  const regions = phoneRegions();
  const number = parsePhoneNumberFromString(value, regions[0]);
  if (!number) return value;
  const national = number.formatNational();
  return parseFor(national, regions)?.number === number.number ? national : number.formatInternational();
}
