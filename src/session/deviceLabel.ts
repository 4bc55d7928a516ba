/** What a browser says of itself; the short form of some, the long line of all. */
export type BrowserWords = {
  userAgent: string;
  userAgentData?: { brands: readonly { brand: string }[]; platform: string };
  maxTouchPoints?: number;
};

/** By what each calls itself, the more particular ones first: most call themselves Chrome and Safari too. */
const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /Edg/],
  ['Opera', /OPR|Opera/],
  ['Samsung Internet', /Samsung/],
  ['Brave', /Brave/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Chromium', /Chromium/],
  ['Safari', /Safari/],
];
const systems: readonly [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['ChromeOS', /CrOS|Chrome OS|Chromium OS/],
  ['Windows', /Windows/],
  ['Mac', /Mac/],
  ['Linux', /Linux|X11/],
];

function firstIn(names: readonly [string, RegExp][], text: string, otherwise: string): string {
  return names.find(([, sign]) => sign.test(text))?.[0] ?? otherwise;
}

/** How a person tells this device from their others: "Chrome on Android". */
export function deviceLabel({ userAgent, userAgentData, maxTouchPoints = 0 }: BrowserWords): string {
  const brands = userAgentData?.brands.map(({ brand }) => brand).join(' ');
  const browser = firstIn(browsers, brands || userAgent, 'A browser');
  const system = firstIn(systems, userAgentData?.platform || userAgent, 'this device');
  // An iPad gives itself out for a Mac; no Mac can be touched.
  return `${browser} on ${system === 'Mac' && maxTouchPoints > 1 ? 'iPad' : system}`;
}
