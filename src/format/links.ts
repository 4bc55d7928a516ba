type TextPart = { text: string; href?: string };

const address = /(?:https?:\/\/|mailto:)[^\s<>"]+/gi;

/** Strips punctuation that ends the sentence, not the address; a closing bracket stays if it was opened in the address. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url[end - 1] as string;
    const body = url.slice(0, end);
    if (/[.,;:!?'*_]/.test(last)) continue;
    if (last === ')' && body.split(')').length > body.split('(').length) continue;
    break;
  }
  return url.slice(0, end);
}

/** Splits a text at its http, https and mailto addresses; everything else stays text, so no input becomes markup or script. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const href = withoutPunctuation(match[0]);
    if (!URL.canParse(href)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: href, href });
    from = match.index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
