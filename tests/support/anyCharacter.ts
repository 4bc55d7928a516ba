import fc from 'fast-check';

/** Any code point, also half of a pair. The library's own `binary` first makes a table of all of them, for more than a second. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
