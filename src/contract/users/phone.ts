import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
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

function parseFor(value: string, configured: readonly PhoneRegion[]) {
  const regions = [...configured, ...configured.flatMap((region) => territories[region] ?? [])];
  const dotted = value.replace(middleDots, '.');
  return regions
    .map((region) => parsePhoneNumberFromString(dotted, region))
    .find((number) => number?.isValid() && regions.includes(number.country as PhoneRegion));
}

function phoneMessage(regions: readonly PhoneRegion[]): string {
  return `must be a valid phone number for region(s) ${regions.join(', ')}`;
}

/** Whether a value is blank or a phone number of one of the regions or their territories (§5). */
function isPhoneNumber(value: string, regions: readonly PhoneRegion[]): boolean {
  return value.trim() === '' || parseFor(value, regions) !== undefined;
}

/** Returns a number of one of the configured regions in E.164, any other value unchanged. */
export function e164(value: string): string {
  return parseFor(asPlain(value), phoneRegions())?.number ?? value;
}

/** A required phone number of one of the regions or their territories; becomes E.164 (`+14155550132`). */
export function phoneNumberFor(regionsNow: () => readonly PhoneRegion[]) {
  return v.pipe(
    v.string(requiredMessage),
    v.transform(asPlain),
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
 * Returns a number in its national format, `(415) 555-0132`. Returns the international format where a form would parse the national
 * one as another number, and an invalid number unchanged.
 */
export function nationalPhone(value: string): string {
  const regions = phoneRegions();
  const number = parsePhoneNumberFromString(value, regions[0]);
  if (!number) return value;
  const national = number.formatNational();
  return parseFor(national, regions)?.number === number.number ? national : number.formatInternational();
}
