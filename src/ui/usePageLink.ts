import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/** Whether a click opens the page here, not in another tab or window. */
export function isPlainClick({
  defaultPrevented,
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent): boolean {
  return !defaultPrevented && button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

/**
 * Returns what makes an `<a>` a link to a page, for rows: the router's `Link` is rendered anew with each navigation, which costs a list
 * as much as its rows. It loads its page as it is pressed. @param href the whole address
 */
export function usePageLink(href: `/${string}`): ComponentProps<'a'> {
  const router = useRouter();
  // `to` is an address of the table of routes; here it is one of them with its parameters.
  const load = () => void router.preloadRoute({ to: href as '/' });

  function open(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void router.navigate({ href });
  }
  return { href, onPointerDown: load, onClick: open };
}
