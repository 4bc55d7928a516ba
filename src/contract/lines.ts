/**
 * What has no place in text of one line: control characters, line breaks, and the characters that override or isolate the direction
 * of text (bidi). With them a name could look like another one, or like a line of ours.
 */
const notOfOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

export function isOneLine(text: string): boolean {
  return text.search(notOfOneLine) < 0;
}

/** Text as one line: for values that were stored before they had to be. */
export function asOneLine(text: string): string {
  return text.replace(notOfOneLine, ' ').trim();
}

/** Text with `> ` before each of its lines, whatever breaks them, so that none can pass for one of ours. */
export function quotedLines(text: string): string {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
