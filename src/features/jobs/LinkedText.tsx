import { linkParts } from '../../format/links.ts';

/** Text as it was typed, its web addresses as links that open apart and tell nothing of this page. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="plain-text">
      {linkParts(text).map((part, index) =>
        part.href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
