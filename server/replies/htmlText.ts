import { convert } from 'html-to-text';

/** Enough for a message of maximum length and its markup; the rest is quotes. Parsing deeper elements takes squared time. */
const maxLength = 200_000;
const limits = { maxDepth: 60, maxChildNodes: 20_000 };

/** Elements in which mail programs put signatures. */
const signatures = [
  'div.gmail_signature',
  'div#Signature',
  'div#signature',
  'div#ms-outlook-mobile-signature',
  'div#AppleMailSignature',
  'div#composer_signature',
  'div.moz-signature',
  'pre.moz-signature',
  'div.protonmail_signature_block',
  'div.ydpsignature',
  'div.signature_editor',
];

/** Returns HTML without what can be long and says nothing: style sheets, and pictures in addresses. */
function withoutBallast(html: string): string {
  const [first = '', ...others] = html.split(/<style\b/i);
  const rest = others.map((part) => {
    const end = part.search(/<\/style\b/i);
    return end === -1 ? '' : part.slice(end);
  });
  return [first, ...rest]
    .join('')
    .replace(/\bdata:[^"'<>\s]{200,}/gi, '')
    .slice(0, maxLength);
}

/** Returns an email's HTML as plain text, with `> ` before what it quotes and without signatures that are marked as such. */
export function htmlText(html: string): string {
  return convert(withoutBallast(html), {
    wordwrap: false,
    limits,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'hr', options: { length: 32 } },
      {
        selector: 'a',
        options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ['<', '>'] },
      },
      { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...signatures.map((selector) => ({ selector, format: 'skip' })),
    ],
  });
}
