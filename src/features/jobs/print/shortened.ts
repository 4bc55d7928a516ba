type Limits = { characters?: number; lines?: number };

/** Returns a text that fits its place on paper: whole, or its beginning with an ellipsis. */
export function shortened(text: string, { characters = 200, lines = 4 }: Limits = {}): string {
  const whole = text.trim();
  const first = whole.split('\n').slice(0, lines).join('\n');
  // By code points: half a character is none.
  const cut = [...first].slice(0, characters).join('').trimEnd();
  return cut === whole ? whole : `${cut}…`;
}

/** Returns the first `most` of a list, and how many it leaves out. */
export function firstOf<T>(all: readonly T[], most: number): { shown: readonly T[]; left: number } {
  return { shown: all.slice(0, most), left: Math.max(0, all.length - most) };
}
