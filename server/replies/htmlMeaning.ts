import type { DomNode, FormatCallback } from 'html-to-text';

/** Stand before what is raised or lowered, and behind it, until the whole text is known. */
const [raised, lowered, end] = ['\u{f0001}', '\u{f0002}', '\u{f0003}'];

/** Letters that are raised only for their looks: 1st, N°, Simpson™. */
const ornaments = /^(st|nd|rd|th|er|re|o|a|os|as|tm|sm|e|ème|lle|me)$/i;

/** Writes what was raised or lowered as a plain text does: `5 1/2`, `10^6`, `1st`. */
function plainScripts(text: string): string {
  return text
    .replace(
      /(?:(\d) ?)?\u{f0001}(\d+)\u{f0003} ?[/⁄∕] ?(?:\u{f0002}(\d+)\u{f0003}|(\d+))/gu,
      (_, whole = '', over, under, plain) => `${whole && `${whole} `}${over}/${under ?? plain}`,
    )
    .replace(/(\d)\u{f0001}(\d+) ?[/⁄∕] ?(\d+)\u{f0003}/gu, '$1 $2/$3')
    .replace(/([\p{L}\p{N})\]])\u{f0001}([^\u{f0001}-\u{f0003}]{1,40})\u{f0003}/gu, (_, base, given) => {
      const power = given.trim();
      if (ornaments.test(power) || !/^[-+−–]?[\p{L}\p{N}]/u.test(power)) return `${base}${given}`;
      if (/^[-+−–]?(\d+([.,]\d+)?|\p{L})$/u.test(power)) return `${base}^${power}`;
      return /[\d+−*/-]/.test(power) ? `${base}^(${power})` : `${base}${given}`;
    })
    .replace(/(\d)\u{f0002}(?=\d)/gu, '$1_')
    .replace(/[\u{f0001}-\u{f0003}]/gu, '');
}

/** Returns the converted text without what only the formatters below know. */
export function readMarks(text: string): string {
  return plainScripts(text)
    .replace(/(\[struck out:)[ \n]+/g, '$1 ')
    .replace(/(\[struck out:[^\]\n]*\S)[ ]+\]/g, '$1]');
}

/** What stands around text that its author struck. */
const struck = ['[struck out: ', ']'] as const;
const struckStyle = /text-decoration[^;]*:[^;]*line-through/i;

function isStruck({ name = '', attribs }: DomNode): boolean {
  return /^(del|s|strike)$/.test(name) || struckStyle.test(attribs?.style ?? '');
}

function hasStruckParent({ parent }: DomNode): boolean {
  return parent ? isStruck(parent) || hasStruckParent(parent) : false;
}

function hasText({ type, data, children = [] }: DomNode): boolean {
  return type === 'text' ? /[^\s\u00a0]/.test(data ?? '') : children.some(hasText);
}

const isBlock = /^(p|div|h[1-6]|section|article|address|center)$/;

/** Leaves the mark of struck text where it is: without it, the text says the opposite. */
const struckText: FormatCallback = (element, walk, builder) => {
  const marks = hasStruckParent(element) || !hasText(element) ? ['', ''] : struck;
  const block = isBlock.test(element.name ?? '');
  if (block) builder.openBlock({ leadingLineBreaks: 1 });
  builder.addLiteral(marks[0] ?? '');
  walk(element.children, builder);
  builder.addLiteral(marks[1] ?? '');
  if (block) builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Returns a node with its line breaks as elements; elements may have a style of their own, which few do. */
function withBreaks(node: DomNode): DomNode[] {
  const { type, data = '', children = [] } = node;
  if (type !== 'text') return [Object.assign(node, { children: children.flatMap(withBreaks) })];
  const brk = { type: 'tag', name: 'br', attribs: {}, children: [] } as unknown as DomNode;
  return data
    .split(/\r?\n/)
    .flatMap((line, at) => [...(at > 0 ? [brk] : []), { ...node, data: line } as DomNode]);
}

/** Keeps the lines of a text whose style says that they are as typed: of a form, of a chat that somebody pasted. */
const typedLines: FormatCallback = (element, walk, builder) => {
  const block = isBlock.test(element.name ?? '');
  if (block) builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children.flatMap(withBreaks), builder);
  if (block) builder.closeBlock({ trailingLineBreaks: 1 });
};

const surround =
  (before: string): FormatCallback =>
  (element, walk, builder) => {
    builder.addLiteral(before);
    walk(element.children, builder);
    builder.addLiteral(end);
  };

const emoji = String.raw`[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3][\p{Emoji_Modifier}\ufe0f\u200d]*`;
const emojis = new RegExp(`^(?:[#*\\d]\\ufe0f?(?=\\u20e3))?(?:${emoji}\\s?){1,20}$`, 'u');

/** Returns the emoji for which a picture stands, by the text that it has for who sees no pictures; `''` for any other picture. */
export function emojiOfPicture(text: string): string {
  const shown = text.trim();
  return emojis.test(shown) ? shown : '';
}

/** Leaves the emoji that Gmail, or a page that words were copied from, shows as a picture: they may be all of an answer. */
const picture: FormatCallback = ({ attribs }, _, builder) => {
  builder.addInline(emojiOfPicture(attribs?.alt ?? ''));
};

type Cells = { text: string; colspan: number; rowspan: number }[];

/** Whether the cells of a table are data, and not the layout of a page. */
function isData(rows: readonly Cells[]): boolean {
  const full = rows.filter((cells) => cells.filter(({ text }) => text.trim() !== '').length > 1);
  return full.length > 1 && full.every((cells) => cells.every(({ text }) => text.split('\n').length <= 3));
}

