import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { linkParts } from '../../format/links.ts';
import { ownLink } from '../../format/planLink.ts';
import { MarkedText } from './MarkedText.tsx';

/** A text with its line breaks, and its addresses as links that send no referrer. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="plain-text" dir="auto">
      {linkParts(text).map((part, at) =>
        'href' in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <TextLink key={at} href={part.href} label={part.label} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <MarkedText key={at} text={part.text} />
        ),
      )}
    </p>
  );
}

/** A link within the app opens in its place, any other in a tab of its own. */
function TextLink({ href, label }: { href: string; label: string }) {
  const router = useRouter();
  const own = ownLink(href);
  if (!own) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        <MarkedText text={label} />
      </a>
    );
  }
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href: own?.path as string });
  }
  return (
    <a href={own.path} onClick={open}>
      <MarkedText text={own.text} />
    </a>
  );
}
