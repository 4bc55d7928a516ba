import type { Address } from '../../../../contract/address/address.ts';
import { stateCode, usStates } from '../../../../contract/address/states.ts';
import { asOneLine } from '../../../../contract/lines.ts';

const country = /^(?:usa?|united states(?: of america)?)$/;

/** Divides the words before a zip code into city and state; without a state it returns null. */
function placeOf(text: string): Pick<Address, 'city' | 'state'> | null {
  const words = text.split(' ');
  // The longest first: Virginia is the end of West Virginia.
  for (let at = 0; at < words.length; at += 1) {
    const state = stateCode(words.slice(at).join(' '));
    // Washington DC is a city too.
    if (usStates[state] && !/^washington\W+d/i.test(words.slice(at).join(' ')))
      return { city: words.slice(0, at).join(' '), state };
  }
  return null;
}

/**
 * Divides an address of several lines or with commas, as maps, listings and emails have it; null for any other text, also where nothing
 * tells the street from the city.
 */
export function pastedAddress(text: string): Address | null {
  const parts = text
    .split(/[\n\r,\t]+/)
    .map(asOneLine)
    .filter(Boolean);
  if (country.test(parts.at(-1)?.toLowerCase().replaceAll('.', '') ?? '')) parts.pop();
  const [, before = '', zipcode] = /^(.*?) ?(\d{5}(?:-\d{4})?)$/.exec(parts.pop() ?? '') ?? [];
  const place = placeOf(before || (parts.pop() ?? ''));
  if (!zipcode || !place) return null;
  let city = place.city || parts.pop();
  if (/ (?:County|Parish)$/.test(city ?? '') && parts.length > 1) city = parts.pop();
  const streetName = parts.join(', ').replace(/^(\d+), /, '$1 ');
  // Where the name of a state is that of the city, as in New York 10001, the part before it is a street.
  return city && !/\d/.test(city) && streetName ? { streetName, city, state: place.state, zipcode } : null;
}
