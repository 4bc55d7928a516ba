import { convert } from 'html-to-text';
import { meaningFormatters, meaningSelectors, readMarks } from './htmlMeaning.ts';

/** Parsing deeper elements takes squared time. */
const limits = { maxDepth: 200, maxChildNodes: 20_000, ellipsis: '\u{f0000}' };
const maxLength = 2_000_000;

/** An HTML text of more than is read: some of its words would be left out. */
export class TooComplex extends Error {
  override name = 'TooComplex';
}

/** Elements that mail programs mark as quotes. */
const quotes = [
  'div.gmail_quote',
  'blockquote.gmail_quote',
  'blockquote[type="cite"]',
  'div.moz-cite-prefix',
  'div.yahoo_quoted',
  'div.protonmail_quote',
  'div.zmail_extra',
];
/** What Outlook puts above a quote, whose elements are not marked. */
const outlookQuote = /<div\b[^<>]{0,200}\bid=["']?(x_)?(appendonsend|divRplyFwdMsg|OLK_SRC_BODY_SECTION)\b/i;

/** Elements that need no end. */
const endless = /^(area|base|br|col|dd|dt|hr|img|input|li|link|meta|o:p|option|p|td|th|tr|wbr)$/i;
const mostDeep = 1000;

/** Whether elements are nested so deeply that their parser would take minutes. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9:]{0,20})/gi)) {
    if (endless.test(name)) continue;
    depth = Math.max(0, depth + (slash ? -1 : 1));
    if (depth > mostDeep) return true;
  }
  return false;
}

/** Returns the address of a link as it is shown; `''` where a program made a link of what was typed. */
function shownLink(address: string): string {
  return /^(tel|sms|geo|cid|javascript|x-apple-data-detectors):/i.test(address.trim()) ? '' : address;
}

/** Returns HTML without what can be long and says nothing: style sheets, and pictures in addresses. */
function withoutBallast(html: string): string {
  const [first = '', ...others] = html.split(/<style\b/i);
  const rest = others.map((part) => {
    const end = part.search(/<\/style\b/i);
    return end === -1 ? '' : part.slice(end);
  });
  const left = [first, ...rest].join('').replace(/\bdata:[^"'<>\s]{200,}/gi, '');
  if (left.length > maxLength || isTooDeep(left)) throw new TooComplex();
  return left;
}

/**
 * Returns an email's HTML as plain text, with `> ` before the lines of its quotes.
 *
 * @param withoutQuotes leaves out what its program marks as a quote
 * @throws TooComplex
 */
export function htmlText(html: string, { withoutQuotes = false } = {}): string {
  const whole = withoutBallast(html);
  const end = withoutQuotes ? whole.search(outlookQuote) : -1;
  const text = convert(end === -1 ? whole : whole.slice(0, end), {
    wordwrap: false,
    limits,
    formatters: meaningFormatters,
    selectors: [
      ...meaningSelectors,
      { selector: 'hr', options: { length: 32 } },
      {
        selector: 'a',
        options: {
          hideLinkHrefIfSameAsText: true,
          noAnchorUrl: true,
          linkBrackets: ['<', '>'],
          pathRewrite: shownLink,
        },
      },
      { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...(withoutQuotes ? quotes.map((selector) => ({ selector, format: 'skip' })) : []),
    ],
  });
  if (text.includes(limits.ellipsis)) throw new TooComplex();
  return readMarks(text);
}
