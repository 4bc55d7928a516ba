import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { afterPaint } from '../../ui/afterPaint.ts';
import { RouteProgress } from '../../ui/feedback/RouteProgress.tsx';
import { useLater } from '../start/later.ts';

/** What every page stands in, signed in or not. */
export function Root() {
  const later = useLater();
  useFocusOnNavigation();
  return (
    <>
      <RouteProgress />
      <Outlet />
      {later && <later.RootParts />}
    </>
  );
}

/** Whoever is in a field has begun something new on the page that stands already. */
function isTypedIn(element: Element | null): boolean {
  return element?.matches('input, textarea, select') === true;
}

/** After a change of page the focus goes to its heading, so that it is read out and Tab goes on from there. */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const { activeElement: before } = document;
        // To move the focus makes the browser lay the page out; it does that by itself first.
        afterPaint(() => {
          const { activeElement: now, body } = document;
          if (now !== body && (now !== before || isTypedIn(now))) return;
          const target =
            document.querySelector<HTMLElement>('[data-page-heading]') ??
            document.querySelector<HTMLElement>('main');
          // Where the page scrolls to is the router's to say.
          target?.focus({ preventScroll: true });
        });
      }),
    [router],
  );
}
