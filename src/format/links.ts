type TextPart = { text: string; href?: string };

/** Quotes and the punctuation of East Asian texts, which need no space before the next word, are in no address that a browser copies. */
const address = /(?:https?:\/\/|mailto:)[^\s<>"“”„«»\u3001-\u303f\uff00-\uff65]+/gi;
const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Strips what ends the sentence, not the address: from a closing bracket on that was not opened in the address, and punctuation. */
function withoutPunctuation(url: string, before: string): string {
  const open: string[] = [];
  let end = 0;
  for (; end < url.length; end += 1) {
    const sign = url[end] as string;
    if ('([{'.includes(sign)) open.push(sign);
    if (sign in pairs && open.pop() !== pairs[sign]) break;
  }
  const body = url.slice(0, end).replace(/[.,;:!?'‘’*`|…\p{Cf}]+$/u, '');
  // The token of a shared file may end with one; a text is emphasized by two.
  return before === '_' ? body.replace(/_+$/, '') : body;
}

/** Splits a text at its http, https and mailto addresses; everything else stays text, so no input becomes markup or script. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const pattern = new RegExp(address);
  let from = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const written = withoutPunctuation(match[0], text[match.index - 1] ?? '');
    // Copied lines bring hyphens and spaces that nobody sees.
    const href = written.replace(/\p{Cf}/gu, '');
    if (!URL.canParse(href)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: written, href });
    from = match.index + written.length;
    pattern.lastIndex = from;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
