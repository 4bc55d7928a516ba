/**
 * Control characters, line breaks, and the characters that override or isolate the direction of text (bidi). With them a name could
 * pass for another one, or for a line of ours.
 */
const forbidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Whether a text is one line without control characters. */
export function isOneLine(text: string): boolean {
  return text.search(forbidden) < 0;
}

/** Returns a text as one line, for values that were stored before there was a rule. */
export function asOneLine(text: string): string {
  return text.replace(forbidden, ' ').trim();
}

/** Returns a text with `> ` before each line, whatever breaks lines, so that none can pass for one of ours. */
export function quotedLines(text: string): string {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
