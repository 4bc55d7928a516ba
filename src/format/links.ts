export type TextPart = { text: string; href?: string };

const address = /(?:https?:\/\/|mailto:)[^\s<>"]+/gi;

/** Signs that end a sentence, not the address in it; a closing bracket belongs to it only where it was opened in it. */
function withoutTrailingSigns(url: string): string {
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

/**
 * Splits a text at its http, https and mailto addresses; everything else stays text, so nothing a person types can become
 * markup or a script.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const href = withoutTrailingSigns(match[0]);
    if (!URL.canParse(href)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: href, href });
    from = match.index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
