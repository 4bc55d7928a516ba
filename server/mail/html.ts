/** Escaped markup. Only `html` creates it, so that plain text never gets in unescaped. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

type Part = string | number | Html | readonly Html[];

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function sourceOf(part: Part): string {
  if (part instanceof Html) return part.source;
  if (Array.isArray(part)) return part.map(sourceOf).join('');
  return escaped(String(part));
}

/** A template tag for markup: escapes interpolated text, and inserts `Html` as it is. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(sourceOf)));
}
