import type { Address } from '../../../../contract/address/address.ts';
import { stateCode, usStates } from '../../../../contract/address/states.ts';
import { asOneLine, asPlain } from '../../../../contract/lines.ts';

const country = /(?:^| )(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)\.?$/i;

/** Matches what stands before an address, and the lines that maps share beside it: a link, coordinates, a phone number. */
const beside =
  /^ *(?:[a-z]+ )?(?:address|location|site|where): *|^ *(?:https?:\/\/\S+|-?\d+\.\d+°?, *-?\d+\.\d+°?|(?:[a-z]+: *)?\+?[(\s]*(?:\d[ ().\p{Pd}]*){10,11}) *$|["“”]/gimu;

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
 * Divides an address of several lines, or with commas, semicolons, bars or bullets, as maps, listings and emails have it; null for any
 * other text, also where nothing tells the street from the city.
 */
export function pastedAddress(text: string): Address | null {
  const parts = text
    .replaceAll(beside, '')
    .split(/[\n\r,;\t|•·]+/)
    .map(asOneLine)
    .filter(Boolean);
  const takeLast = () => asPlain(parts.pop() ?? '');
  // A country may be a part of its own.
  const last = takeLast().replace(country, '') || takeLast();
  const [, before = '', zipcode] = /^(.*?) ?(\d{5}(?:-\d{4})?)\.?$/.exec(last) ?? [];
  const place = placeOf(before || (parts.pop() ?? ''));
  if (!zipcode || !place) return null;
  let city = place.city || parts.pop();
  if (/ (?:County|Parish)$/.test(city ?? '') && parts.length > 1) city = parts.pop();
  const streetName = parts.join(', ').replace(/^(\d+), /, '$1 ');
  // Where the name of a state is that of the city, as in New York 10001, the part before it is a street.
  return city && !/\d/.test(city) && streetName ? { streetName, city, state: place.state, zipcode } : null;
}
