import { linkParts } from '../format/links.ts';

/** A text as somebody typed it, line breaks kept, its web addresses as links that tell the other site nothing. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="plain-text" dir="auto">
      {linkParts(text).map((part, at) =>
        part.href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
          <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
