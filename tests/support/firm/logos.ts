import sharp from 'sharp';

/** Pictures of a logo, as firms have them: drawn by code, so that they are the same everywhere. */
const drawings = {
  /** Dark words beside a sign, on nothing. */
  wide: '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="220"><g fill="#0b1f3a"><path d="M40 190 L120 30 L200 190z"/><rect x="240" y="70" width="620" height="80"/></g></svg>',
  /** White on nothing. */
  light:
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="120" fill="#fff"/></svg>',
  /** White on green, to the edges. */
  green:
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="#14532d"/><path d="M80 250 L160 70 L240 250z" fill="#fff"/></svg>',
} as const;

/** Returns a logo as SVG. */
export function logoSvg(which: keyof typeof drawings): Buffer {
  return Buffer.from(drawings[which]);
}

/** Returns a logo as a picture, `turned` by degrees for one of another look. */
export function logoPng(which: keyof typeof drawings, turned = 0): Promise<Buffer> {
  return sharp(logoSvg(which)).rotate(turned, { background: '#0000' }).png().toBuffer();
}
