import type { BrowserInfo } from './platform.ts';

/** The more particular names first: most browsers also call themselves Chrome and Safari. */
const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /Edg/],
  ['Opera', /OPR|Opera/],
  ['Samsung Internet', /Samsung/],
  ['Brave', /Brave/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Chromium', /Chromium/],
  ['Safari', /Safari/],
];
const systems: readonly [name: string, pattern: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['ChromeOS', /CrOS|Chrome OS|Chromium OS/],
  ['Windows', /Windows/],
  ['Mac', /Mac/],
  ['Linux', /Linux|X11/],
];

function firstMatch(names: readonly [string, RegExp][], text: string, otherwise: string): string {
  return names.find(([, pattern]) => pattern.test(text))?.[0] ?? otherwise;
}

/**
 * Names a device so that its user can tell it from their others: "Chrome on Android". Two tables instead of a parser of user agents:
 * the smallest maintained one (bowser) is 7 KB compressed, in the worker too, and its names would need a table of their own.
 */
export function deviceLabel({ userAgent, userAgentData, maxTouchPoints = 0 }: BrowserInfo): string {
  const brands = userAgentData?.brands.map(({ brand }) => brand).join(' ');
  const browser = firstMatch(browsers, brands || userAgent, 'Unknown browser');
  const system = firstMatch(systems, userAgentData?.platform || userAgent, '');
  if (system === '') return browser;
  // An iPad calls itself a Mac; no Mac has a touch screen.
  return `${browser} on ${system === 'Mac' && maxTouchPoints > 1 ? 'iPad' : system}`;
}