/** Returns the texts of rows with empty ones where a merged cell reaches, so that each stands in its column. */
function unmerged(rows: readonly Cells[]): string[][] {
  /** How many rows below the last cell of each column takes. */
  const taken: number[] = [];
  return rows.map((cells) => {
    const texts: string[] = [];
    const skip = () => {
      for (; taken[texts.length]; texts.push('')) taken[texts.length] = (taken[texts.length] ?? 0) - 1;
    };
    for (const { text, colspan, rowspan } of cells) {
      skip();
      for (let column = 0; column < colspan; column += 1) {
        taken[texts.length] = rowspan - 1;
        texts.push(column === 0 ? text : '');
      }
    }
    skip();
    return texts;
  });
}

/** Returns the rows of a table as lines with tabs between the cells; the cells of a layout one below the other. */
function tableText(rows: readonly Cells[]): string {
  const data = isData(rows);
  const all = data ? unmerged(rows) : rows.map((cells) => cells.map(({ text }) => text));
  const lines = all.map((cells) => {
    const texts = cells.map((text) => text.replace(/^\n+|\n+$/g, ''));
    const full = texts.filter((text) => text.trim() !== '');
    if (full.length < 2 && !(data && full.length > 0)) return full[0] ?? '';
    if (data || full.every((text) => !text.includes('\n'))) {
      return texts
        .map((text) => text.replace(/\s*\n\s*/g, ' '))
        .join('\t')
        .trimEnd();
    }
    return full.join('\n');
  });
  return lines.filter((line) => line !== '').join('\n');
}

/** Returns how many columns or rows a cell takes; as many as a table may have that somebody wrote. */
function spanOf({ attribs }: DomNode, name: 'colspan' | 'rowspan'): number {
  return Math.min(Math.max(Number.parseInt(attribs?.[name] ?? '', 10) || 1, 1), 50);
}

const table: FormatCallback = (element, walk, builder) => {
  const others: DomNode[] = [];
  builder.openTable();
  const visit = (node: DomNode): void => {
    const { name = '', children = [] } = node;
    if (/^(thead|tbody|tfoot|center|form)$/.test(name)) children.forEach(visit);
    else if (name !== 'tr') others.push(node);
    else {
      const isStruckRow = isStruck(node) || (isStruck(element) && !hasStruckParent(element));
      builder.openTableRow();
      for (const cell of children.filter((child) => /^t[dh]$/.test(child.name ?? ''))) {
        builder.openTableCell({});
        const marks = hasText(cell) && (isStruck(cell) || isStruckRow) ? struck : ['', ''];
        builder.addLiteral(marks[0]);
        walk(cell.children, builder);
        builder.addLiteral(marks[1]);
        builder.closeTableCell({ colspan: spanOf(cell, 'colspan'), rowspan: spanOf(cell, 'rowspan') });
      }
      builder.closeTableRow();
    }
  };
  element.children.forEach(visit);
  builder.closeTable({ tableToString: tableText, leadingLineBreaks: 1, trailingLineBreaks: 1 });
  // A caption, and what a broken table has between its rows.
  walk(others, builder);
};

/** How elements are written whose meaning a plain text would lose. */
export const meaningFormatters = {
  ...{ picture, struckText, table, typedLines },
  ...{ sup: surround(raised), sub: surround(lowered) },
};

/** Elements whose style says what they mean. */
const styledElements = ['span', 'font', 'a', 'b', 'strong', 'i', 'em', 'u', 'p', 'div', 'li'];
const styled = (format: string, ...styles: string[]) =>
  styledElements.flatMap((name) =>
    styles.map((style) => ({ selector: `${name}[style*="${style}" i]`, format })),
  );

/** Elements that browsers show on lines of their own, and the library among other words. */
const blocks =
  'address caption center dd details dt fieldset figcaption legend option summary textarea'.split(' ');

export const meaningSelectors = [
  ...blocks.map((selector) => ({
    selector,
    format: 'block',
    options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
  })),
  ...styled('sup', 'vertical-align:super', 'vertical-align: super'),
  ...styled('sub', 'vertical-align:sub;', 'vertical-align: sub;'),
  ...['span', 'font', 'p', 'div'].flatMap((name) =>
    ['white-space:pre', 'white-space: pre'].map((style) => ({
      selector: `${name}[style*="${style}" i]`,
      format: 'typedLines',
    })),
  ),
  ...styled('struckText', 'line-through'),
  { selector: 'img', format: 'picture' },
  ...['del', 's', 'strike'].map((selector) => ({ selector, format: 'struckText' })),
  { selector: 'sup', format: 'sup' },
  { selector: 'sub', format: 'sub' },
  { selector: 'table', format: 'table' },
  // A row without its table, as parts of emails are pasted.
  { selector: 'td', format: 'block' },
];

/** Two tabs say that a cell is empty. */
const evened = (text: string) => text.replace(/[^\S\n]+/g, (gap) => (/\t[^\t]*\t/.test(gap) ? '\t\t' : ' '));

/** Whether a text of HTML says something by its marks that the plain text of the same email does not say. */
export function saysMore(text: string, plain: string): boolean {
  const said = evened(plain);
  const marks = text.match(/\[struck out: |\S*\^\S+|\d \d+\/\d+|.*\S\t+\S.*/g) ?? [];
  return marks.some((mark) => !said.includes(evened(mark.replace(/^ +/, '')).trimEnd()));
}
