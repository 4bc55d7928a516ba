import { fold, maybeHyphen, maybeSpace } from '../../../contract/fold.ts';
import type { Box } from './box.ts';
import type { Written } from './glyphs.ts';
import { isDivided, type Line, linesOf } from './lines.ts';
import { patternOf } from './pattern.ts';
import { edgesOf, edgesOfBoth, type Glyph } from './place.ts';
import { boxOf, lettersOf, type Words } from './saidWords.ts';

export type { Words };

/** The text of a page in the order of the document, and where each of its letters stands. */
export type PageText = {
  /** As people read it, each line of the page on its own. */
  text: string;
  /** As it is compared (`fold`). */
  folded: string;
  /** The letter of each character of `folded`. */
  letters: Uint32Array;
  /** Where each letter begins in `text`. */
  starts: Uint32Array;
  /** Four numbers of each letter: left, top, right and bottom. */
  edges: Float32Array;
  lines: readonly TextLine[];
  /** Whether pictures cover much of the page. */
  isPicture: boolean;
};

type TextLine = {
  /** Its first letter. */
  start: number;
  /** Whether it runs along an edge of the page, so that one box fits several of its letters. */
  isLevel: boolean;
  /** Of words that are not drawn as letters, where they stand. */
  box: Box | undefined;
};

/** A part of a page's text, by its letters. */
export type Match = { start: number; end: number };

/** Puts letters and words together. Words of an annotation that it draws are there as letters. */
export function pageTextOf({ glyphs, isPicture, unsaid }: Written, beside: readonly Words[]): PageText {
  const builder = new Builder();
  let before: Line | undefined;
  for (const line of linesOf(glyphs)) {
    builder.begin({
      isLevel: runsLevel(line.glyphs),
      continues: before !== undefined && line.follows === before,
    });
    for (const { glyph, gap, hasSpace } of line.letters)
      builder.add(glyph.text, gap, edgesOf(glyph), hasSpace);
    before = line;
  }
  const added = glyphs.filter(({ part }) => part.isAnnotation);
  const isDrawn = ({ text, box }: Words) => {
    const drawn = added.filter((glyph) => isMiddleIn(boxOf(edgesOf(glyph)), box));
    return drawn.length > 0 && lettersOf(drawn.map((glyph) => glyph.text).join('')).includes(lettersOf(text));
  };
  for (const { text, box } of [...unsaid, ...beside.filter((one) => !isDrawn(one))]) {
    builder.begin({ isLevel: true, continues: false, box });
    const edges = [box.x, box.y, box.x + box.width, box.y + box.height];
    for (const word of text.trim().split(/\s+/)) {
      for (const [at, letter] of Array.from(word).entries()) builder.add(letter, at === 0 ? ' ' : '', edges);
    }
  }
  return { ...builder.built(), isPicture };
}

/** Collects letters, and what they are compared by. */
class Builder {
  #text = '';
  #folded = '';
  readonly #letters: number[] = [];
  readonly #starts: number[] = [];
  readonly #edges: number[] = [];
  readonly #lines: TextLine[] = [];
  /** What stands before the next letter. */
  #gap = '';

  /** @param continues a paragraph whose line before was the last one */
  begin({ isLevel, continues, box }: { isLevel: boolean; continues: boolean; box?: Box }): void {
    this.#lines.push({ start: this.#starts.length, isLevel, box });
    if (this.#text === '') return;
    this.#text += '\n';
    this.#gap = continues ? ' ' : '\n';
    if (!continues || !/[-\u00AD]$/.test(this.#folded)) return;
    this.#gap = maybeSpace;
  }

  add(letter: string, gap: string, edges: readonly number[], hasSpace = gap === ' '): void {
    const folded = fold(letter);
    const before = this.#gap || gap;
    // A hyphen between letters may be the line's or the word's.
    if (this.#gap === maybeSpace && isDivided(this.#folded.slice(-3), folded)) {
      this.#folded = this.#folded.slice(0, -1) + maybeHyphen;
    }
    this.#gap = '';
    if ((hasSpace || gap === ' ') && before === gap && this.#text !== '') this.#text += ' ';
    this.#starts.push(this.#text.length);
    this.#text += letter;
    const added = before + folded;
    this.#folded += added;
    for (let at = 0; at < added.length; at += 1) this.#letters.push(this.#starts.length - 1);
    this.#edges.push(...edges);
  }

  built(): Omit<PageText, 'isPicture'> {
    return {
      text: this.#text,
      folded: this.#folded,
      letters: Uint32Array.from(this.#letters),
      starts: Uint32Array.from(this.#starts),
      edges: Float32Array.from(this.#edges),
      lines: this.#lines,
    };
  }
}

function runsLevel(glyphs: readonly Glyph[]): boolean {
  return glyphs.every(({ along: [x, y] }) => Math.abs(x * y) < 0.01);
}

/** Returns the line of a letter. */
function lineAt(lines: readonly TextLine[], letter: number): number {
  let [from, to] = [0, lines.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.start ?? 0) <= letter) from = middle;
    else to = middle;
  }
  return from;
}

/** Returns the boxes of a part of a page's text: one for each line, one for each letter of an oblique one. */
export function boxesOf({ edges, lines }: PageText, { start, end }: Match): Box[] {
  const found: number[][] = [];
  for (let letter = start, line = lineAt(lines, start); letter < end; letter += 1) {
    const own = Array.from(edges.subarray(letter * 4, letter * 4 + 4));
    const isNext = lines[line + 1]?.start === letter;
    if (isNext) line += 1;
    const last = found.at(-1);
    if (!last || isNext || !lines[line]?.isLevel) found.push(own);
    else found[found.length - 1] = edgesOfBoth(last, own);
  }
  return found.map(boxOf);
}

/** Finds what is typed, as people would say that it stands there (`fold`). */
export function matchesIn(page: PageText, typed: string): Match[] {
  const pattern = patternOf(typed);
  if (!pattern) return [];
  const found = Array.from(page.folded.matchAll(pattern), ({ index, 0: text }) => ({
    start: page.letters[index] ?? 0,
    end: (page.letters[index + text.replace(/[ \u200B]+$/, '').length - 1] ?? 0) + 1,
  }));
  const boxAt = ({ start }: Match) => page.lines[lineAt(page.lines, start)]?.box;
  const drawn = found.filter((match) => !boxAt(match)).flatMap((match) => boxesOf(page, match));
  // The value of a field, or a remark, may be drawn as well.
  return found.filter((match) => {
    const box = boxAt(match);
    return !box || !drawn.some((one) => isMiddleIn(one, box));
  });
}

function isMiddleIn(one: Box, { x, y, width, height }: Box): boolean {
  const [across, down] = [one.x + one.width / 2 - x, one.y + one.height / 2 - y];
  return across >= 0 && across <= width && down >= 0 && down <= height;
}

/** A match within the line, or lines, that it is in. */
export type Excerpt = { before: string; match: string; after: string };

/** Returns the words around a match. */
export function excerptOf({ text, starts }: PageText, { start, end }: Match): Excerpt {
  const from = starts[start] ?? 0;
  const to = text.slice(from, starts[end] ?? text.length).trimEnd().length + from;
  const first = text.lastIndexOf('\n', from - 1) + 1;
  const last = text.indexOf('\n', to);
  const shown = (begin: number, finish: number) => text.slice(begin, finish).replaceAll('\n', ' ');
  return {
    before: shown(first, from),
    match: shown(from, to),
    after: shown(to, last < 0 ? text.length : last),
  };
}
