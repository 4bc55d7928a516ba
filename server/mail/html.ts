/** Markup whose parts are escaped already. Only `html` makes one, so plain text can never slip in unescaped. */
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

/** A template tag: what is written is markup, what is put in is text and gets escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(sourceOf)));
}
