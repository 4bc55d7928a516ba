import { linkParts } from '../format/links.ts';
import { MarkedText } from './MarkedText.tsx';

/** A text with its line breaks, and its web addresses as links that send no referrer. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="plain-text" dir="auto">
      {linkParts(text).map((part, at) =>
        part.href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            <MarkedText text={part.text} />
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <MarkedText key={at} text={part.text} />
        ),
      )}
    </p>
  );
}
