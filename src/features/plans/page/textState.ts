import type { Font, FontGlyph } from './instructions.ts';
import { identity, type Matrix } from './matrix.ts';

/** Returns what the instructions that place text change, as it is before them. */
export const newTextState = (ctm: Matrix) => ({
  ctm,
  size: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  rise: 0,
  leading: 0,
  /** The text matrix, and the place in it: of the line, and of the next letter. */
  text: identity,
  lineX: 0,
  lineY: 0,
  x: 0,
  y: 0,
});

export type TextState = ReturnType<typeof newTextState>;

/** Returns the instructions that place text, as the library's canvas follows them. @param now the state at each of them */
export function textSteps(now: () => TextState) {
  const set = (entries: Partial<TextState>): void => void Object.assign(now(), entries);
  const setTextMatrix = (text: Matrix) => set({ text, lineX: 0, lineY: 0, x: 0, y: 0 });
  const moveText = (byX: number, byY: number) => {
    const [x, y] = [now().lineX + byX, now().lineY + byY];
    set({ lineX: x, lineY: y, x, y });
  };
  return {
    beginText: () => setTextMatrix(identity),
    setTextMatrix,
    setCharSpacing: (charSpacing: number) => set({ charSpacing }),
    setWordSpacing: (wordSpacing: number) => set({ wordSpacing }),
    setHScale: (percent: number) => set({ hScale: percent / 100 }),
    setTextRise: (rise: number) => set({ rise }),
    setLeading: (leading: number) => set({ leading }),
    moveText,
    setLeadingMoveText: (x: number, y: number) => {
      set({ leading: -y });
      moveText(x, y);
    },
    nextLine: () => moveText(0, -now().leading),
  };
}

/**
 * Yields the letters that one instruction shows, each with its width and how far it stands along the line, downwards where the line is
 * vertical, and moves on behind them. Numbers between letters move by thousandths of their size.
 */
export function* shownLetters<G extends FontGlyph>(
  state: TextState,
  font: Pick<Font, 'vertical' | 'fontMatrix'>,
  shown: readonly (G | number)[],
): Generator<{ glyph: G; moved: number; width: number }> {
  // A negative size turns the letters about.
  const side = state.size < 0 ? -1 : 1;
  const size = Math.abs(state.size);
  const scale = size * (font.fontMatrix?.[0] ?? 0.001);
  let moved = 0;
  for (const glyph of shown) {
    if (typeof glyph === 'number') {
      moved += ((font.vertical ? 1 : -1) * glyph * size) / 1000;
      continue;
    }
    const spacing = ((glyph.isSpace ? state.wordSpacing : 0) + state.charSpacing) * side;
    const width = (font.vertical ? -(glyph.vmetric?.[0] ?? -1000) : glyph.width) * scale;
    yield { glyph, moved, width };
    moved += width + (font.vertical ? -spacing : spacing);
  }
  if (font.vertical) state.y -= moved * side;
  else state.x += moved * state.hScale * side;
}
