/** A part of a text. Of a link, `label` is its text without what nobody sees. */
type TextPart = { text: string } | { text: string; href: string; label: string };

/**
 * Matches the address of a page or a person where it begins as in GitHub's Markdown. One of a page goes on to what is in none that a
 * browser copies: quotes, East Asian punctuation.
 */
const address =
  /(?:https?:\/\/|mailto:|(?<![^\s(["“<>])(www\.)(?=[\p{L}\d]))[^\s<>"“”„«»\u3001-\u303f\uff00-\uff65]+|(?<![^\s(["“<>])([\p{L}\d][\p{L}\d.'+_-]*@[\p{L}\d.-]+\.\p{L}{2,})(?![\p{L}\d@-])/giu;
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

/** Splits a text at its addresses of pages and people; everything else stays text, so no input becomes markup or script. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const pattern = new RegExp(address);
  let from = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const written = withoutPunctuation(match[0], text[match.index - 1] ?? '');
    // Copied lines bring hyphens and spaces that nobody sees.
    const label = written.replace(/\p{Cf}/gu, '');
    const href = match[1] ? `http://${label}` : match[2] ? `mailto:${label}` : label;
    if (!URL.canParse(href)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: written, href, label });
    from = match.index + written.length;
    pattern.lastIndex = from;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
