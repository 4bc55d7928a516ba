import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { afterPaint } from '../../ui/afterPaint.ts';
import { RouteProgress } from '../../ui/feedback/RouteProgress.tsx';
import { useLazyModules } from '../start/lazyModules.ts';

/** The root of every page, signed in or not. */
export function Root() {
  const later = useLazyModules();
  useFocusOnNavigation();
  return (
    <>
      <RouteProgress />
      <Outlet />
      {later && <later.LazyRoot />}
    </>
  );
}

/** Whether the focus is in a field: the user has begun to type on the new page. */
function isTypedIn(element: Element | null): boolean {
  return element?.matches('input, textarea, select') === true;
}

/** Moves the focus to the heading after a navigation, so that it is announced and Tab continues from there. */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const { activeElement: before } = document;
        // Focusing forces a layout; the browser does its own first.
        afterPaint(() => {
          const { activeElement: now, body } = document;
          if (now !== body && (now !== before || isTypedIn(now))) return;
          const target =
            document.querySelector<HTMLElement>('[data-page-heading]') ??
            document.querySelector<HTMLElement>('main');
          // The router restores the scroll position.
          target?.focus({ preventScroll: true });
        });
      }),
    [router],
  );
}
