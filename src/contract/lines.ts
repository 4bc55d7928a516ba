/**
 * What is left behind when text is copied: marks and overrides of direction, spaces without width, hyphens for line ends, marks of an
 * embedded object; and letters that look like nothing, of which a name could consist. Without the joiners (U+200C, U+200D), which emoji
 * and many scripts need.
 */
const invisible =
  /[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffc]+/gu;
/** These two order punctuation where a text runs from right to left, and do nothing elsewhere. */
const directionMarks = /[\u061c\u200e\u200f]+/gu;
const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
/** Whatever breaks lines, of Word and Excel too. */
const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** The sign and the gap by which Word and Outlook begin an item of a list. */
const listItem = /(^|[\t\n]) *(?:[•·▪■§●○◦\uf0b7\uf0a7](?=[\t\u00a0]| {2})|o(?=[\t\u00a0]))[\t \u00a0]+/gu;

/** Controls, and the characters that Unicode keeps free for programs. PDFium copies U+FFFE for a hyphen at the end of a line. */
const unwritable = /[^\P{Cc}\t\n]+|\p{Noncharacter_Code_Point}+/gu;

/**
 * Returns a text as every format can hold it: XML, and so workbooks, refuses noncharacters and controls, databases U+0000, and JSON halves
 * of a character. Of controls it has tabs and plain line breaks only. What is stored is cleaned by it, and what is exported once more,
 * because rows may be older than this rule.
 */
export function writable(text: string): string {
  return text.toWellFormed().replace(lineBreaks, '\n').replace(unwritable, '');
}

function withoutInvisible(text: string): string {
  const visible = text.replace(invisible, '');
  return rightToLeft.test(visible) ? visible : visible.replace(directionMarks, '');
}

/**
 * Returns a text as one line, as it is stored in names, addresses and numbers: any space, break or tab is one space, and what nobody sees
 * is left out. With it a name could pass for another one, or for a line of ours.
 */
export function asOneLine(text: string): string {
  return withoutInvisible(writable(text).replace(listItem, '$1'))
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .trim();
}

/** Returns a text of several lines as it is stored: with plain line breaks and list items, without what no format can hold. */
export function asText(text: string): string {
  return writable(text).replaceAll('\ufeff', '').replace(listItem, '$1• ').trim();
}

/** Returns a text with the digits 0 to 9 in the place of those of any other script. */
export function withPlainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Each script has its ten digits in a row.
    let below = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - below - 1))) below += 1;
    return String(below % 10);
  });
}

/** Returns one line of a number, code or email address: characters of full width, digits, hyphens and apostrophes as on a keyboard. */
export function asPlain(text: string): string {
  return withPlainDigits(asOneLine(text).replace(directionMarks, ''))
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'");
}

/** Returns a text with `> ` before each line, whatever breaks lines, so that none can pass for one of ours. */
export function quotedLines(text: string): string {
  return writable(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
